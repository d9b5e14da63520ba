import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Object arguments, whose members are compared by their own schemas.
struct ObjectArgumentTests {
    /// Foundation writes UUIDs in uppercase and dates in UTC, at any depth of an argument.
    @Test func comparesMembersOfAnObjectByTheirFormats() async throws {
        struct Step: Codable { var recipe: UUID, at: Date, note: String }
        let schema = """
            { "type": "object", "required": ["recipe", "at", "note"], "properties": {
              "recipe": { "type": "string", "format": "uuid" }, "at": { "type": "string", "format": "date-time" },
              "note": { "type": "string" } } }
            """
        func found(_ change: @escaping @Sendable (inout Step) -> Void) async throws -> [String] {
            try await requestFindings(
                arguments: #"{ "steps": { "type": "array", "items": \#(schema) } }"#,
                request: #"{ "method": "POST", "path": "/notes", "body": { "steps": "{steps}" } }"#,
                given: """
                    { "steps": [{ "recipe": "0f6f5d1c-6a0c-4b11-9f2e-3f0a8f627a10", "at": "2026-11-20T10:00:00+01:00",
                      "note": "first" }] }
                    """
            ) { arguments in
                var steps: [Step] = try arguments["steps"]
                for index in steps.indices { change(&steps[index]) }
                let encoder = JSONEncoder()
                encoder.dateEncodingStrategy = .iso8601
                var request = try notesRequest("/notes")
                request.httpMethod = "POST"
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                request.httpBody = try encoder.encode(["steps": steps])
                return request
            }
        }
        #expect(try await found { _ in } == [])
        let moved = try await found { $0.at += 3600 }
        #expect(moved.contains { $0.contains("the body differs at '/steps/0/at'") }, "\(moved)")
        #expect(!moved.contains { $0.contains("/recipe'") }, "\(moved)")
    }

    /// The same code writes all values of a dictionary.
    @Test func reportsWrongDictionaryValuesOnce() async throws {
        func found(_ more: Int) async throws -> [String] {
            try await requestFindings(
                arguments: """
                    { "sizes": { "type": "object", "additionalProperties": { "type": "object", "required": ["amount"],
                      "properties": { "amount": { "type": "integer", "minimum": 0, "maximum": 100 } } } } }
                    """,
                request: #"{ "method": "POST", "path": "/notes", "body": { "sizes": "{sizes}" } }"#,
                given: #"{ "sizes": { "small": { "amount": 1 } } }"#
            ) { arguments in
                let sizes: [String: [String: Int]] = try arguments["sizes"]
                var request = try notesRequest("/notes")
                request.httpMethod = "POST"
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                request.httpBody = try JSONEncoder().encode(
                    ["sizes": sizes.mapValues { $0.mapValues { $0 + more } }])
                return request
            }
        }
        #expect(try await found(0) == [])
        let wrong = try await found(1)
        #expect(wrong.count == 1, "\(wrong)")
    }
}
