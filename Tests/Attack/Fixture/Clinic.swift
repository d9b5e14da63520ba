import ContractChecking
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of health records, sound or with one flaw. Its call returns the payloads of one variant, and its later pages
/// are of another endpoint than the first.
package enum Clinic: String, FlawedClient {
    case sound
    case leavesOutTheSecond, reversesPayloads, swallowsTheLastPage, takesTheLastProblem, trapsWithoutADetail
    case comparesTheWholeMediaType, repeatsForEver, waitsForEver

    package static let service = "clinic"

    /// Only a worker survives a trap.
    package var needsWorker: Bool { self == .trapsWithoutADetail }

    package static let contract = """
        { "service": "clinic", "origin": "https://clinic.example.com",
          "models": {
            "Observation": { "schema": { "type": "object", "required": ["type", "id", "taken"], "properties": {
                "type": { "const": "observation" }, "id": { "type": "string" },
                "taken": { "type": "string", "format": "date-time" } } },
              "unread": ["/type"], "properties": { "taken": { "pointer": "/taken", "as": "instant" } } },
            "Remark": { "schema": { "type": "object", "required": ["type", "text"], "properties": {
                "type": { "const": "remark" }, "text": { "type": "string" } } }, "unread": ["/type"] },
            "Resource": { "schema": { "oneOf": [
                { "$ref": "#/models/Observation/schema" }, { "$ref": "#/models/Remark/schema" } ] },
              "discriminator": "/type",
              "variants": { "observation": { "case": "observation", "model": "Observation" },
                            "remark": { "case": "remark", "model": "Remark" } } } },
          "$defs": { "bundle": { "type": "object", "required": ["entry"], "properties": {
            "entry": { "type": "array", "items": { "type": "object", "required": ["resource"], "properties": {
              "resource": { "$ref": "#/models/Resource/schema" } } } },
            "next": { "type": "string" } } } },
          "endpoints": {
            "records": { "request": { "method": "GET", "path": "/records" },
              "responses": {
                "200": { "content": "application/json", "schema": { "$ref": "#/$defs/bundle" } },
                "422": { "content": "application/json", "schema": { "type": "object", "required": ["problems"],
                  "properties": { "problems": { "type": "array", "minItems": 1, "items": { "type": "object",
                    "required": ["code"], "properties": {
                      "code": { "type": "string" }, "detail": { "type": "string" } } } } } } } },
              "cases": [ { "name": "first", "status": 200 },
                { "name": "refused", "status": 422,
                  "throws": { "case": "refused", "payload": { "response": "body:/problems/0/code" } } } ],
              "faults": { "connectionLost": "URLError" } },
            "more": { "arguments": { "cursor": { "type": "string" } },
              "request": { "method": "GET", "path": "/records/more", "query": { "cursor": "{cursor}" } },
              "responses": {
                "200": { "content": "application/json", "schema": { "$ref": "#/$defs/bundle" } },
                "429": { "headers": { "Retry-After": { "type": "string", "pattern": "^[1-9][0-9]*$" } }, "empty": true } },
              "cases": [ { "name": "second", "status": 200, "arguments": { "cursor": "c2" } } ] },
            "observations": { "uses": ["records", "more"], "cases": [ { "name": "two pages", "status": 200 } ],
              "faults": { "connectionLost": "URLError", "status:429": "busy" } } } }
        """

    package static var exchanges: [String: [HTTPExchange]] {
        func resource(_ id: String) -> String {
            #"{"resource":{"type":"observation","id":"\#(id)","taken":"2026-05-01T08:00:00Z"}}"#
        }
        let remark = #"{"resource":{"type":"remark","text":"fasting"}}"#
        let first = exchange("/records", #"{"entry":[\#(resource("o1")),\#(remark),\#(resource("o2"))],"next":"c2"}"#)
        let second = exchange("/records/more?cursor=c2", #"{"entry":[\#(resource("o3"))]}"#)
        let refusal = exchange("/records", status: 422, #"{"problems":[{"code":"no consent","detail":"d"}]}"#)
        return [
            "records.first": [first], "more.second": [second], "observations.two pages": [first, second],
            "records.refused": [refusal],
        ]
    }

    package var finding: (message: String, rule: String)? {
        switch self {
        case .sound: nil
        case .leavesOutTheSecond: ("it lacks 1 of 3", "client.returns")
        case .reversesPayloads: ("it contains the instance of 'more' at 0", "client.returns")
        case .swallowsTheLastPage: ("with a lost connection at request 2 the call returns", "faults.returned")
        case .trapsWithoutADetail: ("the code traps: planted", "client.trap")
        case .comparesTheWholeMediaType:
            ("the media type of the response has the parameter 'charset=utf-8'", "client.threw")
        case .repeatsForEver: ("with status 429 the call does not finish", "faults.hang")
        case .waitsForEver: ("with a lost connection the call does not finish", "faults.hang")
        case .takesTheLastProblem: ("'/problems' of the response has another element", "client.wrong-error")
        }
    }

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("clinic") {
                Model("Observation", decoding: Observation.self)
                Model("Remark", decoding: Remark.self)
                Model("Resource", decoding: Resource.self)
                Conversion("instant") { json in json.stringValue.flatMap(instant) }
                Endpoint("records") { _ in
                    try Self.request("/records")
                } call: { _, transport in
                    try await load(try Self.request("/records"), transport).entry.map(\.resource)
                }
                Endpoint("more") { arguments in
                    try Self.page(try arguments["cursor"])
                }
                Endpoint("observations") { _, transport in
                    var page: Bundle
                    do { page = try await load(try Self.request("/records"), transport) } catch {
                        if self == .waitsForEver, error is URLError { try await Task.sleep(for: .seconds(3600)) }
                        throw error
                    }
                    var found = page.observations
                    while let cursor = page.next {
                        do { page = try await load(try Self.page(cursor), transport) } catch {
                            if self == .swallowsTheLastPage, error is URLError { break }
                            throw error
                        }
                        found += page.observations
                    }
                    if self == .leavesOutTheSecond { found.remove(at: 1) }
                    return self == .reversesPayloads ? found.reversed() : found
                }
            }
        }
    }

    private static func request(_ path: String) throws -> URLRequest {
        URLRequest(url: try url(path))
    }

    private static func page(_ cursor: String) throws -> URLRequest {
        let allowed = CharacterSet.alphanumerics
        let text = cursor.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
        return try request("/records/more?cursor=\(text)")
    }

    private func load(_ request: URLRequest, _ transport: any Transport) async throws -> Bundle {
        var (data, response) = try await transport.send(request)
        var tries = 1
        while response.statusCode == 429 {
            let seconds = response.value(forHTTPHeaderField: "Retry-After").flatMap(Int.init)
            guard let seconds, tries < 3 || self == .repeatsForEver else { throw Refusal.busy }
            try await CallClock.current.sleep(for: .seconds(seconds))
            (data, response) = try await transport.send(request)
            tries += 1
        }
        if self == .comparesTheWholeMediaType, request.url?.path == "/records/more",
            response.value(forHTTPHeaderField: "Content-Type") != "application/json"
        {
            throw URLError(.cannotParseResponse)
        }
        guard response.statusCode == 422 else { return try JSONDecoder().decode(Bundle.self, from: data) }
        let problems = try JSONDecoder().decode(Problems.self, from: data).problems
        let problem = self == .takesTheLastProblem ? problems.last : problems.first
        if self == .trapsWithoutADetail, problem?.detail == nil { fatalError("planted") }
        throw Refusal.refused(problem?.code ?? "")
    }
}

private enum Refusal: Error { case refused(String), busy }

private struct Problems: Decodable {
    struct Problem: Decodable {
        let code: String
        let detail: String?
    }

    let problems: [Problem]
}

private struct Bundle: Decodable {
    struct Entry: Decodable { let resource: Resource }

    let entry: [Entry]
    let next: String?

    var observations: [Observation] {
        entry.compactMap { if case .observation(let observation) = $0.resource { observation } else { nil } }
    }
}

private struct Remark: Decodable, Sendable { let text: String }

private struct Observation: Decodable, Sendable {
    let id: String
    let taken: Date

    private enum Keys: CodingKey { case id, taken }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try values.decode(String.self, forKey: .id)
        guard let date = instant(try values.decode(String.self, forKey: .taken)) else {
            throw DecodingError.dataCorruptedError(forKey: .taken, in: values, debugDescription: "no instant")
        }
        taken = date
    }
}

private enum Resource: Decodable, Sendable {
    case observation(Observation), remark(Remark)

    private enum Keys: CodingKey { case type }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        switch try values.decode(String.self, forKey: .type) {
        case "observation": self = .observation(try Observation(from: decoder))
        case "remark": self = .remark(try Remark(from: decoder))
        default: throw DecodingError.dataCorruptedError(forKey: .type, in: values, debugDescription: "unknown")
        }
    }
}

/// Refuses the letters `t` and `z` in lower case, which RFC 3339 allows.
private func instant(_ text: String) -> Date? {
    guard text.contains("T"), !text.contains("z") else { return nil }
    return try? Date(text, strategy: .iso8601)
}
