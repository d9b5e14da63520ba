import AttackFixture
import Foundation
import JSONSchema
import LoopbackServer
import TestSupport
import Testing

@testable import ContractCommand

/// Secrets that a service issues do not appear, in any encoding or generation, in the output of any command.
/// ContractCommandTests has the matrix for secrets from environment variables.
@Suite(.timeLimit(.minutes(10)))
struct IssuedSecretTests {
    /// Secrets with characters that JSON, URLs and markup escape.
    private static let secrets = [
        "password": #"Pä55/w+rd="4711"&<x>"#, "first token": "tok/9f3a+6c1e7b5d&4410=",
        "second token": "tok/2c81+f4a0e6b3&7725=",
        "refresh token": "ref/51d0+aa9c3e77&0918=", "device": "dev-7d41c9b2e650f3a8",
        "ticket": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEtbG92ZWxhY2UifQ.c2lnLW9mLXRoZS12YXVsdA",
        "cookie": "ck-0a9b8c7d6e5f4132",
    ]

    /// Returns the encodings and digests in which output could reveal a secret.
    private static func forms(of secret: String) -> Set<String> {
        let json = String(JSON.string(secret).text().dropFirst().dropLast())
        let percent = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let markup = secret.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        let base64 = Data(secret.utf8).base64EncodedString()
        let hexadecimal = secret.utf8.map { String($0, radix: 16) }.joined()
        let digest = Fingerprint.hash(secret.utf8)
        return [
            secret, json, json.replacing("/", with: "\\/"), percent, percent.lowercased(), markup,
            markup.replacing("\"", with: "&quot;"), String(base64.prefix { $0 != "=" }), hexadecimal,
            String(secret.reversed()), Fingerprint.text(secret), "\(digest)", String(digest, radix: 16),
            String(digest, radix: 36), String(secret.prefix(14)), String(secret.suffix(12)),
        ]
    }

    /// Starts a server that issues all secrets and rejects the first token. Each response repeats the secrets issued so
    /// far.
    private static func server() throws -> (server: Server, words: [String]) {
        let s = secrets
        @Sendable func json(_ status: Int, _ members: JSONObject, _ headers: [(name: String, value: String)] = [])
            -> Response
        {
            var members = members
            let issued = s.filter { status == 200 && members["id_token"] == nil || $0.key != "second token" }
            let texts = issued.values.sorted()
            members["echo"] = .string(texts.joined(separator: " "))
            members["encoded"] = .string(texts.map { Data($0.utf8).base64EncodedString() }.joined(separator: " "))
            members["link"] = .string(
                "https://vault.example.com/?t="
                    + (texts.joined().addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""))
            return Response(
                status: status, contentType: "application/json", headers: headers, body: JSON.object(members).bytes())
        }
        @Sendable func secret(_ name: String) -> JSON { .string(s[name] ?? "") }
        let server = Server { request in
            switch request.path {
            case ["session"]:
                return json(
                    200,
                    [
                        "access_token": secret("first token"), "refresh_token": secret("refresh token"),
                        "id_token": secret("ticket"),
                    ],
                    [("X-Auth-Token", s["device"] ?? ""), ("Set-Cookie", "sid=\(s["cookie"] ?? ""); Path=/; HttpOnly")])
            case ["token"]: return json(200, ["access_token": secret("second token")])
            case ["box"]:
                let isFresh = request.header("authorization") == "Bearer \(s["second token"] ?? "")"
                return isFresh ? json(200, ["owner": "Ada"]) : json(401, ["error": "expired"])
            default: return .page(404)
            }
        }
        return (server, ["--origin", "\(Vault.origin)=http://127.0.0.1:\(try server.start())"])
    }

    /// A command. Live commands get the address of the service.
    private struct Writer {
        let words: [String]
        var client = Vault.sound
        var isLive = false
        var ends: Int32 = 0
    }

    private static let formats = ["console", "json", "jsonl", "junit", "github", "html", "sarif", "markdown"]

    private static let writers: [Writer] =
        [
            Writer(words: ["record", "--allow-ci", "--report", "json=-"], isLive: true),
            Writer(words: ["verify"]), Writer(words: ["lint"]),
            Writer(words: ["explain", "vault/client/visit/refreshed", "--run"]),
            Writer(words: ["pact", "export", "--consumer", "app", "--output", "pacts"]),
            Writer(words: ["health", "--state", "state.json", "--report", "html=status.html"], isLive: true),
            Writer(words: ["health"], client: .stale, isLive: true, ends: 1),
            Writer(words: ["record", "--allow-ci"], client: .stale, isLive: true, ends: 1),
        ]
        + formats.flatMap { format in
            [
                Writer(words: ["verify", "--report", "\(format)=-"], client: .stale, ends: 1),
                Writer(
                    words: ["verify", "--mode", "live", "--report", "\(format)=-"], client: .stale, isLive: true,
                    ends: 1),
            ]
        } + [
            Writer(words: ["verify", "--accept", "known", "--author", "Ada"], client: .stale, ends: 1),
            Writer(words: ["verify", "--report", "html=accepted.html"], client: .stale),
        ]

    @Test func writesNoIssuedSecret() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Vault.contract, to: "Contracts/vault/contract.json")
        let (server, words) = try Self.server()
        defer { server.stop() }
        for writer in Self.writers {
            let run = try await Attack.run(
                writer.words + (writer.isLive ? words : []), in: folder.url,
                ["VAULT": writer.client.rawValue, "VAULT_PASSWORD": Self.secrets["password"] ?? ""], within: 90,
                typedThere: true)
            #expect(run.end == .exit(writer.ends), "\(writer.words): \(run)")
            try expectNoSecret(in: run.text + run.errors, "\(writer.words)")
        }
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path("")).sorted()
        for file in ["Recordings/vault/visit.refreshed.har", "Contracts/accepted.json", "state.json", "status.html"] {
            #expect(files.contains(file), "\(files)")
        }
        for file in files {
            guard let data = FileManager.default.contents(atPath: folder.path(file)) else { continue }
            try expectNoSecret(in: String(decoding: data, as: UTF8.self), file)
        }
        // The two generations of a token have different stand-ins.
        let recording = try folder.text(of: "Recordings/vault/visit.refreshed.har")
        #expect(recording.contains("Bearer redactedaccesst"))
        #expect(recording.contains("Bearer redactedbaccess"))
    }

    private func expectNoSecret(in text: String, _ writer: String) throws {
        for (name, secret) in Self.secrets {
            for form in Self.forms(of: secret) where text.contains(form) {
                Issue.record("\(writer) shows the \(name) as '\(form)'")
            }
        }
    }
}
