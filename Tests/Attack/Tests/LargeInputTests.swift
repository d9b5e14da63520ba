import AttackFixture
import Foundation
import NotesFixture
import TestSupport
import Testing

@testable import ContractCommand

/// Large inputs take time in proportion to their size. Each of these took minutes while the time was quadratic.
@Suite(.timeLimit(.minutes(10)))
struct LargeInputTests {
    private static let bound = 60.0

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let words: [String]
        let files: @Sendable () -> [String: String]
        let end: ChildProcess.End
        let output: String

        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "a Pact of 1,500 calls", words: ["import", "pact.json", "--origin", "https://shop.example.com"],
            files: { ["pact.json": LargeInputs.pact(interactions: 1_500)] },
            end: .exit(0), output: "shop/item.id 999.har"),
        Row(
            name: "16,000 dependent schemas", words: ["validate", "schema.json", "object.json"],
            files: {
                [
                    "schema.json": LargeInputs.dependentSchemas(16_000),
                    "object.json": LargeInputs.object(members: 16_000),
                ]
            }, end: .exit(0), output: "object.json: valid"),
        Row(
            name: "16,000 dynamic anchors", words: ["validate", "schema.json", "object.json"],
            files: {
                ["schema.json": LargeInputs.dynamicAnchors(16_000), "object.json": LargeInputs.object(members: 16_000)]
            }, end: .exit(0), output: "object.json: valid"),
        Row(
            name: "40,000 required members", words: ["lint", "--contracts", "Shop", "--recordings", "Empty"],
            files: { ["Shop/shop/contract.json": LargeInputs.contract(requiring: 40_000)] },
            end: .exit(0), output: "1 contract and 0 recordings: no fault"),
        Row(
            name: "a HAR of 4,000 calls that are of no case",
            words: ["recordings", "import", "calls.har", "--service", "notes"],
            files: {
                [
                    "calls.har": LargeInputs.har(entries: 4_000) {
                        "https://notes.example.com/v1/notes?tag=t\($0)&limit=10"
                    }
                ]
            }, end: .exit(1), output: "0 cases recorded; 4000 entries left out"),
        Row(
            name: "a recorded request with 10,000 unknown query items",
            words: ["verify", "--only", "notes/response/find/two notes"],
            files: {
                let items = (0..<10_000).map { "a\($0)=b" }.joined(separator: "&")
                return [
                    "Recordings/notes/find.two notes.har": LargeInputs.har(entries: 1) { _ in
                        "https://notes.example.com/v1/notes?tag=swift&limit=10&" + items
                    }
                ]
            }, end: .exit(1), output: "the query 'a0' is not in the contract"),
        Row(
            name: "a document of 12 objects that may contain each other",
            words: ["import", "api.json", "--service", "net"],
            files: { ["api.json": LargeInputs.document(ofObjects: 12)] }, end: .exit(0), output: "added: model M0"),
        Row(
            name: "the scaffold of 12 objects with lists of each other",
            words: ["scaffold", "net/M0", "--contracts", "Net"],
            files: { ["Net/net/contract.json": LargeInputs.contract(ofObjects: 12)] },
            end: .exit(1), output: "struct M0"),
    ]

    @Test(arguments: rows) func finishesWithinTheBound(_ row: Row) async throws {
        let folder = try NotesFolder()
        for (path, text) in row.files() { try folder.write(text, to: path) }
        let words = row.words.map { word in
            row.files()[word] != nil || ["Shop", "Net", "Empty"].contains(word)
                ? folder.url.appendingPathComponent(word).path : word
        }
        let places =
            row.words[0].hasPrefix("import")
            ? ["--contracts", "Contracts", "--recordings", "Recordings"].map {
                $0.hasPrefix("--") ? $0 : folder.url.appendingPathComponent($0).path
            } : []
        let run = try await Attack.run(words + places, in: folder.url, [:], within: Self.bound)
        #expect(run.end == row.end, "\(run)")
        #expect(run.text.contains(row.output), "\(run)")
    }
}
