/// Valid inputs of any size, for tests that processing time grows linearly.
package enum LargeInputs {
    /// Returns an `accepted.json` whose entries match no finding.
    package static func accepted(entries count: Int) -> String {
        let entries = (0..<count).map { number in
            """
            {"rule": "model.unread", "place": "elements/model/Element\(number)", "fingerprint": "*",
             "reason": "known", "author": "Ada", "expires": "2099-01-01"}
            """
        }
        return #"{"accepted": [\#(list(entries))]}"#
    }

    /// Returns a Pact whose interactions differ only in a number.
    package static func pact(interactions count: Int) -> String {
        let interactions = (0..<count).map { number in
            """
            {"description": "item \(number)", "request": {"method": "GET", "path": "/items/\(number)"},
             "response": {"status": 200, "headers": {"Content-Type": "application/json"},
              "body": {"id": \(number), "name": "Item \(number)"}}}
            """
        }
        return """
            {"consumer": {"name": "app"}, "provider": {"name": "shop"}, "interactions": [\(list(interactions))],
             "metadata": {"pactSpecification": {"version": "2.0.0"}}}
            """
    }

    /// Returns an OpenAPI document of objects that may each contain every other one, or null.
    package static func document(ofObjects count: Int) -> String {
        let schemas = objects(count) { ##"{"anyOf": [{"$ref": "#/components/schemas/M\##($0)"}, {"type": "null"}]}"## }
        return ##"""
            {"openapi": "3.1.0", "info": {"title": "net", "version": "1"},
             "servers": [{"url": "https://net.example.com"}],
             "paths": {"/a": {"get": {"operationId": "a", "responses": {"200": {"description": "a", "content": {
               "application/json": {"schema": {"$ref": "#/components/schemas/M0"}}}}}}}},
             "components": {"schemas": {\##(list(schemas.map { "\"\($0.name)\": \($0.schema)" }))}}}
            """##
    }

    /// Returns a contract of models with a list of every other model.
    package static func contract(ofObjects count: Int) -> String {
        let schemas = objects(count) { ##"{"type": "array", "items": {"$ref": "#/models/M\##($0)/schema"}}"## }
        let models = schemas.map { "\"\($0.name)\": {\"schema\": \($0.schema), \"examples\": [{}]}" }
        return """
            {"service": "net", "origin": "https://net.example.com", "models": {\(list(models))}, "endpoints": {}}
            """
    }

    private static func objects(_ count: Int, _ member: (Int) -> String) -> [(name: String, schema: String)] {
        (0..<count).map { own in
            let members = (0..<count).filter { $0 != own }.map { "\"m\($0)\": \(member($0))" }
            return ("M\(own)", #"{"type": "object", "properties": {\#(list(members))}}"#)
        }
    }

    /// Returns a schema with `count` `dependentSchemas`. ``object(members:)`` has all their members.
    package static func dependentSchemas(_ count: Int) -> String {
        #"{"type": "object", "dependentSchemas": {"# + list((0..<count).map { #""k\#($0)": {"minProperties": 1}"# })
            + "}}"
    }

    /// Returns a schema with `count` dynamic anchors and a reference to each.
    package static func dynamicAnchors(_ count: Int) -> String {
        let anchors = (0..<count).map { #""d\#($0)": {"$dynamicAnchor": "a\#($0)", "type": "integer"}"# }
        let references = (0..<count).map { ##""k\##($0)": {"$dynamicRef": "#a\##($0)"}"## }
        return """
            {"$id": "https://schemas.example.com/many", "$defs": {\(list(anchors))}, "properties": {\(list(references))}}
            """
    }

    /// Returns an object with `count` integers, named `k0` and so on.
    package static func object(members count: Int) -> String {
        "{" + list((0..<count).map { #""k\#($0)": 1"# }) + "}"
    }

    /// Returns the contract of a service whose only model requires `count` members.
    package static func contract(requiring count: Int) -> String {
        """
        {"service": "shop", "origin": "https://shop.example.com", "models": {"Thing": {"schema": {"type": "object",
           "required": [\(list((0..<count).map { "\"k\($0)\"" }))],
           "properties": {\(list((0..<count).map { #""k\#($0)": {"type": "integer"}"# }))}},
          "examples": [\(object(members: count))]}},
         "endpoints": {"thing": {"request": {"method": "GET", "path": "/thing"},
          "responses": {"200": {"schema": {"$ref": "#/models/Thing/schema"}, "models": {"": "Thing"}}},
          "cases": [{"name": "one", "status": 200}]}}}
        """
    }

    /// Returns a HAR with `count` GET requests.
    package static func har(entries count: Int, url: (Int) -> String) -> String {
        let entries = (0..<count).map { number in
            """
            {"startedDateTime": "2026-01-01T00:00:00.000Z", "time": 1, "cache": {},
             "timings": {"send": 0, "wait": 1, "receive": 0},
             "request": {"method": "GET", "url": "\(url(number))", "httpVersion": "HTTP/1.1", "cookies": [],
              "headers": [], "queryString": [], "headersSize": -1, "bodySize": -1},
             "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [],
              "headers": [{"name": "Content-Type", "value": "application/json"}],
              "content": {"size": 12, "mimeType": "application/json", "text": "{\\"id\\": \(number)}"},
              "redirectURL": "", "headersSize": -1, "bodySize": -1}}
            """
        }
        return """
            {"log": {"version": "1.2", "creator": {"name": "test", "version": "1"}, "entries": [\(list(entries))]}}
            """
    }

    private static func list(_ elements: [String]) -> String { elements.joined(separator: ", ") }
}
