import Foundation
import TestSupport

/// Times commands, in separate processes, on inputs of one size and of twice that size. The time should double at most.
enum ScalingBenchmarks {
    private struct Row: Sendable {
        let name: String
        let size: Int
        var codes: Set<Int32> = [0]
        /// Writes the input and returns the command-line arguments.
        let command: @Sendable (TemporaryFolder, Int) throws -> [String]
    }

    private static let rows = [
        Row(name: "import, interactions of a Pact", size: 2_000) { folder, size in
            ["import", try folder.write(LargeInputs.pact(interactions: size), to: "pact.json").path]
                + ["--origin", "https://shop.example.com"] + places(folder)
        },
        Row(name: "validate, dependent schemas", size: 40_000) { folder, size in
            try validate(LargeInputs.dependentSchemas(size), size, folder)
        },
        Row(name: "validate, dynamic anchors", size: 40_000) { folder, size in
            try validate(LargeInputs.dynamicAnchors(size), size, folder)
        },
        Row(name: "lint, required members", size: 40_000) { folder, size in
            try folder.write(LargeInputs.contract(requiring: size), to: "Contracts/shop/contract.json")
            return ["lint"] + places(folder)
        },
        Row(name: "verify, accepted findings", size: 10_000) { folder, size in
            try FileManager.default.copyItem(
                at: URL(fileURLWithPath: "Contracts"), to: folder.url.appendingPathComponent("Contracts"))
            try folder.write(LargeInputs.accepted(entries: size), to: "Contracts/accepted.json")
            return ["verify", "--contracts", folder.path("Contracts"), "--recordings", "Recordings"]
        },
        Row(name: "recordings import, entries of no case", size: 4_000, codes: [1]) { folder, size in
            let har = LargeInputs.har(entries: size) {
                "https://5c1d79abbc26950013fbcaa9.mockapi.io/api/v1/favorites?user=user\($0)"
            }
            return [
                "recordings", "import", try folder.write(har, to: "calls.har").path, "--service", "elements",
                "--recordings", folder.path("Recordings"), "--contracts", "Contracts",
            ]
        },
    ]

    static func run() throws {
        print(
            "scaling: processor seconds for n and for 2n, whole processes, the best of 5; their ratio is to be at most 2.3"
        )
        for row in rows {
            let (one, two) = (try seconds(row, row.size), try seconds(row, row.size * 2))
            let name = row.name.padding(toLength: 34, withPad: " ", startingAt: 0)
            print("  \(name) \(String(format: "%6d %6.2f %6.2f   %4.2f", row.size, one, two, two / one))")
        }
    }

    private static func seconds(_ row: Row, _ size: Int) throws -> Double {
        try (0..<5).map { _ in
            let folder = try TemporaryFolder()
            let words = try row.command(folder, size)
            return try Programs.processorTime(Programs.contracts, words, expecting: row.codes)
        }.min() ?? 0
    }

    private static func places(_ folder: TemporaryFolder) -> [String] {
        ["--contracts", folder.path("Contracts"), "--recordings", folder.path("Recordings")]
    }

    private static func validate(_ schema: String, _ size: Int, _ folder: TemporaryFolder) throws -> [String] {
        [
            "validate", try folder.write(schema, to: "schema.json").path,
            try folder.write(LargeInputs.object(members: size), to: "object.json").path,
        ]
    }
}
