import ContractChecking
import ContractFormat
import ContractServing
import Foundation
import HTTPRecording
import JSONSchema
import TestSupport

/// A lending library, as a contract with two recorded cases and a recorded scenario.
final class Library: Sendable {
    private let folder: TemporaryFolder

    /// - Parameter contentType: the header field of a recorded book.
    init(_ contract: String = Library.contract, contentType: String = "application/json") throws {
        folder = try TemporaryFolder()
        try folder.write(contract, to: "Contracts/library/contract.json")
        try record(
            "book.known",
            [
                exchange(
                    "GET", "/books/1", #"{"id":1,"title":"Emma","pages":512}"#, token: "{header:Authorization}",
                    contentType: contentType)
            ])
        try record(
            "signIn.right",
            [exchange("POST", "/session", #"{"token":"t"}"#, body: #"{"name":"ada","password":"{env:RIGHT}"}"#)])
        try record(
            "signIn.wrong",
            [exchange("POST", "/session", "", status: 403, body: #"{"name":"ada","password":"{env:WRONG}"}"#)])
        try record(
            "lend and return",
            [
                exchange("GET", "/loans", #"{"loans":[]}"#),
                exchange("POST", "/loans", #"{"id":"L1"}"#, status: 201, body: #"{"book":1,"days":14}"#),
                exchange("GET", "/loans", #"{"loans":[{"id":"L1","book":1,"days":14}]}"#),
            ])
    }

    var suite: ContractSuite {
        ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings"), services: [])
    }

    func served(seed: UInt64 = 0, environment: [String: String] = [:]) -> ServedContracts {
        var behaviour = ServedContracts.Behaviour()
        behaviour.seed = seed
        behaviour.environment = environment
        return ServedContracts(suite.loaded.value.services, behaviour: behaviour)
    }

    private func record(_ name: String, _ exchanges: [HTTPExchange]) throws {
        try folder.write(
            String(decoding: Recording(entries: exchanges).serialized(), as: UTF8.self),
            to: "Recordings/library/\(name).har")
    }

    private func exchange(
        _ method: String, _ path: String, _ answer: String, status: Int = 200, token: String? = nil,
        body: String? = nil, contentType: String = "application/json"
    ) -> HTTPExchange {
        var headers: HeaderFields = [:]
        if let token { headers["Authorization"] = token }
        if body != nil { headers["Content-Type"] = "application/json" }
        return HTTPExchange(
            request: RecordedRequest(
                method: method, url: "https://api.library.example\(path)", headers: headers,
                body: body.map { Array($0.utf8) }),
            response: RecordedResponse(
                status: status, headers: answer.isEmpty ? [:] : ["Content-Type": contentType],
                body: Array(answer.utf8)))
    }

    static let contract = #"""
        {
          "service": "library",
          "origin": "https://api.library.example",
          "$defs": {
            "loan": {
              "type": "object", "required": ["id", "book", "days"],
              "properties": { "id": { "type": "string" }, "book": { "type": "integer" }, "days": { "type": "integer", "minimum": 1 },
                              "note": { "type": "string" } }
            }
          },
          "models": {
            "Book": {
              "schema": { "type": "object", "required": ["id", "title"],
                          "properties": { "id": { "type": "integer" }, "title": { "type": "string" }, "pages": { "type": "integer", "minimum": 1 } } },
              "examples": [ { "id": 7, "title": "Persuasion", "pages": 249 } ]
            }
          },
          "endpoints": {
            "book": {
              "arguments": { "id": { "type": "integer", "minimum": 1 } },
              "request": { "method": "GET", "path": "/books/{id}", "headers": { "Authorization": { "type": "string" } } },
              "responses": { "200": { "schema": { "$ref": "#/models/Book/schema" }, "models": { "": "Book" } } },
              "cases": [ { "name": "known", "status": 200, "arguments": { "id": 1 } } ]
            },
            "shelf": {
              "arguments": { "room": { "type": ["string", "null"] }, "limit": { "type": ["integer", "null"] } },
              "request": { "method": "GET", "path": "/shelf", "query": { "room": "{room}", "limit": "{limit}" } },
              "responses": { "200": { "schema": { "type": "array", "items": { "$ref": "#/models/Book/schema" } }, "models": { "/*": "Book" } } },
              "cases": []
            },
            "signIn": {
              "arguments": { "name": { "type": "string" }, "password": { "type": "string", "format": "password" } },
              "request": { "method": "POST", "path": "/session", "body": { "name": "{name}", "password": "{password}" } },
              "responses": { "200": { "schema": { "type": "object", "required": ["token"] } }, "403": {} },
              "cases": [
                { "name": "right", "status": 200, "arguments": { "name": "ada", "password": "{env:RIGHT}" } },
                { "name": "wrong", "status": 403, "arguments": { "name": "ada", "password": "{env:WRONG}" } }
              ]
            },
            "loans": {
              "request": { "method": "GET", "path": "/loans" },
              "responses": { "200": { "schema": { "type": "object", "required": ["loans"],
                "properties": { "loans": { "type": "array", "items": { "$ref": "#/$defs/loan" } } } } } },
              "cases": []
            },
            "lend": {
              "arguments": { "book": { "type": "integer" }, "days": { "type": "integer", "minimum": 1, "maximum": 28 } },
              "request": { "method": "POST", "path": "/loans", "body": { "book": "{book}", "days": "{days}" } },
              "responses": { "201": { "schema": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } } } },
              "cases": []
            },
            "loan": {
              "arguments": { "id": { "type": "string" } },
              "request": { "method": "GET", "path": "/loans/{id}" },
              "responses": { "200": { "schema": { "$ref": "#/$defs/loan" } }, "404": { "schema": { "type": "object", "required": ["error"],
                "properties": { "error": { "const": "no such loan" } } } } },
              "cases": []
            },
            "giveBack": {
              "arguments": { "id": { "type": "string" } },
              "request": { "method": "DELETE", "path": "/loans/{id}" },
              "responses": { "204": {} },
              "cases": []
            }
          },
          "scenarios": {
            "lend and return": [
              { "endpoint": "loans" },
              { "endpoint": "lend", "arguments": { "book": 1, "days": 14 } },
              { "endpoint": "loans" }
            ]
          }
        }
        """#
}

extension ServedContracts {
    /// Sends a request like a client of the contract.
    func ask(_ method: String, _ target: String, headers: HeaderFields = [:], body: String? = nil) -> RecordedResponse {
        var headers = headers
        if body != nil { headers["Content-Type"] = "application/json" }
        return answer(
            RecordedRequest(method: method, url: target, headers: headers, body: body.map { Array($0.utf8) }))
    }
}

extension RecordedResponse {
    var json: JSON {
        get throws { try JSON(parsing: body) }
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}
