import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Which values are tried on a builder, and what none of them may do to its request.
struct HostileArgumentTests {
    @Test func asksOnlyForInjectionWhereTheSchemaForbidsTheValue() async throws {
        let arguments =
            #"{ "id": { "type": "string", "pattern": "^[0-9]+$" }, "token": { "type": "string", "pattern": "^[a-z]+$" } }"#
        let request = """
            { "method": "GET", "path": "/notes/{id}", "query": { "after": "{id}" }, "headers": { "Authorization": "Bearer {token}" } }
            """
        let given = #"{ "id": "7", "token": "abc" }"#
        let sound = try await requestFindings(arguments: arguments, request: request, given: given) { arguments in
            let id: String = try arguments["id"]
            let url = try #require(URL(string: "https://notes.example.com/notes")).appendingPathComponent(id)
            var components = try #require(URLComponents(url: url, resolvingAgainstBaseURL: true))
            components.queryItems = [URLQueryItem(name: "after", value: id)]
            var request = URLRequest(url: try #require(components.url))
            request.setValue("Bearer \(try arguments["token"] as String)", forHTTPHeaderField: "Authorization")
            return request
        }
        #expect(sound == [])
        let led = try await requestFindings(arguments: arguments, request: request, given: given) { arguments in
            let id: String = try arguments["id"]
            let text =
                id.hasPrefix("https:")
                ? id : "https://notes.example.com/notes/\(escaped(id))?after=\(escaped(id))"
            var request = URLRequest(url: try #require(URL(string: text)))
            request.setValue("Bearer \(try arguments["token"] as String)", forHTTPHeaderField: "Authorization")
            return request
        }
        #expect(led.map { $0.prefix(16) } == ["request.origin: "])
    }

    /// Foundation on Linux leaves out a header with a line break where it is set alone, and sends it where all are set at once.
    @Test(arguments: [
        (#"{ "type": "string", "pattern": "^[!-~]+$" }"#, "Authorization", false),
        (#"{ "type": "string", "format": "password" }"#, "Authorization", false),
        (#"{ "type": "string" }"#, "X-Note", true),
    ])
    func onlyATextThatMayHoldALineBreakHasToBeGuarded(schema: String, header: String, isFound: Bool) async throws {
        let isSecret = schema.contains("password")
        let found = try await requestFindings(
            arguments: #"{ "text": \#(schema) }"#,
            request: #"{ "method": "GET", "path": "/notes", "headers": { "\#(header)": "Token {text}" } }"#,
            given: isSecret ? #"{ "text": "{env:NOTES_TOKEN}" }"# : #"{ "text": "abc" }"#
        ) { arguments in
            var request = try notesRequest("/notes")
            request.allHTTPHeaderFields = [header: "Token \(try arguments["text"] as String)"]
            return request
        }
        let message = "request.header: the header '\(header)' carries a line break or NUL, which ends it on the wire"
        #expect(found.count == (isFound ? 1 : 0))
        #expect(found.allSatisfy { $0.hasPrefix(message) })
    }

    /// Far beyond its bounds no value is tried: what converts it is sound for all that comes.
    @Test(arguments: [(#", "maximum": 360000000"#, 0), ("", 1)])
    func triesNumbersWithinTheirBoundsAndBesideThem(bound: String, count: Int) async throws {
        struct Trap: Error {}
        let found = try await requestFindings(
            arguments: #"{ "ms": { "type": "integer", "minimum": 0\#(bound) } }"#,
            request: #"{ "method": "GET", "path": "/notes/{ms}" }"#, given: #"{ "ms": 7 }"#
        ) { arguments in
            let milliseconds: Int = try arguments["ms"]
            // Stands for a trap, which would end the tests.
            guard milliseconds <= 360_000_001 else { throw Trap() }
            return try notesRequest("/notes/\(milliseconds)")
        }
        #expect(found.count == count, "\(found)")
    }
}
