import ContractChecking
import ContractFormat
import ContractServing
import Foundation
import HTTPRecording
import JSONSchema
import Testing

/// Responses made up from a contract, for recordings and for `serve`.
struct MadeAnswerTests {
    /// Returns the response body of the endpoint `call`.
    private func body(_ response: String, models: String = "{}", path: String = "/things") throws -> [UInt8] {
        let contract = try contract(
            """
            "models": \(models), "endpoints": {"call": {"request": {"method": "GET", "path": "\(path)"},
            "responses": {"200": \(response)}, "cases": [{"name": "one", "status": 200}]}}
            """)
        let request = RecordedRequest(method: "GET", url: path)
        guard case .call(let call) = RequestRouter([contract]).route(request) else {
            Issue.record("no endpoint takes \(path)")
            return []
        }
        return MadeUpResponses(of: [(contract, SampleStrings())]).response(to: call).body
    }

    private func json(_ schema: String, models: String = "{}") throws -> JSON {
        try JSON(parsing: body(#"{"schema": \#(schema)}"#, models: models))
    }

    @Test(arguments: [#"{"prefix": "25504446"}"#, #"{"minLength": 8}"#, #"{"prefix": "25504446", "minLength": 3}"#])
    func makesUpBytesThatAreNotText(rule: String) throws {
        let bytes = try body(#"{"bytes": \#(rule)}"#)
        #expect(bytes.starts(with: rule.contains("prefix") ? Array("%PDF".utf8) : []))
        #expect(bytes.count >= 5)
        #expect(String(validating: bytes, as: UTF8.self) == nil)
    }

    @Test(arguments: [
        (#"{"date": "dd.MM.yyyy HH:mm"}"#, "string", #"^[0-9]{2}\.0[1-8]\.2026 1[0-7]:30$"#),
        (#""epoch-seconds""#, "integer", "^17[0-9]{8}$"), (#""epoch-milliseconds""#, "string", "^17[0-9]{8}000$"),
        (#""boolean""#, "string", "^true$"), (#""number""#, "string", "^[0-9.]+$"), (#""base64""#, "string", "^//6A$"),
    ])
    func makesUpValuesThatTheirPropertyCanConvert(conversion: String, type: String, pattern: String) throws {
        let model =
            #"{"schema": {"type": "object", "required": ["begins"], "properties": {"begins": {"type": "\#(type)"}}}, "properties": {"start": {"pointer": "/begins", "as": \#(conversion)}}}"#
        let reference = ##"{"$ref": "#/models/Thing/schema"}"##
        let one = try json(reference, models: #"{"Thing": \#(model)}"#)
        let many = try json(#"{"type": "array", "items": \#(reference)}"#, models: #"{"Thing": \#(model)}"#)
        let values = [one["begins"]] + (many.arrayValue ?? []).map { $0["begins"] }
        #expect(values.count > 1)
        for text in values.map({ $0?.plainText ?? "missing" }) {
            #expect(text.firstMatch(of: try Regex(pattern)) != nil, "\(text)")
        }
    }

    /// A post with replies and an origin would otherwise contain hundreds of posts.
    @Test func makesUpAFewLevelsOfAnObjectWithinItself() throws {
        let post = """
            {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"},
            "replies": {"type": "array", "items": {"$ref": "#/models/Post/schema"}},
            "origin": {"anyOf": [{"$ref": "#/models/Post/schema"}, {"type": "null"}]}}}
            """
        let made = try json(##"{"$ref": "#/models/Post/schema"}"##, models: #"{"Post": {"schema": \#(post)}}"#)
        var deepest = 0
        made.forEachValue { place, _ in
            deepest = max(deepest, place.tokens.count { $0 == "replies" || $0 == "origin" })
        }
        #expect(deepest > 0 && deepest < 5, "\(made.text())")
    }

    @Test func makesUpDictionariesWithMatchingKeys() throws {
        let dictionary = try json(
            """
            {"type": "object", "additionalProperties": {"type": "object", "required": ["id"],
            "properties": {"id": {"type": "string"}, "name": {"type": "string"}}}}
            """)
        let members = try #require(dictionary.objectValue)
        #expect(!members.isEmpty)
        for (key, value) in members { #expect(value["id"] == .string(key)) }
        let byPattern = try json(#"{"type": "object", "patternProperties": {"^[A-Z]{3}$": {"type": "number"}}}"#)
        let names = byPattern.objectValue?.keys ?? []
        #expect(!names.isEmpty && names.allSatisfy { $0.wholeMatch(of: /[A-Z]{3}/) != nil })
        #expect(try json(#"{"type": "object"}"#) == [:])
    }

    @Test func givesAChangedResourceTheMembersThatAreSent() throws {
        let note = """
            {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}, "title": {"type": ["string", "null"]},
            "tags": {"type": "array", "items": {"type": "string"}}, "size": {"type": "integer"}}}
            """
        let contract = try contract(
            """
            "models": {"Note": {"schema": \(note), "examples": [{"id": "n-1", "size": 3}]}}, "endpoints": {"change": {
            "arguments": {"id": {"type": "string"}, "title": {"type": ["string", "null"]}, "labels": {"type": "array"}},
            "request": {"method": "PATCH", "path": "/notes/{id}", "body": {"title": "{title}", "tags": "{labels}"}},
            "responses": {"200": {"schema": {"$ref": "#/models/Note/schema"}, "headers": {"ETag": {"type": "string"}}}},
            "cases": [{"name": "one", "status": 200,
            "arguments": {"id": "n-1", "title": null, "labels": []}}]}}
            """)
        let request = RecordedRequest(
            method: "PATCH", url: "/notes/n-7", headers: ["Content-Type": "application/json"],
            body: Array(#"{"title": "Milk", "tags": ["a"], "notes": 5}"#.utf8))
        guard case .call(let call) = RequestRouter([contract]).route(request) else {
            Issue.record("no endpoint takes the change")
            return
        }
        #expect(!call.mismatches.isEmpty)
        let response = MadeUpResponses(of: [(contract, SampleStrings())]).response(to: call)
        let tag = try #require(response.headers["ETag"])
        #expect(tag.count > 2 && tag.hasPrefix("\"") && tag.hasSuffix("\""), "\(tag)")
        let made = try JSON(parsing: response.body)
        #expect(made["id"] == "n-7" && made["title"] == "Milk" && made["tags"] == ["a"], "\(made.text())")
        #expect(made["notes"] == nil && made["size"] == 3, "\(made.text())")
    }
}

/// Loads a contract from a string.
private func contract(_ members: String) throws -> Contract {
    let text = #"{"service": "made", "origin": "https://made.example", \#(members)}"#
    let loaded = ContractLoader.load(
        bytes: Array(text.utf8), file: URL(fileURLWithPath: "/made/contract.json"), service: "made")
    try #require(loaded.faults == [], "\(loaded.faults)")
    return try #require(loaded.contract)
}
