import ContractChecking
import Foundation
import HTTPRecording

/// A client with a model whose default only its schema knows, one whose inner type has a property of its own, and a call
/// of two GraphQL requests; right, or with one flaw.
package enum Shelf: String, CaseIterable {
    case sound
    case assumesAnotherSize, leavesOutAField, hidesLabels

    package static let contract = """
        { "service": "shelf", "origin": "https://shelf.example.com",
          "models": {
            "Page": {
              "schema": { "type": "object",
                "properties": { "size": { "type": ["integer", "string"], "default": "many" } } },
              "strictness": "shape",
              "examples": [ { "size": 5 } ]
            },
            "Post": {
              "schema": { "type": "object", "required": ["owner", "editor", "labels"],
                "properties": { "owner": \(person), "editor": \(person),
                  "labels": { "type": "array", "items": { "type": "string" } } } },
              "examples": [ { "owner": { "login": "ann" }, "editor": { "login": "bob" }, "labels": ["red", "blue"] } ]
            }
          },
          "endpoints": {
            "ask": {
              "arguments": { "field": { "type": "string" } },
              "request": { "method": "POST", "path": "/graphql", "headers": { "Content-Type": "application/json" },
                "graphql": { "document": "\(document)", "variables": { "field": "{field}" } } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } }
            },
            "fill": { "uses": ["ask"], "cases": [ { "name": "both", "status": 200 } ] }
          } }
        """

    private static let person =
        #"{ "type": "object", "required": ["login"], "properties": { "login": { "type": "string" } } }"#
    private static let document = "query Find($field: String!) { find(field: $field) }"

    package static func body(_ field: String) -> String {
        #"{"query":"\#(document)","variables":{"field":"\#(field)"}}"#
    }

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("shelf") {
                Model("Page") { json in page(json) }
                Model("Post") { json in post(json) }
                Endpoint("ask") { try request($0["field"]) }
                Endpoint("fill") { _, transport in
                    for field in self == .leavesOutAField ? ["books"] : ["books", "prices"] {
                        _ = try await transport.send(try request(field))
                    }
                }
            }
        }
    }

    private struct Page { let size: AnyHashable }

    private func page(_ json: [String: Any]) -> Page {
        if let count = json["size"] as? Int { return Page(size: count) }
        if let word = json["size"] as? String { return Page(size: word) }
        return Page(size: self == .assumesAnotherSize ? 20 : "many")
    }

    private struct Person {
        let login: String
        var isFollowed = false

        init?(json: Any?) {
            guard let json = json as? [String: Any], let login = json["login"] as? String else { return nil }
            self.login = login
        }
    }

    private struct Post { let owner: Person, editor: Person, labels: [String] }

    private func post(_ json: [String: Any]) -> Post? {
        guard let owner = Person(json: json["owner"]), let editor = Person(json: json["editor"]),
            let labels = json["labels"] as? [String]
        else { return nil }
        let shown = self == .hidesLabels ? labels.filter { !$0.hasPrefix("_") } : labels
        return Post(owner: owner, editor: editor, labels: shown)
    }

    private func request(_ field: String) throws -> URLRequest {
        guard let url = URL(string: "https://shelf.example.com/graphql") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONSerialization.data(
            withJSONObject: ["query": Self.document, "variables": ["field": field]])
        return request
    }
}
