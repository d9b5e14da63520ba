import Foundation
import Testing

@testable import ContractAuthoring

struct OtherCommandTests {
    private func words(of text: String) throws -> [String] { try CurlImport.words(of: text).words }

    @Test(arguments: [
        ("wget https://a.example/x", ["https://a.example/x"]),
        (
            #"wget -qO- --header='Accept: application/json' --header "X-Key: k" 'https://a.example/x?y=1'"#,
            ["-H", "Accept: application/json", "-H", "X-Key: k", "https://a.example/x?y=1"]
        ),
        (
            #"wget --quiet --method=PUT --body-data '{"a": 1}' --output-document - https://a.example/x"#,
            ["-X", "PUT", "--data-raw", #"{"a": 1}"#, "https://a.example/x"]
        ),
        (
            "$ wget --http-user=ada --http-password=s --post-data=a=b \\\n  https://a.example/x | jq .",
            ["--data-raw", "a=b", "https://a.example/x", "-u", "ada:s"]
        ),
        ("http a.example/x", ["http://a.example/x"]), ("http :8080/x", ["http://localhost:8080/x"]),
        ("https PUT a.example/x X-Key:k", ["https://a.example/x", "-X", "PUT", "-H", "X-Key: k"]),
        (
            #"http POST https://a.example/x name=Ada age:=36 q==1 tags:='["a"]'"#,
            [
                "https://a.example/x", "-X", "POST", "--url-query", "q=1", "--json",
                #"{"name":"Ada","age":36,"tags":["a"]}"#,
            ]
        ),
        (
            "http --form -a ada:s https://a.example/x name='Ada L'",
            ["https://a.example/x", "-u", "ada:s", "--data-urlencode", "name=Ada L"]
        ),
        ("http -A bearer -a t https://a.example/x", ["https://a.example/x", "--oauth2-bearer", "t"]),
        (#"http --raw '{"a":1}' https://a.example/x"#, ["https://a.example/x", "--json", #"{"a":1}"#]),
    ])
    func convertsWgetAndHTTPieCommandsToCurlOptions(_ line: String, _ words: [String]) throws {
        #expect(CurlImport.recognises(line))
        #expect(try self.words(of: line) == words)
    }

    @Test(arguments: [
        ("wget --nonsense https://a.example", "'--nonsense' is not an option of wget"),
        ("http --nonsense https://a.example", "'--nonsense' is not an option of HTTPie"),
        ("wget --heade=a https://a.example", "write '--header' if you mean that"),
        ("http https://a.example -a", "'-a' of HTTPie needs a value"),
        ("http https://a.example a:=nope", "the value of 'a:=' is not JSON"),
        ("http -v ", "the HTTPie command has no URL"),
        ("iwr https://a.example", "copy it as cURL (bash) instead"),
        ("$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession", "copy it as cURL (bash) instead"),
    ])
    func reportsUnreadableCommands(_ line: String, _ message: String) {
        #expect { try words(of: line) } throws: { "\($0)".contains(message) }
    }

    @Test(arguments: ["http", "https://a.example/openapi.json", "httpd.json", "wget.log", "./http x", "iwr.json"])
    func doesNotRecognizeOtherInputAsACommand(_ text: String) { #expect(!CurlImport.recognises(text)) }

    @Test func draftsAContractFromAnHTTPieCommand() throws {
        var options = ImportOptions()
        options.service = "shop"
        let words = try words(of: "http POST https://shop.example/items name=Ada X-Api-Key:s3cr3t99")
        let draft = try CurlImport.draft(words, options).draft
        let endpoint = try #require(draft.endpoints.first)
        #expect(endpoint.request.method == "POST")
        #expect(endpoint.request.path == "/items")
        #expect(!"\(draft)".contains("s3cr3t99"))
    }
}
