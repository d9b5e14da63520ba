import ContractChecking
import Foundation
import HTTPRecording
import HealthTestSupport
import TestSupport

@testable import ContractHealth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A service with one endpoint, its recording, and a fake server.
final class Notes: Sendable {
    static let body = #"[{"id":"n1","title":"one","color":"red"},{"id":"n2","title":"two","color":"blue"}]"#

    private let folder: TemporaryFolder

    /// - Parameters:
    ///   - health: the `health` member of the endpoint, with a leading comma.
    ///   - arguments: the arguments of the case.
    init(method: String = "GET", health: String = "", arguments: String = "{}", recording: Bool = true) throws {
        folder = try TemporaryFolder()
        for path in ["Contracts/notes", "Recordings/notes"] {
            try FileManager.default.createDirectory(
                atPath: folder.path(path), withIntermediateDirectories: true)
        }
        let argument = arguments == "{}" ? "" : #""arguments": { "key": { "type": "string", "format": "password" } },"#
        let header = arguments == "{}" ? "" : #", "headers": { "X-Key": "{key}" }"#
        try folder.write(
            """
            { "service": "notes", "origin": "https://notes.example.com",
              "models": { "Note": {
                "schema": { "type": "object", "required": ["id", "title"],
                  "properties": { "id": { "type": "string" }, "title": { "type": "string" },
                                  "color": { "type": ["string", "null"] } } },
                "properties": { "id": "/id", "title": "/title", "color": "/color" } } },
              "endpoints": { "list": { \(argument)
                "request": { "method": "\(method)", "path": "/notes"\(header) },
                "responses": { "200": { "content": "application/json",
                  "schema": { "type": "array", "items": { "$ref": "#/models/Note/schema" } }, "models": { "/*": "Note" } } },
                "cases": [ { "name": "all", "status": 200, "arguments": \(arguments), "health": true } ]\(health) } } }
            """, to: "Contracts/notes/contract.json")
        guard recording else { return }
        let exchange = HTTPExchange(
            request: RecordedRequest(method: method, url: "https://notes.example.com/notes"),
            response: RecordedResponse(
                status: 200, headers: ["Content-Type": "application/json"], body: Array(Self.body.utf8)))
        try folder.write(
            String(decoding: Recording(entries: [exchange]).serialized(), as: UTF8.self),
            to: "Recordings/notes/list.all.har")
    }

    struct Note: Decodable {
        let id: String
        let title: String
        let color: String?
    }

    func thresholds(_ options: HealthOptions) throws -> Thresholds? { targets(options).first?.thresholds }

    /// Returns the endpoint as a target.
    func targets(_ options: HealthOptions) -> [HealthTarget] {
        let suite = ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings"), services: [])
        return HealthTarget.all(in: suite, options)
    }

    /// Observes the endpoint once.
    ///
    /// - Parameters:
    ///   - sending: the method that the client sends.
    ///   - body: the body that the client sends.
    ///   - answer: returns the response to the n-th request, from 0.
    func observe(
        _ options: HealthOptions = .unhurried, sending method: String = "GET", body: Data? = nil,
        environment: [String: String] = [:], sleeps: Box<[Duration]> = Box([]),
        answer: @escaping @Sendable (Int) throws -> (status: Int, body: String)
    ) async throws -> EndpointObservation? {
        let url = folder.url
        let build: Endpoint.Builder = { arguments in
            guard let url = URL(string: "https://notes.example.com/notes") else { throw URLError(.badURL) }
            var request = URLRequest(url: url)
            request.httpMethod = method
            request.httpBody = body
            if let key: String = try? arguments["key"] { request.setValue(key, forHTTPHeaderField: "X-Key") }
            return request
        }
        let suite = ContractSuite(
            contracts: url.appendingPathComponent("Contracts"), recordings: url.appendingPathComponent("Recordings")
        ) {
            Service("notes") {
                Model("Note", decoding: Note.self)
                Endpoint("list", build) { arguments, transport in
                    try await transport.send(try build(arguments)).1.statusCode
                }
            }
        }
        var live = Options()
        live.environment = environment
        live.servers.transport = Answering(answer: answer)
        let targets = HealthTarget.all(in: suite, options)
        return try await HealthObserver(targets, options, live: live) { time in sleeps.change { $0.append(time) } }
            .observe().first
    }
}

/// Returns responses without a network.
private struct Answering: Transport {
    let answer: @Sendable (Int) throws -> (status: Int, body: String)
    private let count = Box(0)

    init(answer: @escaping @Sendable (Int) throws -> (status: Int, body: String)) { self.answer = answer }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let (status, body) = try answer(
            count.change { count in
                count += 1
                return count - 1
            })
        guard let url = request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: nil, headerFields: ["Content-Type": "application/json"])
        else { throw URLError(.badURL) }
        return (Data(body.utf8), response)
    }
}
