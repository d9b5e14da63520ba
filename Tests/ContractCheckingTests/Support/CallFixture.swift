import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A service with an endpoint `call` and recordings, which can run its checks.
struct CallFixture {
    /// The members of the endpoint, as JSON text.
    var endpoint: String
    /// Additional members of the contract, as JSON text.
    var members = ""
    /// Recorded exchanges, by the name of their case or scenario.
    var recordings: [String: [HTTPExchange]] = [:]
    var models: [Model] = []
    /// Other endpoints: contract members as JSON text with a trailing comma, and their bindings.
    var others: (contract: String, bindings: [Endpoint]) = ("", [])

    static func exchange(
        _ method: String = "GET", _ path: String, headers: HeaderFields = [:], sent: String? = nil, status: Int = 200,
        answering: HeaderFields = ["Content-Type": "application/json"], _ body: String
    ) -> HTTPExchange {
        HTTPExchange(
            request: RecordedRequest(
                method: method, url: "https://notes.example.com\(path)", headers: headers,
                body: sent.map { Array($0.utf8) }),
            response: RecordedResponse(
                status: status, headers: body.isEmpty ? [:] : answering, body: Array(body.utf8)))
    }

    /// Runs the checks that match the globs, which are relative to `notes/`.
    func report(
        _ only: [String], mode: Mode = .replay, transport: (any Transport)? = nil, deadline: Double = 30,
        _ endpoint: Endpoint
    ) async throws -> Report {
        let contract = """
            { "service": "notes", "origin": "https://notes.example.com", \(members)
              "endpoints": { \(others.contract) "call": { \(self.endpoint) } } }
            """
        let folder = try NotesFolder(contract: contract)
        for (name, entries) in recordings {
            let recording = Recording(
                entries: entries,
                provenance: Recording.Provenance(origin: "https://notes.example.com", provider: .local))
            try folder.write(
                String(decoding: recording.serialized(), as: UTF8.self), to: "Recordings/notes/\(name).har")
        }
        let suite = ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) {
            Service("notes") {
                models.map(Binding.model)
                others.bindings.map(Binding.endpoint)
                endpoint
            }
        }
        var options = Options(mode: mode, only: only.map { "notes/\($0)" })
        options.servers.transport = transport
        options.deadline = deadline
        let report = await suite.verify(options)
        try #require(!report.checks.isEmpty)
        // Only a reported contract fault may cause a skipped check.
        let isStopped = report.findings.contains { $0.rule == "contract.fault" }
        for check in report.checks where check.outcome == .skipped {
            try #require(isStopped, "\(check.check): \(check.reason ?? "")")
        }
        return report
    }
}

/// Answers every request with the same closure.
struct Answering: Transport {
    let answer: @Sendable (URLRequest) throws -> (status: Int, body: String)

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let (status, body) = try answer(request)
        let url = try #require(request.url)
        let response = try #require(
            HTTPURLResponse(
                url: url, statusCode: status, httpVersion: "HTTP/1.1",
                headerFields: ["Content-Type": "application/json"])
        )
        return (Data(body.utf8), response)
    }
}
