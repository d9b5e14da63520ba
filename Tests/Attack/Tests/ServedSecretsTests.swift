import AttackFixture
import Foundation
import NotesFixture
import RawHTTPClient
import Testing

@testable import ContractCommand

/// `contracts serve` accepts requests from anyone. It stores no secret of a request, and hides its log from other
/// sites.
@Suite(.timeLimit(.minutes(5)))
struct ServedSecretsTests {
    /// A request with a secret. `secret` is the form in which it could appear.
    private struct Row {
        let name: String
        var method = "GET"
        var target = "/v1/notes?tag=a&limit=10"
        var headers: [String] = []
        var body: String?
        var secret = Self.secret

        static let secret = "S3cr3t-9f8e7d6c5b4a"
    }

    private static let json = ["Content-Type: application/json"]
    private static let form = ["Content-Type: application/x-www-form-urlencoded"]

    private static let rows: [Row] = {
        let s = Row.secret
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtaWxrLXRlYSJ9.q1w2e3r4t5y6u7i8"
        return [
            Row(name: "Authorization that no contract has", headers: ["Authorization: Bearer \(s)"]),
            Row(name: "lower-case bearer", headers: ["authorization: bearer \(s)"]),
            Row(name: "a token alone", headers: ["Authorization: \(s)"]),
            Row(name: "Basic", headers: ["Authorization: Basic czNjcjN0LXBhaXI6aHVudGVy"], secret: "czNjcjN0LXBhaXI"),
            Row(name: "Proxy-Authorization", headers: ["Proxy-Authorization: Basic \(s)"]),
            Row(name: "X-Api-Key", headers: ["X-Api-Key: \(s)"]),
            Row(name: "X-Auth-Token", headers: ["X-Auth-Token: \(s)"]),
            Row(name: "X-Auth", headers: ["X-Auth: \(s)"]),
            Row(name: "Stripe-Signature", headers: ["Stripe-Signature: \(s)"]),
            Row(name: "bearer in a header of another name", headers: ["X-Forwarded-Login: bearer \(s)"]),
            Row(name: "JWT in a header of another name", headers: ["X-Whatever: \(token)"], secret: token),
            Row(name: "cookie", target: "/nowhere", headers: ["Cookie: sid=\(s); a=b"]),
            Row(name: "access_token", target: "/v1/notes?tag=a&limit=10&access_token=\(s)"),
            Row(name: "access_token, escaped", target: "/v1/notes?tag=a&limit=10&access%5Ftoken=\(s)"),
            Row(name: "key", target: "/nowhere?key=\(s)"),
            Row(name: "sig", target: "/nowhere?sig=\(s)&x=1"),
            Row(
                name: "login", method: "POST", target: "/login", headers: json,
                body: #"{"user":"ada","password":"\#(s)"}"#),
            Row(
                name: "short password", method: "POST", target: "/login", headers: json, body: #"{"password":"tulip"}"#,
                secret: "tulip"),
            Row(
                name: "login within", method: "POST", target: "/login", headers: json,
                body: #"{"a":[{"credentials":{"userPassword":"\#(s)"}}]}"#),
            Row(
                name: "pin as a number", method: "POST", target: "/login", headers: json, body: #"{"pin":48213377}"#,
                secret: "48213377"),
            Row(
                name: "otp and cvv", method: "POST", target: "/login", headers: json, body: #"{"otp":"903847","x":1}"#,
                secret: "903847"),
            Row(
                name: "broken JSON", method: "POST", target: "/login", headers: json, body: #"{"password":"\#(s)","x":"#
            ),
            Row(
                name: "JSON that says it is text", method: "POST", target: "/login",
                headers: ["Content-Type: text/plain"],
                body: #"{"password":"\#(s)"}"#),
            Row(
                name: "JSON in JSON", method: "POST", target: "/login", headers: json,
                body: #"{"payload":"{\"password\":\"\#(s)\"}"}"#),
            Row(name: "form", method: "POST", target: "/login", headers: form, body: "user=ada&password=\(s)"),
            Row(
                name: "form that says it is JSON", method: "POST", target: "/login", headers: json,
                body: "user=ada&password=\(s)"),
            Row(
                name: "parts", method: "POST", target: "/login",
                headers: ["Content-Type: multipart/form-data; boundary=b"],
                body: "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\(s)\r\n--b--\r\n"),
            Row(
                name: "XML", method: "POST", target: "/login", headers: ["Content-Type: text/xml"],
                body: "<login><password>\(s)</password></login>"),
            Row(
                name: "broken XML", method: "POST", target: "/login", headers: ["Content-Type: text/xml"],
                body: "<login><password>\(s)</password>"),
            Row(
                name: "GraphQL", method: "POST", target: "/graphql", headers: json,
                body: #"{"query":"mutation($p:String){a(p:$p)}","variables":{"password":"\#(s)"}}"#),
            Row(
                name: "endpoint with a token, lower-case header", method: "POST", target: "/v1/notes",
                headers: json + ["x-token: \(s)"], body: #"{"title":"a","stars":9}"#),
            Row(
                name: "member that the contract does not have", method: "POST", target: "/v1/notes",
                headers: json + ["X-Token: a"], body: #"{"title":"a","stars":1,"clientSecret":"\#(s)"}"#),
            Row(name: "token in an unknown path", target: "/invite/\(s)"),
            Row(
                name: "key in an unknown path", target: "/files/sk_live_4eC39HqLyjWDarjtT1zdp7dc/list",
                secret: "4eC39HqLyjWDarjtT1zdp7dc"),
            Row(
                name: "random letters in an unknown path", target: "/x/8f14e45fceea167a5a36dedd4bea2543",
                secret: "8f14e45fceea167a5a36dedd4bea2543"),
            Row(name: "short token in an unknown path", target: "/reset-password/q7x9", secret: "q7x9"),
            Row(name: "another method", method: "PUT", target: "/v1/notes?token=\(s)", headers: json, body: "{}"),
            Row(
                name: "preflight", method: "OPTIONS", target: "/v1/notes?token=\(s)",
                headers: ["Origin: http://localhost:3000", "Access-Control-Request-Method: GET"]),
        ]
    }()

    /// Serves the notes with the built command line while `body` runs with the port.
    private func serving(_ body: (Int) throws -> Void) async throws {
        let folder = try NotesFolder()
        let run = try Attack.Started(Attack.commandLine, ["serve", "--port", "0"], in: folder.url, [:])
        defer { run.process.end() }
        let end = ContinuousClock.now + .seconds(60)
        var port: Int?
        while port == nil, run.process.ending == nil, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(10))
            let line = try folder.text(of: "out").split(separator: "\n").first { $0.hasPrefix("listening on ") }
            port = line?.split(separator: ":").last.flatMap { Int($0) }
        }
        try body(try #require(port))
    }

    @Test func storesNoSecrets() async throws {
        try await serving { port in
            for (index, row) in Self.rows.enumerated() {
                _ = try ask(port, row.method, row.target, headers: row.headers, body: row.body)
                let log = try ask(port, "GET", "/_contracts/log").text
                let page = try ask(port, "GET", "/_contracts").text
                #expect(log.contains("\"requests\": \(index + 1)"), "\(row.name)")
                for shown in [log, page] {
                    let line = shown.split(separator: "\n").first { $0.contains(row.secret) }
                    #expect(line == nil, "\(row.name): \(line ?? "")")
                }
            }
        }
    }

    @Test func stillShowsInvalidValues() async throws {
        try await serving { port in
            _ = try ask(
                port, "POST", "/v1/notes", headers: Self.json + ["X-Token: \(Row.secret)"],
                body: #"{"title":"Milk","stars":9}"#)
            let page = try ask(port, "GET", "/_contracts").text
            #expect(page.contains("request.argument"))
            #expect(page.contains("Milk"))
            #expect(page.contains("<pre>9</pre>"))
        }
    }

    @Test func rejectsRequestsFromOtherSites() async throws {
        try await serving { port in
            _ = try ask(port, "GET", "/nowhere")
            for target in ["/", "/_contracts", "/_contracts/log", "/v1/notes?tag=a&limit=10"] {
                for host in [
                    "evil.example", "[::1].evil", "127.0.0.1.evil.example", "localhost.evil.example:80",
                    "localhost:80:80",
                    "[::1", "::1", "api.localhost", "localhost:", "127.0.0.1@evil.example", "127.1",
                ] {
                    let client = try RawClient(port: port)
                    try client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
                    let reply = try client.readReply()
                    #expect(reply.status == 421 || reply.status == 400, "\(host) \(target)")
                    #expect(!reply.text.contains("nowhere"))
                }
                for headers in [
                    ["Origin: https://evil.example"], ["Origin: null"], ["Origin: http://localhost.evil.example"],
                    ["Origin: http://localhost:80:80"], ["Sec-Fetch-Site: cross-site"],
                    ["Origin: http://localhost:3000", "Origin: https://evil.example"],
                ] {
                    #expect(try ask(port, "GET", target, headers: headers).status == 403, "\(headers) \(target)")
                }
            }
            for target in ["/", "/_contracts", "/_contracts/log"] {
                #expect(try ask(port, "GET", target, headers: ["Origin: http://localhost:3000"]).status == 403)
                for host in ["localhost", "LOCALHOST:\(port)", "127.0.0.1:\(port)", "[::1]", "[::1]:1"] {
                    let client = try RawClient(port: port)
                    try client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\nSec-Fetch-Site: none\r\n\r\n")
                    #expect(try client.readReply().status == 200, "\(host) \(target)")
                }
            }
            // Rejected requests are not logged.
            #expect(try ask(port, "GET", "/_contracts/log").text.contains("\"requests\": 1"))
            let reset = try ask(
                port, "POST", "/_contracts/states", headers: ["Origin: https://evil.example"], body: "{}")
            #expect(reset.status == 403)
            #expect(try ask(port, "POST", "/_contracts/states", body: "{}").status == 200)
            #expect(
                try ask(port, "GET", "/v1/notes?tag=none&limit=10", headers: ["Origin: http://localhost:3000"]).status
                    != 403)
        }
    }

    /// Clients that never read must not block other clients.
    @Test func respondsDespiteClientsThatNeverRead() async throws {
        try await serving { port in
            let body = "{\"a\":\"" + String(repeating: "x", count: 3000) + "\"}"
            for index in 0..<100 { _ = try ask(port, "POST", "/nowhere/\(index)", headers: Self.json, body: body) }
            let many = String(repeating: "GET /_contracts HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 40)
            var clients: [RawClient] = []
            for _ in 0..<400 {
                let client = try RawClient(port: port)
                try client.send(many)
                clients.append(client)
            }
            let status = try ask(port, "GET", "/_contracts/log").status
            withExtendedLifetime(clients) { #expect(status == 200) }
        }
    }
}
