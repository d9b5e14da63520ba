import JSONSchema
import Testing

@testable import ContractAuthoring

/// How a shell parts words, and what curl makes of them; each expectation was compared with bash and curl.
@Suite struct CurlTests {
    @Test(arguments: [
        (#"a 'b c' "d e""#, ["a", "b c", "d e"]), (#"a\ b c"#, ["a b", "c"]), ("a \\\n  b", ["a", "b"]),
        (#""a\"b\\c\d$e""#, [#"a"b\c\d$e"#]), ("''", [""]), (#"a''b"#, ["ab"]), (#"'a'"'"'b'"#, ["a'b"]),
        (#"$'a\'b\n\t\x41\u00e9\U0001F600\101\\'"#, ["a'b\n\tAé😀A\\"]), (#"$'\xc3\xa9'"#, ["é"]),
        (#"$'\ud83d\ude00'"#, ["😀"]), (#"a#b #c"#, ["a#b"]), ("a | b", ["a"]), ("a; b", ["a"]), ("a > b", ["a"]),
        ("a \\\r\n b", ["a", "b"]), ("a\nb", ["a"]),
    ])
    func partsWords(_ text: String, _ words: [String]) throws { #expect(try ShellWords(text).words == words) }

    @Test func takesCombinedLetters() throws {
        let call = try CurlCommand([
            "-sSXPUT", "-d{\"a\":1}", "-HContent-Type: application/json", "https://a.example/x",
        ]).call().call
        #expect(call.method == "PUT")
        #expect(call.body == .json(["a": 1]))
        #expect(call.headers == [.init(name: "Content-Type", value: "application/json")])
    }

    @Test func joinsData() throws {
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

    @Test func setsTheHeadersOfJSON() throws {
        let call = try CurlCommand(["--json", "{\"a\":", "--json", "1}", "https://a.example"]).call().call
        #expect(call.body == .json(["a": 1]))
        #expect(call.headers.map(\.name) == ["Content-Type", "Accept"])
    }

    @Test func makesCredentialsOfAUser() throws {
        // printf 'ada:secret' | base64
        let call = try CurlCommand(["-u", "ada:secret", "https://a.example"]).call().call
        #expect(call.headers == [.init(name: "Authorization", value: "Basic YWRhOnNlY3JldA==")])
    }

    @Test(arguments: [
        (["-F", "a=@b", "https://a.example"], "a multipart body cannot be said in a contract"),
        (["-d", "@body.json", "https://a.example"], "the file's content is not read"),
        (["-b", "cookies.txt", "https://a.example"], "a file of cookies is not read"),
        (["-T", "a.bin", "https://a.example"], "the uploaded file is not read"),
        (["api.example.com/x"], "the URL has no scheme; https was assumed"),
        (["-d", "{\"a\":1}", "https://a.example"], "curl sends this JSON as a form"),
    ])
    func tellsWhatItLeavesOut(_ words: [String], _ reason: String) throws {
        let omissions = try CurlCommand(words).call().omissions
        #expect(omissions.contains { $0.reason.contains(reason) })
    }
}
