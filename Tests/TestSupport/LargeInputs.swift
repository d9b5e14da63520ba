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
