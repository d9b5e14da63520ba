import ContractChecking
import Foundation
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Creates a request to the notes service.
func notesRequest(_ path: String, method: String = "GET", token: String? = nil) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "https://notes.example.com" + path)))
    request.httpMethod = method
    if let token { request.setValue(token, forHTTPHeaderField: "X-Token") }
    return request
}

/// Returns the findings of a check of one endpoint, its request check by default, as `rule: message`.
func requestFindings(
    arguments: String, request: String, given: String, responses: String = #"{ "204": {} }"#,
    rejects: String = "[]", of check: String = "notes/request/call",
    _ build: @escaping @Sendable (Arguments) throws -> URLRequest
) async throws -> [String] {
    let folder = try NotesFolder(
        contract: """
            { "service": "notes", "origin": "https://notes.example.com", "endpoints": { "call": {
                "arguments": \(arguments), "request": \(request), "responses": \(responses), "rejects": \(rejects),
                "cases": [ { "name": "one", "status": 204, "arguments": \(given) } ] } } }
            """)
    let suite = ContractSuite(
        contracts: folder.url.appendingPathComponent("Contracts"),
        recordings: folder.url.appendingPathComponent("Recordings")
    ) { Service("notes") { Endpoint("call", build) } }
    let report = await suite.verify(Options(mode: .replay))
    let found = try #require(report.checks.first { $0.check.id == check })
    try #require(found.outcome != .skipped)
    return found.findings.map { "\($0.rule): \($0.message)" }
}

/// Percent-encodes a string for a path segment or a query value.
func escaped(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
