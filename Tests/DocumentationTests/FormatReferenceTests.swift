import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema
import Testing

struct FormatReferenceTests {
    private struct Key: Hashable {
        let name: String
        let isRequired: Bool
    }

    /// Maps headings of the reference to the schema objects whose members they document.
    private static let objects: [String: [JSONPointer]] = [
        "Contract": [.root], "Model": ["/$defs/model"], "Property": ["/$defs/property/anyOf/1"],
        "Date pattern": ["/$defs/datePattern"], "Variant": ["/$defs/variant"],
        "Endpoint": ["/$defs/endpoint", "/$defs/endpoint/then", "/$defs/endpoint/else"],
        "Request": ["/$defs/request"], "Response": ["/$defs/response"],
        "Bytes": ["/$defs/bytes"], "List or object": ["/$defs/styled"], "Part": ["/$defs/partObject"],
        "GraphQL": ["/$defs/graphql"], "GraphQL document": ["/$defs/graphqlFile"],
        "Events": ["/$defs/response/properties/events"],
        "Header": ["/$defs/responseHeader/then", "/$defs/linkRelation/then"],
        "Health": ["/$defs/healthLimits", "/$defs/endpoint/properties/health"],
        "Case": ["/$defs/case", "/$defs/outcome"], "Error": ["/$defs/error"],
        "State": ["/$defs/given/oneOf/1"],
        "Scenario": ["/$defs/scenario/anyOf/1"],
        "Reject": ["/$defs/reject"], "Step": ["/$defs/step", "/$defs/outcome"],
    ]

    private static func article() throws -> String {
        try Repository.text(of: "Sources/ContractTesting/ContractTesting.docc/ContractFormat.md")
    }

    private static func schema() throws -> JSON {
        try JSON(parsing: try Repository.text(of: "Contracts/contract.schema.json"))
    }

    /// Returns the rows of the tables under each `###` heading.
    private static func documented() throws -> [String: Set<Key>] {
        var tables: [String: Set<Key>] = [:]
        var heading = ""
        for line in try article().split(separator: "\n") {
            if line.hasPrefix("### ") { heading = String(line.dropFirst(4)) }
            guard line.hasPrefix("| `") else { continue }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            let key = Key(name: cells[1].trimmingCharacters(in: ["`"]), isRequired: cells[2] == "required")
            #expect(tables[heading, default: []].insert(key).inserted, "\(heading): \(key.name) occurs twice")
            #expect(!cells[3].isEmpty)
        }
        return tables
    }

    @Test func documentsExactlyTheKeysOfTheSchema() throws {
        let schema = try Self.schema()
        let documented = try Self.documented()
        #expect(Set(documented.keys) == Set(Self.objects.keys))
        for (heading, places) in Self.objects {
            var expected: Set<Key> = []
            for place in places {
                let object = try #require(schema[pointer: place])
                let required = object["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
                for name in object["properties"]?.objectValue?.keys ?? [] {
                    expected.insert(Key(name: name, isRequired: required.contains(name)))
                }
            }
            #expect(documented[heading] == expected, "\(heading)")
        }
    }

    @Test func documentsExactlyTheKeysOfTheParser() throws {
        func keys<Key: ContractKey>(_: Key.Type) -> Set<FormatReferenceTests.Key> {
            Set(Key.allCases.map { .init(name: $0.rawValue, isRequired: Key.required.contains($0)) })
        }
        let known = [
            "Contract": keys(ContractKeys.Service.self), "Model": keys(ContractKeys.Model.self),
            "Property": keys(ContractKeys.Property.self), "Date pattern": keys(ContractKeys.DatePattern.self),
            "Variant": keys(ContractKeys.Variant.self), "Endpoint": keys(ContractKeys.Endpoint.self),
            "Request": keys(ContractKeys.Request.self), "Response": keys(ContractKeys.Response.self),
            "Bytes": keys(ContractKeys.Bytes.self), "List or object": keys(ContractKeys.Styled.self),
            "Part": keys(ContractKeys.Part.self), "GraphQL": keys(ContractKeys.GraphQL.self),
            "GraphQL document": keys(ContractKeys.GraphQLFile.self), "Events": keys(ContractKeys.Events.self),
            "Header": keys(ContractKeys.Header.self), "Health": keys(ContractKeys.Health.self),
            "Case": keys(ContractKeys.Case.self), "Error": keys(ContractKeys.Thrown.self),
            "Reject": keys(ContractKeys.Reject.self), "State": keys(ContractKeys.Given.self),
            "Step": keys(ContractKeys.Step.self), "Scenario": keys(ContractKeys.Scenario.self),
        ]
        let documented = try Self.documented()
        #expect(Set(documented.keys) == Set(known.keys))
        for (heading, expected) in known { #expect(documented[heading] == expected, "\(heading)") }
    }

    @Test func documentsEveryObjectOfTheSchema() throws {
        let documented = Set(Self.objects.values.joined().map(\.description))
        var found: Set<String> = []
        func visit(_ json: JSON, _ pointer: JSONPointer) {
            // A key that a condition forbids is not documented.
            let members = json["properties"]?.objectValue?.filter { $0.value != .bool(false) } ?? []
            // A schema has the standard's keys, and below 'returns' one more, which is explained in the prose.
            let isCondition =
                pointer.description == "/$defs/schema" || pointer.tokens.contains("dependentSchemas")
                || pointer.tokens.suffix(2) == ["additionalProperties", "then"]
                || pointer.tokens.last == "properties"
            if !members.isEmpty, !isCondition { found.insert(pointer.description) }
            for (name, value) in json.objectValue ?? [:] { visit(value, pointer.appending(name)) }
            for (index, value) in (json.arrayValue ?? []).enumerated() { visit(value, pointer.appending(index)) }
        }
        visit(try Self.schema(), .root)
        #expect(found.subtracting(documented) == [])
    }

    @Test func namesEveryEnumerationValue() throws {
        let article = try Self.article()
        var words: [String] = []
        func visit(_ json: JSON) {
            words += json["enum"]?.arrayValue?.compactMap(\.stringValue) ?? []
            json.objectValue?.forEach { visit($0.value) }
            json.arrayValue?.forEach(visit)
        }
        visit(try Self.schema())
        #expect(words.count > 15)
        #expect(words.filter { !article.contains("`\($0)`") } == [])
    }

    @Test func listsTheNamesOfCredentials() throws {
        let article = try Repository.text(of: "Sources/HTTPRecording/HTTPRecording.docc/RecordingSafely.md")
        for name in CredentialNames.all { #expect(article.contains("`\(name)`"), "\(name)") }
    }
}
