import HTTPRecording
import JSONSchema
import Testing

@testable import ContractAuthoring

/// Shell word splitting and curl options. Each expectation was compared with bash and curl.
@Suite struct CurlTests {
    @Test(arguments: [
        (#"a 'b c' "d e""#, ["a", "b c", "d e"]), (#"a\ b c"#, ["a b", "c"]), ("a \\\n  b", ["a", "b"]),
        (#""a\"b\\c\d$e""#, [#"a"b\c\d$e"#]), ("''", [""]), (#"a''b"#, ["ab"]), (#"'a'"'"'b'"#, ["a'b"]),
        (#"$'a\'b\n\t\x41\u00e9\U0001F600\101\\'"#, ["a'b\n\tAé😀A\\"]), (#"$'\xc3\xa9'"#, ["é"]),
        (#"$'\ud83d\ude00'"#, ["😀"]), (#"a#b #c"#, ["a#b"]), ("a | b", ["a"]), ("a; b", ["a"]), ("a > b", ["a"]),
        ("a \\\r\n b", ["a", "b"]), ("a\nb", ["a"]),
    ])
    func splitsWords(_ text: String, _ words: [String]) throws { #expect(try ShellWords(text).words == words) }

    @Test func parsesCombinedShortOptions() throws {
        let call = try CurlCommand([
            "-sSXPUT", "-d{\"a\":1}", "-HContent-Type: application/json", "https://a.example/x",
        ]).call().call
        #expect(call.method == "PUT")
        #expect(call.body == .json(["a": 1]))
        #expect(call.headers == ["Content-Type": "application/json"])
    }

    @Test func rejectsAnOptionValueAfterAnEqualsSign() {
        #expect { try CurlCommand(["--data=s3cret", "https://a.example"]) } throws: {
            "\($0)" == "curl takes the value of '--data' as the next word, not after '='"
        }
    }

    @Test func sendsAnEmptyForm() throws {
        let call = try CurlCommand(["-d", "", "https://a.example"]).call().call
        #expect(call.method == "POST")
        #expect(call.body == .form([]))
        #expect(call.headers == ["Content-Type": "application/x-www-form-urlencoded"])
    }

    @Test func combinesRepeatedDataOptions() throws {
        let call = try CurlCommand([
            "-d", "a=1", "--data-urlencode", "b=x&y", "--data-urlencode", "=c d", "https://a.example",
        ])
        .call().call
        #expect(call.method == "POST")
        #expect(
            call.body
                == .form([.init(name: "a", value: "1"), .init(name: "b", value: "x&y"), .init(name: "c d", value: "")]))
    }

    @Test func putsDataInTheQueryOfAGet() throws {
        let call = try CurlCommand(["-G", "-d", "q=a+b", "--data-urlencode", "r=a+b", "https://a.example/s?p=1"]).call()
            .call
        #expect(call.method == "GET")
        #expect(
            call.query == [
                .init(name: "p", value: "1"), .init(name: "q", value: "a b"), .init(name: "r", value: "a+b"),
            ])
    }

    @Test func setsTheHeadersOfAJSONBody() throws {
        let call = try CurlCommand(["--json", "{\"a\":", "--json", "1}", "https://a.example"]).call().call
        #expect(call.body == .json(["a": 1]))
        #expect(call.headers.fields.map(\.name) == ["Content-Type", "Accept"])
    }

    @Test func encodesTheUserOptionAsBasicAuthentication() throws {
        // printf 'ada:secret' | base64
        let call = try CurlCommand(["-u", "ada:secret", "https://a.example"]).call().call
        #expect(call.headers == ["Authorization": "Basic YWRhOnNlY3JldA=="])
    }

    @Test(arguments: [
        (["-d", "@body.json"], "application/x-www-form-urlencoded"), (["--json", "@body.json"], "application/json"),
        (["--data-binary", "@-", "-H", "Content-Type: text/xml"], "text/xml"),
        (["-d", "a=1", "-d", "@-"], "application/x-www-form-urlencoded"),
        (["--data-urlencode", "name@file"], "application/x-www-form-urlencoded"),
    ])
    func sendsAFileAsABody(_ words: [String], type: String) throws {
        let call = try CurlCommand(words + ["https://a.example/x"]).call().call
        #expect(call.method == "POST")
        #expect(call.body == .other(type))
        #expect(try CurlCommand(["-X", "PATCH"] + words + ["https://a.example/x"]).call().call.method == "PATCH")
        #expect(try CurlCommand(["-G"] + words + ["https://a.example/x"]).call().call.method == "GET")
    }

    @Test func encodesURLCredentialsAsBasicAuthentication() throws {
        // printf 'ada:s3:cret' | base64
        let call = try CurlCommand(["https://ada:s3%3Acret@a.example/x#top"]).call().call
        #expect(call.origin == "https://a.example")
        #expect(call.segments == ["x"])
        #expect(call.headers == ["Authorization": "Basic YWRhOnMzOmNyZXQ="])
        do {
            _ = try CurlCommand(["ftp://ada:s3cret@a.example/x?key=s3cret"]).call()
            Issue.record("it was read")
        } catch {
            #expect("\(error)".contains("'ftp://a.example/x'"))
            #expect(!"\(error)".contains("s3cret"))
        }
    }

    /// The paths that a server received from curl.
    @Test(arguments: [
        ("/a/../b", "/b"), ("/a/./b", "/a/b"), ("/a/b/..", "/a/"), ("/a/b/.", "/a/b/"), ("/../x", "/x"),
        ("/a//../b", "/a/b"), ("/a/...", "/a/..."), ("/..", "/"), ("/a/b/../../../c?d=../e", "/c"), ("", "/"),
    ])
    func removesDotSegmentsFromThePath(_ path: String, _ sent: String) throws {
        let call = try CurlCommand(["https://a.example" + path]).call().call
        #expect("/" + call.segments.joined(separator: "/") == sent)
    }

    @Test func keepsDotSegmentsIfAsked() throws {
        #expect(
            try CurlCommand(["--path-as-is", "https://a.example/a/../b"]).call().call.segments == ["a", "..", "b"])
    }

    @Test func addsURLQueryOptionsToTheQuery() throws {
        let call = try CurlCommand([
            "--url-query", "a=x&y", "--url-query", "+b=1&c=2", "--url-query", "d@file", "https://a.example/?p=0",
        ]).call()
        #expect(call.call.query.map(\.name) == ["p", "a", "b", "c"])
        #expect(call.call.query.map(\.value) == ["0", "x&y", "1", "2"])
        #expect(call.omissions.map(\.reason) == ["the file's content is not read"])
    }

    @Test(arguments: [
        "curl https://a.example", "$ curl -s x", "#!/bin/sh\n# see\n\n  curl https://a.example\n", "\n\r\ncurl\\\n x",
    ])
    func findsTheCommandAfterCommentsAndPrompts(_ text: String) throws {
        #expect(CurlImport.recognises(text))
        #expect(try CurlImport.words(of: text).words.count > 0)
        #expect(!CurlImport.recognises("# curl https://a.example\nopenapi: 3.0.0\n"))
    }

    @Test(arguments: [
        (
            "https://hooks.slack.com/services/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",
            "/services/T024BE7LD/B024BE7LH/{token}", "8cLnKXQFz1QmXbTg9yZq0aWe"
        ),
        (
            "https://api.telegram.org/bot110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw9/getMe", "/bot{token}/getMe",
            "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw9"
        ),
        (
            "https://discord.com/api/webhooks/10/Ab3dEf6hIj9kLm2nOp5q", "/api/webhooks/{id}/{token}",
            "Ab3dEf6hIj9kLm2nOp5q"
        ),
        ("https://a.example/v1/tracks/4iV5W9uYEdYUVa79Axb7Rh", "/v1/tracks/4iV5W9uYEdYUVa79Axb7Rh", "no secret"),
        ("https://a.example/robots/bot12:short", "/robots/bot12:short", "no secret"),
    ])
    func keepsPathSecretsOutOfTheContract(_ url: String, path: String, secret: String) throws {
        let imported = try CurlImport.draft(["-d", "a=1", url], ImportOptions())
        let endpoint = try #require(imported.draft.endpoints.first)
        #expect(endpoint.request.path == path)
        #expect(!"\(imported)".contains(secret))
        if path.contains("{token}") {
            #expect(endpoint.arguments["token"] == ["type": "string", "format": "password"])
            #expect(imported.variables.map(\.use) == ["the path"])
        } else {
            #expect(imported.variables.isEmpty)
        }
    }

    @Test func parsesMultipartFormOptions() throws {
        let words = [
            "-F", "title=Tea; hot", "-F", "cover=@a/b.png;type=image/png", "-F", "meta={\"a\":1};type=application/json",
            "--form-string", "at=@x", "https://a.example/up",
        ]
        let call = try CurlCommand(words).call().call
        #expect(call.method == "POST")
        #expect(
            call.body
                == .multipart([
                    .init(name: "title", filename: nil, mediaType: nil, content: .text("Tea; hot")),
                    .init(name: "cover", filename: "b.png", mediaType: "image/png", content: .file),
                    .init(name: "meta", filename: nil, mediaType: "application/json", content: .json(["a": 1])),
                    .init(name: "at", filename: nil, mediaType: nil, content: .text("@x")),
                ]))
    }

    @Test func recognizesXMLTextBinaryAndGraphQLBodies() throws {
        func body(_ type: String, _ data: String) throws -> ObservedCall.Body {
            try CurlCommand(["-H", "Content-Type: \(type)", "--data-binary", data, "https://a.example/x"]).call().call
                .body
        }
        #expect(try body("text/xml", "<a/>") == .xml("<a/>"))
        #expect(try body("text/plain", "tea") == .text("tea"))
        #expect(try body("image/png", "PNG") == .bytes(Array("PNG".utf8)))
        #expect(
            try body("application/json", #"{"query": "query A { a }", "variables": {"b": 1}}"#)
                == .graphql(.init(document: "query A { a }", variables: ["b": 1], operationName: nil, operation: "A")))
    }

    @Test(arguments: [
        (["-F", "a=<b", "https://a.example"], "the file's content is not read"),
        (["-d", "@body.json", "https://a.example"], "the file's content is not read"),
        (["-b", "cookies.txt", "https://a.example"], "cookie files are not read"),
        (["-T", "a.bin", "https://a.example"], "the uploaded file is not read"),
        (["api.example.com/x"], "the URL has no scheme; https was assumed"),
        (["-d", "{\"a\":1}", "https://a.example"], "curl sends this JSON as a form"),
    ])
    func reportsOmittedParts(_ words: [String], _ reason: String) throws {
        let omissions = try CurlCommand(words).call().omissions
        #expect(omissions.contains { $0.reason.contains(reason) })
    }
}
