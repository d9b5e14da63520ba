import ContractChecking
import Foundation
import Testing

/// Optional arguments that are left out together.
struct LeftOutArgumentTests {
    private func rules(
        _ items: @escaping @Sendable (String?, String?, String?) -> [(String, String?)]
    ) async throws -> [String] {
        let text = #"{ "type": ["string", "null"] }"#
        return try await requestFindings(
            arguments: #"{ "a": \#(text), "b": \#(text), "c": \#(text) }"#,
            request: #"{ "method": "GET", "path": "/notes", "query": { "a": "{a}", "b": "{b}", "c": "{c}" } }"#,
            given: #"{ "a": "x", "b": "y", "c": "z" }"#
        ) { arguments in
            let pairs = items(try arguments["a"], try arguments["b"], try arguments["c"]).compactMap { name, value in
                value.map { "\(name)=\(escaped($0))" }
            }
            return try notesRequest("/notes" + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")))
        }.map { String($0.prefix { $0 != ":" }) }
    }

    @Test func findsAnArgumentLostWithoutTheOthers() async throws {
        #expect(try await rules { [("a", $0), ("b", $1), ("c", $2)] } == [])
        let lost = try await rules { a, b, c in [("a", a), ("b", b), ("c", a == nil && b == nil ? nil : c)] }
        #expect(lost == ["request.query"])
        let made = try await rules { a, b, c in
            [("a", a == nil && b == nil && c == nil ? "all" : a), ("b", b), ("c", c)]
        }
        #expect(made == ["request.query"])
    }
}
