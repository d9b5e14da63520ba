import ContractChecking
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a mailbox, sound or with one flaw in what a call returns, or in a part of a shared list.
package enum Postbox: String, FlawedClient {
    case sound
    case losesTheSender, losesTheLastTopic, mixesUpTheLabels

    package static let service = "postbox"

    package static let contract = """
        { "service": "postbox", "origin": "\(origin)",
          "models": {
            "Rules": { "schema": { "type": "object", "required": ["words", "labels"], "properties": {
                "words": { "type": "array", "items": { "type": "string" } },
                "labels": { "type": "array", "items": { "type": "string" } } } },
              "properties": { "rules[].word": "/words/*", "rules[].label": "/labels/*" },
              "examples": [ { "words": ["Spring", "Sea"], "labels": ["garden", "harbour"] } ] } },
          "endpoints": {
            "key": { "request": { "method": "GET", "path": "/key" },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object", "required": ["box"],
                "properties": { "box": { "type": "integer" } } } } } },
            "open": { "uses": ["key"], "cases": [ { "name": "today", "status": 200 } ] },
            "newest": { "arguments": { "box": { "type": "integer" } },
              "request": { "method": "GET", "path": "/boxes/{box}" },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object",
                "required": ["from", "topics"], "properties": { "from": { "type": "string" },
                  "topics": { "type": "array", "items": { "type": "string" } } } } } },
              "cases": [ { "name": "one", "status": 200, "arguments": { "box": 7 }, "returns": { "properties": {
                "sender": { "type": "string" }, "topics": { "prefixItems": [ {}, { "const": "Sea" } ] } } } } ] } },
          "scenarios": { "mail": [
            { "endpoint": "open", "case": "today", "capture": { "box": "body:/box" } },
            { "endpoint": "newest", "arguments": { "box": "{box}" }, "status": 200 } ] } }
        """

    package static var exchanges: [String: [HTTPExchange]] {
        let key = exchange("/key", #"{"box":7}"#)
        let newest = exchange("/boxes/7", #"{"from":"Ada","topics":["Spring","Sea"]}"#)
        return ["open.today": [key], "newest.one": [newest], "mail": [key, newest]]
    }

    package var finding: (message: String, rule: String)? {
        switch self {
        case .sound: nil
        case .losesTheSender: ("sender", "client.returns")
        case .losesTheLastTopic: ("topics", "client.returns")
        case .mixesUpTheLabels: ("label", "model.wrong-value")
        }
    }

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("postbox") {
                Model(
                    "Rules",
                    data: { data in Rules(try decode(RulesBody.self, data), isMixed: self == .mixesUpTheLabels) })
                Endpoint("key") { _ in URLRequest(url: try Self.url("/key")) }
                Endpoint("open") { _, transport in try await load("/key", as: Key.self, transport).box }
                Endpoint("newest") { arguments in
                    URLRequest(url: try Self.url("/boxes/\(try arguments["box"] as Int)"))
                } call: { arguments, transport in
                    let body = try await load(
                        "/boxes/\(try arguments["box"] as Int)", as: LetterBody.self, transport)
                    return Letter(
                        sender: self == .losesTheSender ? nil : body.from,
                        topics: self == .losesTheLastTopic ? Array(body.topics.prefix(1)) : body.topics)
                }
            }
        }
    }

    private struct Key: Decodable, Sendable { let box: Int }

    private struct LetterBody: Decodable {
        let from: String
        let topics: [String]
    }

    private struct Letter: Sendable {
        let sender: String?
        let topics: [String]
    }

    private struct RulesBody: Decodable {
        let words: [String]
        let labels: [String]
    }

    private struct Rules: Sendable {
        struct Rule: Sendable {
            let word: String
            let label: String
        }

        let rules: [Rule]

        init(_ body: RulesBody, isMixed: Bool) {
            rules = zip(body.words, isMixed ? body.labels.reversed() : body.labels).map { Rule(word: $0, label: $1) }
        }
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ data: Data) throws -> Value {
        try JSONDecoder().decode(type, from: data)
    }

    private func load<Value: Decodable>(_ target: String, as type: Value.Type, _ transport: any Transport) async throws
        -> Value
    {
        try decode(type, try await transport.send(URLRequest(url: try Self.url(target))).0)
    }
}
