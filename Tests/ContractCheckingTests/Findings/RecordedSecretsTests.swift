import Foundation
import HTTPRecording
import JSONSchema
import TestSupport
import Testing

@testable import ContractChecking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Redaction of captured secrets, of credentials recognized by name, and of passwords that equal other words.
struct RecordedSecretsTests {
    /// A contract written by a test, its client, and a server given as a function.
    private struct Bank {
        let folder: TemporaryFolder
        let server: @Sendable (RecordedRequest) -> RecordedResponse
        private let hasBalance: Bool

        init(_ contract: String, _ server: @escaping @Sendable (RecordedRequest) -> RecordedResponse) throws {
            folder = try TemporaryFolder()
            try folder.write(
                #"{ "service": "bank", "origin": "https://bank.example.com", \#(contract) }"#,
                to: "Contracts/bank/contract.json")
            self.server = server
            hasBalance = contract.contains("\"balance\"")
        }

        private struct Line: Transport {
            let server: @Sendable (RecordedRequest) -> RecordedResponse

            func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
                let response = server(RecordedRequest(request))
                let url = try #require(request.url)
                return (Data(response.body), try #require(response.urlResponse(url: url)))
            }
        }

        private func suite() -> ContractSuite {
            @Sendable func request(_ method: String, _ path: String, _ body: [String: String]? = nil) throws
                -> URLRequest
            {
                var request = URLRequest(url: try #require(URL(string: "https://bank.example.com" + path)))
                request.httpMethod = method
                if let body {
                    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                    let encoder = JSONEncoder()
                    encoder.outputFormatting = .sortedKeys
                    request.httpBody = try encoder.encode(body)
                }
                return request
            }
            let signIn = Endpoint("signIn") { arguments in
                try request("POST", "/oauth/token", ["user": arguments["user"], "password": arguments["password"]])
            }
            let balance = Endpoint("balance") { arguments in
                let token: String = try arguments["token"]
                let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
                let key = token.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
                return try request("GET", "/balance?key=\(key)")
            }
            let hasBalance = hasBalance
            return ContractSuite(
                contracts: folder.url.appendingPathComponent("Contracts"),
                recordings: folder.url.appendingPathComponent("Recordings")
            ) {
                Service("bank") {
                    signIn
                    if hasBalance { balance }
                }
            }
        }

        func run(_ mode: Mode, password: String = "Corr3ct-Horse", strict: Bool = false) async -> Report {
            var options = Options(mode: mode)
            options.environment = ["BANK_PASSWORD": password]
            options.servers.transport = Line(server: server)
            options.allowsUnsafeMethods = true
            options.recording.allowsCI = true
            options.recording.strictSecrets = strict
            return await suite().verify(options)
        }

        /// Returns the concatenated text of all recordings.
        func recorded() throws -> String {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path("Recordings")).sorted()
                .filter { $0.hasSuffix(".har") }.map { try folder.text(of: "Recordings/\($0)") }.joined()
        }

        func body(of file: String, entry: Int = 0) throws -> String {
            let text = try folder.text(of: "Recordings/bank/\(file).har")
            let recording = try Recording(parsing: Array(text.utf8), file: file)
            return String(decoding: recording.entries[entry].response.body, as: UTF8.self)
        }
    }

    private static func signIn(schema: String = #"{ "type": "object" }"#, user: String = "ada") -> String {
        """
        "signIn": {
          "arguments": { "user": { "type": "string" }, "password": { "type": "string", "format": "password" } },
          "request": { "method": "POST", "path": "/oauth/token", "headers": { "Content-Type": "application/json" },
                       "body": { "user": "{user}", "password": "{password}" } },
          "responses": { "200": { "content": "application/json", "schema": \(schema) } },
          "cases": [ { "name": "good", "status": 200,
                       "arguments": { "user": "\(user)", "password": "{env:BANK_PASSWORD}" } } ] }
        """
    }

    private static let balance = """
        "balance": {
          "arguments": { "token": { "type": "string", "format": "password" } },
          "request": { "method": "GET", "path": "/balance", "query": { "key": "{token}" } },
          "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } }, "cases": [] }
        """

    private static func scenario(_ capture: String) -> String {
        """
        "scenarios": { "account": [
          { "endpoint": "signIn", "case": "good", "capture": { "token": "\(capture)" } },
          { "endpoint": "balance", "arguments": { "token": "{token}" }, "status": 200 } ] }
        """
    }

    private static func json(_ text: String, _ headers: HeaderFields = [:]) -> RecordedResponse {
        var headers = headers
        headers["Content-Type"] = "application/json"
        return RecordedResponse(status: 200, headers: headers, body: Array(text.utf8))
    }

    @Test(arguments: ["body:/grant", "header:X-Grant", "cookie:grant"])
    func redactsAValueCapturedForASecretArgument(_ source: String) async throws {
        let tokens = Locked(["gr4nt-alpha-7", "gr4nt-beta-88"])
        let bank = try Bank(
            "\"endpoints\": { \(Self.signIn()), \(Self.balance) }, \(Self.scenario(source))"
        ) { request in
            if request.url.contains("/balance") { return Self.json(#"{"for":"\#(request.url.suffix(13))"}"#) }
            let token = tokens.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
            return switch source {
            case "body:/grant": Self.json(#"{"grant":"\#(token)"}"#)
            case "header:X-Grant": Self.json("{}", ["X-Grant": token])
            default: Self.json("{}", ["Set-Cookie": "grant=\(token); Path=/"])
            }
        }
        let report = await bank.run(.record, strict: true)
        #expect(report.failed == [], "\(report.findings)")
        // The recording of the endpoint's own case contains the token at the same location.
        #expect(report.recordings.map(\.kind) == [.added, .added])
        let recorded = try bank.recorded()
        for secret in ["gr4nt", "alpha", "Corr3ct"] { #expect(!recorded.contains(secret), "\(secret)") }
        let replayed = await bank.run(.replay)
        #expect(replayed.failed == [], "\(replayed.findings)")
        // A new token does not change the recordings.
        let again = await bank.run(.record, strict: true)
        #expect(again.recordings.map(\.kind) == [.unchanged, .unchanged])
    }

    /// An entity tag is not a credential, and a stand-in would hide whether a client keeps its quotes.
    @Test func keepsACapturedEntityTag() async throws {
        let open = Self.balance.replacing(#", "format": "password""#, with: "")
        let bank = try Bank(
            "\"endpoints\": { \(Self.signIn()), \(open) }, \(Self.scenario("header:ETag"))"
        ) { _ in Self.json("{}", ["ETag": #""tag-alpha-7""#]) }
        let report = await bank.run(.record, strict: true)
        #expect(report.failed == [], "\(report.findings)")
        #expect(try bank.recorded().contains(#""value": "\"tag-alpha-7\"""#))
        #expect(await bank.run(.replay).failed == [])
    }

    @Test func omitsCapturedSecretsAndCookiesFromALiveReport() async throws {
        let schema = #"{ "properties": { "echo": { "const": "none" } } }"#
        let bank = try Bank(
            "\"endpoints\": { \(Self.signIn(schema: schema)), \(Self.balance) }, " + Self.scenario("body:/grant")
        ) { _ in
            Self.json(
                #"{"grant":"gr4nt-alpha-7","echo":"gr4nt-alpha-7 s3ss10n-c00kie tok-9f8e7d","id_token":"tok-9f8e7d"}"#,
                ["Set-Cookie": "sid=s3ss10n-c00kie"])
        }
        let report = await bank.run(.live)
        let text = report.findings.map { "\($0.message) \($0.found ?? "")" }.joined(separator: "\n")
        #expect(text.contains("{cookie:sid}"), "\(text)")
        for secret in ["gr4nt", "c00kie", "9f8e7d"] { #expect(!text.contains(secret), "\(text)") }
    }

    @Test func keepsTypeAndShapeOfCredentials() async throws {
        let schema = #"""
            { "type": "object", "required": ["access_token", "refresh_token", "session", "secret"], "properties": {
              "access_token": { "type": "string", "pattern": "^ghp_[A-Za-z0-9]{16}$" },
              "refresh_token": { "type": "string", "format": "uuid" }, "id_token": { "type": "string", "minLength": 20 },
              "session": { "enum": ["open", "closed"] }, "secret": { "type": "integer" },
              "api_key": { "type": "string", "pattern": "^[0-9a-f]{32}$" }, "passwd": { "type": ["string", "null"] } } }
            """#
        let bank = try Bank(
            "\"endpoints\": { \(Self.signIn(schema: schema)) }, "
                + #""secrets": ["/deep/*/code", "sessionKey"]"#
        ) { _ in
            Self.json(
                #"""
                {"access_token": "ghp_A1b2C3d4E5f6G7h8", "refresh_token":"3d813cbb-47fb-32ba-91df-831e1593ac29",
                 "id_token":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.c2lnbmF0dXJl", "session":"open", "secret": 482913,
                 "api_key":"0123456789abcdef0123456789abcdef", "passwd":null, "token":"", "deep":[{"code":"Zq81-x"}],
                 "a":{"session_key":"Qw4rty-key"}, "token_type":"bearer", "echo":"ghp_A1b2C3d4E5f6G7h8"}
                """#)
        }
        let report = await bank.run(.record, strict: true)
        #expect(report.failed == [], "\(report.findings)")
        let body = try JSON(parsing: Array(try bank.body(of: "signIn.good").utf8))
        #expect(body["access_token"] == "ghp_redactedaccessto")
        #expect(body["refresh_token"] == "0bad0bad-0bad-40ba-80ba-0bad0bad0bad")
        #expect(body["id_token"] == "eyJhbGciOiJub25lIn0.e30.redacted")
        #expect(body["session"] == "open")
        #expect(body["secret"] == 111111)
        #expect(body["api_key"] == "0bad0bad0bad0bad0bad0bad0bad0bad")
        #expect(body["passwd"] == .null)
        #expect(body["token"] == "")
        #expect(body["deep"]?[0]?["code"] == "redact")
        #expect(body["a"]?["session_key"] == "redactedse")
        #expect(body["token_type"] == "bearer")
        #expect(body["echo"] == "ghp_redactedaccessto")
        let replayed = await bank.run(.replay)
        #expect(replayed.failed == [], "\(replayed.findings)")
        let again = await bank.run(.record)
        #expect(again.recordings.map(\.kind) == [.unchanged])
    }

    @Test(arguments: ["name", "text", "value", "content", "headers", "status", "application", "request"])
    func recordsIfThePasswordIsAWordOfTheFormatOrContract(_ word: String) async throws {
        let schema = #"""
            { "type": "object", "required": ["name", "text"], "properties": {
              "name": { "type": "string" }, "text": { "type": "string" }, "value": {}, "content": {}, "headers": {},
              "status": {}, "application": {}, "request": {} } }
            """#
        let bank = try Bank("\"endpoints\": { \(Self.signIn(schema: schema)) }") { _ in
            Self.json(
                #"{"name":"Ada","text":"x","value":1,"content":2,"headers":[],"status":3,"application":4,"request":5}"#)
        }
        let report = await bank.run(.record, password: word)
        #expect(report.failed == [], "\(report.findings)")
        let replayed = await bank.run(.replay, password: word)
        #expect(replayed.failed == [], "\(replayed.findings)")
        let sent = try bank.folder.text(of: "Recordings/bank/signIn.good.har")
        #expect(sent.contains(#"{\"password\":\"{env:BANK_PASSWORD}\",\"user\":\"ada\"}"#))
    }

    @Test func refusesARecordingThatVerifyWouldRefuse() async throws {
        let bank = try Bank("\"endpoints\": { \(Self.signIn(user: "ada-lovelace")) }") { _ in
            Self.json("{}")
        }
        let report = await bank.run(.record, password: "ada-lovelace")
        let finding = try #require(report.findings.first { $0.rule == "record.refused" })
        #expect(finding.message.hasPrefix("the recording was not written: 'contracts verify' would reject it: "))
        #expect(finding.found == "{env:BANK_PASSWORD} outside its own argument")
        #expect(finding.expected?.contains("give the secret a unique value") == true)
        #expect(report.recordings.map(\.kind) == [.missing])
        #expect(!FileManager.default.fileExists(atPath: bank.folder.path("Recordings/bank/signIn.good.har")))
    }
}
