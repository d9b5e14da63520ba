import ContractFormat
import Foundation
import JSONSchema
import TestSupport
import Testing

/// The JSON snippets in the documents: each must parse, and parts of contracts must match the schema.
struct JSONSnippetTests {
    @Test func findsSnippets() { #expect(Snippet.all("json").count >= 6) }

    @Test(arguments: Snippet.all("json"))
    func conformsToTheFormat(snippet: Snippet) throws {
        let json = try JSON(parsing: snippet.text)
        guard let note = snippet.note, note.hasPrefix("json: ") else {
            // A snippet with a service is a contract and needs no note, which the README would display.
            if json["service"] != nil { try check(json, against: "contract") }
            return
        }
        try check(json, against: String(note.dropFirst(6)))
    }

    private func check(_ json: JSON, against name: String) throws {
        let url = Repository.root.appendingPathComponent("Contracts/contract.schema.json")
        let reference = url.absoluteString + (name == "contract" ? "" : "#/$defs/\(name)")
        let schema = try Schema(["$ref": .string(reference)]) { try JSON(parsing: try Data(contentsOf: $0)) }
        #expect(schema.violations(of: json) == [])
        guard name == "contract", let service = json["service"]?.stringValue else { return }
        let folder = try TemporaryFolder()
        let file = try folder.write(json.text(.pretty), to: "\(service)/contract.json")
        #expect(ContractLoader.load(file: file, service: service).faults == [])
    }
}
