import Foundation
import JSONSchema
import Testing

@testable import ContractFormat

/// Invalid contracts, one folder for each kind of fault: `contract.json`, and in `expected.txt` every fault as
/// `line:column: message`. To add a case, add a folder.
struct FaultCorpusTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let names: [String] = {
        do {
            return try FileManager.default.contentsOfDirectory(
                atPath: here.appendingPathComponent("Faults").path
            ).sorted()
        } catch {
            return []
        }
    }()

    @Test func hasCases() { #expect(Self.names.count >= 36) }

    @Test(arguments: names)
    func reportsTheExpectedFaults(name: String) throws {
        let folder = Self.here.appendingPathComponent("Faults/\(name)")
        let loaded = ContractLoader.load(file: folder.appendingPathComponent("contract.json"), service: "notes")
        let found = loaded.faults.map { "\($0.place.line):\($0.place.column): \($0.message)\n" }.joined()
            .replacingOccurrences(of: Self.here.path, with: "…")
        let expected = try String(contentsOf: folder.appendingPathComponent("expected.txt"), encoding: .utf8)
        #expect(found == expected)
    }

    /// The published schema and the reader must agree.
    @Test func publishedSchemaAcceptsValidAndRejectsInvalidContracts() throws {
        let url = Self.here.appendingPathComponent("../../Contracts/contract.schema.json").standardizedFileURL
        let schema = try Schema(try JSON(parsing: try Data(contentsOf: url)), baseURI: url)
        func accepts(_ name: String) throws -> Bool {
            schema.accepts(
                try JSON(
                    parsing: try Data(contentsOf: Self.here.appendingPathComponent("Faults/\(name)/contract.json"))))
        }
        #expect(try accepts("sound"))
        for name in [
            "unknown key", "missing key", "wrong type", "origin with a path", "wrong schema", "wrong status",
            "wrong response key", "unknown fault", "unknown conversion", "pointer without a slash", "unknown capture",
            "returns and throws", "two bodies", "name with a slash", "wrong health limits",
        ] {
            #expect(try !accepts(name), "\(name)")
        }
        let contracts = url.deletingLastPathComponent()
        for service in ["elements", "meetup-events", "on-the-map", "representatives", "tarot-cards"] {
            let file = contracts.appendingPathComponent("\(service)/contract.json")
            #expect(schema.violations(of: try JSON(parsing: try Data(contentsOf: file))) == [])
        }
    }
}
