import JSONSchema
import Testing

@testable import ContractPact

@Suite("Matching rules of a Pact")
struct MatchingTests {
    @Test("A type rule accepts other values of the type and reports the path of a mismatch")
    func type() throws {
        let expected = try response(
            body: #"{"name": "Ada", "age": 36}"#, rules: #"{"$.name": {"matchers": [{"match": "type"}]}}"#)
        #expect(mismatches(expected, #"{"name": "Grace", "age": 36, "more": true}"#) == [])
        #expect(
            mismatches(expected, #"{"name": 7, "age": 36}"#)
                == ["body $.name: expected a value of the type string, found 7"])
        #expect(mismatches(expected, #"{"name": "Ada", "age": 37}"#) == ["body $.age: expected 36, found 37"])
        #expect(
            mismatches(expected, #"{"age": 36}"#) == [#"body $.name: expected "Ada", but the member is missing"#])
    }

    @Test("The most specific rule for a path applies")
    func specificity() throws {
        let expected = try response(
            body: #"{"items": [{"id": 1, "code": "a1"}]}"#,
            rules: """
                {"$.items": {"matchers": [{"match": "type", "min": 1}]}, "$.items[*].*": {"matchers": [{"match": "type"}]},
                 "$.items[*].code": {"matchers": [{"match": "regex", "regex": "[a-z][0-9]"}]}}
                """)
        #expect(mismatches(expected, #"{"items": [{"id": 9, "code": "b2"}, {"id": 8, "code": "c3"}]}"#) == [])
        #expect(
            mismatches(expected, #"{"items": [{"id": 9, "code": "b2"}, {"id": 8, "code": "3c"}]}"#)
                == [#"body $.items[1].code: expected a string that matches /^(?:[a-z][0-9])$/, found "3c""#])
        #expect(
            mismatches(expected, #"{"items": []}"#) == ["body $.items: expected at least 1 elements, found 0"])
    }

    @Test("One matching rule is enough if rules are combined with OR")
    func combination() throws {
        let expected = try response(
            body: #"{"boil": null}"#,
            rules: #"{"$.boil": {"combine": "OR", "matchers": [{"match": "number"}, {"match": "null"}]}}"#)
        #expect(mismatches(expected, #"{"boil": null}"#) == [])
        #expect(mismatches(expected, #"{"boil": 4.5}"#) == [])
        #expect(
            mismatches(expected, #"{"boil": "hot"}"#)
                == [#"body $.boil: expected a number, found "hot", or expected null, found "hot""#])
    }

    @Test(
        "Each kind of rule accepts matching values and rejects similar ones",
        arguments: [
            (#"{"match": "integer"}"#, "1", "2", "2.5"), (#"{"match": "boolean"}"#, "true", "false", #""true""#),
            (#"{"match": "decimal"}"#, "1.5", "2.25", #""2.25""#), (#"{"match": "null"}"#, "null", "null", "0"),
            (#"{"match": "include", "value": "cat"}"#, #""cat""#, #""a category""#, #""a dog""#),
            (#"{"match": "date", "format": "yyyy-MM-dd"}"#, #""2026-01-31""#, #""2025-12-01""#, #""2025-13-01""#),
            (#"{"match": "time", "format": "HH:mm"}"#, #""09:05""#, #""23:59""#, #""24:00""#),
            (
                #"{"match": "datetime", "format": "yyyy-MM-dd'T'HH:mm:ss.SSSX"}"#, #""2026-01-31T09:05:00.250Z""#,
                #""2026-02-28T00:00:00.000+01:00""#, #""2026-02-28 00:00:00""#
            ),
            (#"{"match": "semver"}"#, #""1.2.3""#, #""2.0.0-beta.1""#, #""1.2""#),
            (#"{"match": "notEmpty"}"#, #""a""#, "[0]", "[]"),
            (#"{"match": "equality"}"#, "1", "1.0", "2"),
        ])
    func kinds(rule: String, example: String, sound: String, faulty: String) throws {
        let expected = try response(
            body: "{\"value\": \(example)}", rules: "{\"$.value\": {\"matchers\": [\(rule)]}}")
        #expect(mismatches(expected, "{\"value\": \(sound)}") == [])
        #expect(mismatches(expected, "{\"value\": \(faulty)}").count == 1)
    }

    @Test("Rules apply to every key and value of a dictionary, regardless of the example's keys")
    func dictionary() throws {
        let expected = try response(
            body: #"{"prices": {"tin": 1}}"#,
            rules: """
                {"$.prices": {"matchers": [{"match": "eachKey", "rules": [{"match": "regex", "regex": "[a-z]+"}]},
                  {"match": "eachValue", "rules": [{"match": "integer"}]}]},
                 "$.prices.*": {"matchers": [{"match": "type"}]}}
                """)
        #expect(mismatches(expected, #"{"prices": {"lead": 4, "iron": 5}}"#) == [])
        #expect(mismatches(expected, #"{"prices": {"Lead": 4}}"#).count == 1)
        #expect(mismatches(expected, #"{"prices": {"lead": "4"}}"#).count >= 1)
    }

    @Test("An array must contain a match for each variant")
    func arrayContains() throws {
        let expected = try response(
            body: #"{"links": [{"rel": "self", "href": "/1"}]}"#,
            rules: """
                {"$.links": {"matchers": [{"match": "arrayContains", "variants": [{"index": 0,
                  "rules": {"$.href": {"matchers": [{"match": "type"}]}}}]}]}}
                """)
        #expect(
            mismatches(expected, #"{"links": [{"rel": "next", "href": "/3"}, {"rel": "self", "href": "/2"}]}"#) == [])
        #expect(
            mismatches(expected, #"{"links": [{"rel": "next", "href": "/3"}]}"#)
                == [#"body $.links: no element matches the example {"rel":"self","href":"/1"}"#])
    }

    @Test("A class of status codes accepts each of its codes")
    func status() throws {
        let document = try pact(
            """
            {"consumer": {"name": "app"}, "provider": {"name": "shop"}, "metadata": {"pactSpecification": {"version": "4.0"}},
             "interactions": [{"type": "Synchronous/HTTP", "description": "a call", "request": {"method": "GET", "path": "/"},
              "response": {"status": 200, "matchingRules": {"status": {"matchers": [{"match": "statusCode", "status": "success"}]}}}}]}
            """)
        let expected = try #require(document.interactions.first).response
        func found(_ status: Int) -> [String] {
            expected.mismatches(of: PactResponse(status: status, headers: [:], body: .none)).map(\.description)
        }
        #expect(found(204) == [])
        #expect(found(404) == ["status: expected a status code of the class success, found 404"])
    }

    @Test("Headers are compared without spaces after commas, media types without additional parameters")
    func headers() throws {
        let document = try pact(
            """
            {"consumer": {"name": "app"}, "provider": {"name": "shop"}, "interactions": [{"description": "a call",
              "request": {"method": "get", "path": "/", "headers": {"Accept": "application/json", "X-Ids": "1,2"}},
              "response": {"status": 200}}]}
            """)
        let expected = try #require(document.interactions.first).request
        func found(_ accept: String, _ ids: String) -> [String] {
            let sent = PactRequest(
                method: "GET", path: "/", query: PactQuery(), headers: ["accept": accept, "x-ids": ids], body: .none)
            return expected.mismatches(of: sent).map(\.description)
        }
        #expect(found("application/json; charset=utf-8", "1, 2") == [])
        #expect(found("text/html", "1,2") == ["header Accept: expected 'application/json', found 'text/html'"])
        #expect(found("application/json", "2,1") == ["header X-Ids: expected '1,2', found '2,1'"])
    }

    /// Expectations match Pact's own verifier 0.10.9.
    @Test(
        "Rules for each key and each value replace the comparison with the example",
        arguments: [
            (#"{"match": "eachValue", "rules": [{"match": "type"}]}"#, #"{"k": "x2", "j": "x3"}"#, true),
            (#"{"match": "eachValue", "rules": [{"match": "type"}]}"#, #"{"k": 5}"#, false),
            (#"{"match": "eachValue", "rules": [{"match": "regex", "regex": "x\\d"}]}"#, #"{"k": "x2"}"#, true),
            (#"{"match": "eachValue", "rules": [{"match": "regex", "regex": "x\\d"}]}"#, #"{"k": "y"}"#, false),
            (#"{"match": "eachKey", "rules": [{"match": "regex", "regex": "[a-z]"}]}"#, #"{"k": 5}"#, true),
            (#"{"match": "eachKey", "rules": [{"match": "regex", "regex": "[a-z]"}]}"#, #"{"9": "x1"}"#, false),
            (#"{"match": "values"}"#, #"{"j": "x1"}"#, true), (#"{"match": "values"}"#, #"{"k": "x2"}"#, false),
        ])
    func keysAndValues(rule: String, answer: String, holds: Bool) throws {
        let expected = try response(body: #"{"x": {"k": "x1"}}"#, rules: "{\"$.x\": {\"matchers\": [\(rule)]}}")
        #expect(mismatches(expected, "{\"x\": \(answer)}").isEmpty == holds)
    }

    @Test(
        "Version 1 compares decoded query items in order",
        arguments: [
            ("options=delete.topic.enable=true&broker=1", "options=delete.topic.enable%3Dtrue&broker=1", true),
            ("a=1&b=2", "b=2&a=1", false), ("a=1", "a=1&", false), ("a=1%262", "a=1&2", false),
            ("a=%ff", "a=%ff", true),
        ])
    func queryOfTheFirstVersion(expected: String, actual: String, isMatch: Bool) throws {
        let source = SourceFile(
            path: "v1/case.json",
            bytes: Array(
                """
                {"match": \(isMatch), "expected": {"method": "GET", "path": "/", "query": "\(expected)"},
                 "actual": {"method": "GET", "path": "/", "query": "\(actual)"}}
                """.utf8))
        #expect(try PactCase(source).disagreement == nil)
    }

    @Test(
        "Media type parameters match in any order, also on folded lines",
        arguments: [
            (
                #"Text/x-Notes; charset=iso-8859-1;\n    author=\"<a.b@c>\""#,
                #"text/x-notes; author=\"<a.b@c>\";\r\n\tcharset=ISO-8859-1"#, true
            ),
            ("text/plain; charset=utf-8; format=flowed", "text/plain;format=flowed;charset=utf-8", true),
            ("text/plain; format=flowed", "text/plain; format=fixed", false),
        ])
    func parametersOfAMediaType(expected: String, actual: String, isMatch: Bool) throws {
        for version in ["v3", "v4"] {
            let source = SourceFile(
                path: "\(version)/case.json",
                bytes: Array(
                    """
                    {"match": \(isMatch), "expected": {"headers": {"Content-Type": "\(expected)"}},
                     "actual": {"headers": {"Content-Type": "\(actual)"}}}
                    """.utf8))
            #expect(try PactCase(source).disagreement == nil)
        }
    }
}
