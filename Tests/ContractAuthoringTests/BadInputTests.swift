import Foundation
import Testing

/// Unusable command-line input: each run reports the expected input and writes nothing.
@Suite struct BadInputTests {
    @Test(arguments: [
        ("curl 'https://api.example.com", "a ' that is never closed"),
        ("curl https://a.example \"x", "a \" that is never closed"),
        ("curl https://a.example https://b.example", "the command has two URLs"),
        ("curl -H 'Accept: */*'", "the curl command has no URL"),
        ("curl --frobnicate https://a.example", "'--frobnicate' is not an option of curl that the import supports"),
        ("curl --compresed https://a.example", "write '--compressed' if you mean that, or omit it"),
        ("curl https://a.example -d", "'-d' of curl needs a value"),
        ("curl https://a.example --next https://b.example", "'--next' begins a second request"),
        ("curl https://a.example -H \"Authorization: `cat token`\"", "the command line runs another command"),
        ("curl https://a.example -H $(cat token)", "the command line runs another command"),
        ("curl ftp://a.example/x", "the curl command's URL is neither http nor https: 'ftp://a.example/x'"),
    ])
    func rejectsUnusableCommandLines(_ command: String, _ message: String) async throws {
        try await refuses([command], message)
    }

    @Test(arguments: [
        ("openapi: 3.0.0\ninfo: x: y\n", "standard input:2:7: error: not YAML: a mapping or a sequence cannot begin"),
        ("{\"a\": 1,}", "standard input:1:9: error: not JSON"),
        (
            "{\"a\": 1}",
            "neither a HAR (\"log\"), nor an OpenAPI document (\"openapi\"), nor a Pact (\"consumer\"); for samples of a model add '--model NAME'"
        ),
        ("", "not JSON"),
        ("{\"log\": {\"entries\": [{\"request\": 7}]}}", "standard input:1:"),
        ("{\"log\": {\"entries\": []}}", "the HAR contains no API call"),
    ])
    func rejectsUnusableInput(_ text: String, _ message: String) async throws {
        try await refuses(["-"], message, input: text)
    }

    @Test(arguments: [
        ("[]", "the array is empty; a model needs a sample"), ("7", "expected an object, found integer"),
        ("[{}, \"a\"]", "standard input, element 1: expected an object, found string"),
    ])
    func rejectsUnusableSamples(_ text: String, _ message: String) async throws {
        try await refuses(["-", "--model", "Item", "--service", "shop"], message, input: text)
    }

    @Test(arguments: [
        ("../x", "must not start with a dot"), ("a/b", "contains '/', which a file name cannot contain"),
        ("a\u{1B}[31mb", "'a\\u{1B}[31mb' contains a control character"), ("", "is empty"),
        (String(repeating: "x", count: 101), "at most 100 bytes"), ("..", "must not start with a dot"),
        ("a b", "the service's name 'a b' contains a blank; it names a folder and begins identifiers: use letters"),
        ("shop[1]", "contains '['"), ("$HOME", "contains '$'"),
    ])
    func rejectsInvalidServiceNames(_ name: String, _ message: String) async throws {
        try await refuses(["-", "--model", "Item", "--service", name], message, input: "{}")
        let run = try CommandLineRun()
        let outcome = await run.run(["init", name])
        #expect(outcome.code == .usage)
        #expect(outcome.err.contains(message))
        #expect(try run.files == [])
    }

    @Test func rejectsAnOriginWithAPath() async throws {
        try await refuses(
            ["-", "--model", "Item", "--service", "shop", "--origin", "https://a.example/v1"],
            "an origin must not contain a path: expected scheme and host, such as https://api.example.com; '/v1' belongs in the paths",
            input: "{}")
    }

    @Test func rejectsAnInvalidModelName() async throws {
        try await refuses(
            ["-", "--model", "a/b", "--service", "shop"], "the model's name 'a/b' contains '/'", input: "{\"a\":1}")
    }

    @Test func requiresAServiceForASample() async throws {
        try await refuses(["-", "--model", "Item"], "pass it with '--service NAME'", input: "{\"a\":1}")
    }

    @Test func reportsAMissingInputFile() async throws {
        try await refuses(["/nowhere/x.har"], "/nowhere/x.har: error: cannot read it: it does not exist")
    }

    @Test func leavesAnInvalidContractUnchanged() async throws {
        let run = try CommandLineRun()
        let folder = run.folder.url.appendingPathComponent("Contracts/shop")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let text = "{ \"service\": \"shop\", \"origin\": \"https://a.example\", \"modls\": {} }"
        try Data(text.utf8).write(to: folder.appendingPathComponent("contract.json"))
        let outcome = await run.run(["import", "curl https://a.example/items"])
        #expect(outcome.code == .usage)
        #expect(outcome.err.contains("fix them first, then import again"))
        #expect(
            outcome.err.contains(
                "Contracts/shop/contract.json:1:53: error: unknown key 'modls'; did you mean 'models'?"))
        #expect(try run.files == ["Contracts/shop/contract.json"])
        #expect(run.text("Contracts/shop/contract.json") == text)
    }

    @Test func doesNotFollowLinksOutOfTheFolder() async throws {
        let run = try CommandLineRun()
        let contracts = run.folder.url.appendingPathComponent("Contracts")
        try FileManager.default.createDirectory(at: contracts, withIntermediateDirectories: true)
        let outside = run.folder.url.appendingPathComponent("outside")
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: contracts.appendingPathComponent("shop"), withDestinationURL: outside)
        let outcome = await run.run(["import", "curl https://a.example/items", "--service", "shop"])
        #expect(outcome.code == .usage)
        #expect(outcome.err.contains("is a link to a target outside"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == [])
    }

    @Test func printsTheContractInADryRunAndWritesNothing() async throws {
        let run = try CommandLineRun()
        let outcome = await run.run(["import", "curl https://a.example/items", "--dry-run"])
        #expect(outcome.code == .success)
        #expect(outcome.out.hasPrefix("{\n  \"$schema\": \"../contract.schema.json\",\n  \"service\": \"a\",\n"))
        #expect(try run.files == [])
    }

    @Test func sanitizesNamesFromHostileCalls() async throws {
        let long = String(repeating: "verylongword", count: 30)
        let paths = [
            "/..%2F..%2Fetc", "/../../etc/passwd", "/a%00b", "/{id}/%7Bx%7D", "/\(long)/7?\(long)=\(long)",
            "/%F0%9F%8E%89/class?%22=%3C&=x&a&a=1&a=2",
            "/Users/UserName", "/users/Username", "/con.txt", "/:id", "/a.b.",
        ]
        let entries = paths.flatMap { path in
            ["GET", "POST"].map { method in
                """
                {"request":{"method":"\(method)","url":"https://api.odd.example\(path)","headers":[{"name":"X-\(long)","value":"{x} \u{E9}"},{"name":"Authorization","value":"s3cr3t"}],
                "postData":{"mimeType":"application/json","text":"{\\"a b\\":{\\"\\":[1,{\\"{\\":\\"}\\"}]},\\"password\\":\\"s3cr3tword\\"}"}},
                "response":{"status":200,"headers":[],"content":{"mimeType":"application/json","text":"{\\"ID\\":1,\\"Id\\":2,\\"a/b~c\\":[{\\"\\":{}}],\\"self\\":null}"}}}
                """
            }
        }
        let run = try CommandLineRun()
        let har = "{\"log\":{\"entries\":[\(entries.joined(separator: ","))]}}"
        let outcome = await run.run(["import", "-"], input: har)
        #expect(outcome.code == .success, "\(outcome.err)")
        #expect(await run.run(["lint"]).code == .success)
        let before = run.text("Contracts/odd/contract.json")
        #expect(await run.run(["import", "-"], input: har).code == .success)
        #expect(run.text("Contracts/odd/contract.json") == before)
        for file in try run.files {
            #expect(file.hasPrefix("Contracts/") || file.hasPrefix("Recordings/odd/"))
            #expect(run.text(file)?.contains("s3cr3t") == false, "\(file)")
        }
    }

    private func refuses(_ words: [String], _ message: String, input: String = "") async throws {
        let run = try CommandLineRun()
        let outcome = await run.run(["import"] + words, input: input)
        #expect(outcome.code == .usage)
        #expect(outcome.err.contains(message), "\(outcome.err)")
        #expect(outcome.out == "")
        #expect(try run.files == [])
    }
}
