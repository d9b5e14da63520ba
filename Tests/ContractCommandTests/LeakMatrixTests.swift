import CommandTestSupport
import ContractChecking
import ContractHealth
import ContractReporting
import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import ContractCommand

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Every secret, in every form in which a service may return it, checked in every output.
@Suite(.serialized) struct LeakMatrixTests {
    static let secrets = [
        "hunter2-S3cret", #"p+a/s=s%4w"or\d é"#, "Tr0ub4dor&3", "correct horse battery staple", "  padded-Secret7\n",
        "ünïcödé-Paß", "<script>'x9'</script>", "a%2Fb%20c%41", "0123456789abcdef0123456789abcdef",
        "sk_live_51H8xyzABCDEF", "Пароль-секрет", "key🔑7{open}",
    ]

    /// A server that returns its input in several forms, and the command line of its client.
    private final class Vault {
        let folder: TemporaryFolder
        private let server: Server
        private let origin: String

        init() throws {
            folder = try TemporaryFolder()
            server = Server { request in
                let sent = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: String]
                return Response(
                    status: 200, contentType: "application/json",
                    headers: [("Set-Cookie", "sid=S3ss10n-c00kie; Path=/")],
                    body: Array(Self.answer(to: sent?["password"] ?? "").utf8))
            }
            origin = "http://127.0.0.1:\(try server.start())"
            try write(#"{ "type": "object" }"#)
        }

        /// Makes the contract reject every member in the responses of one endpoint.
        func refuseAnswers() throws {
            let members = (0..<40).map { #""f\#($0)": { "const": "none" }"# }.joined(separator: ", ")
            try write(#"{ "properties": { \#(members) }, "additionalProperties": { "const": "none" } }"#)
        }

        private func write(_ schema: String) throws {
            try folder.write(
                """
                { "service": "vault", "origin": "\(origin)", "endpoints": {
                  \(endpoint("echo", #"{ "type": "object" }"#)),
                  \(endpoint("broken", schema)) } }
                """, to: "Contracts/vault/contract.json")
        }

        deinit { server.stop() }

        private func endpoint(_ name: String, _ schema: String) -> String {
            """
            "\(name)": { "arguments": { "password": { "type": "string", "format": "password" } },
              "request": { "method": "POST", "path": "/\(name)", "headers": { "Content-Type": "application/json" },
                           "body": { "password": "{password}" } },
              "responses": { "200": { "content": "application/json", "schema": \(schema) } },
              "health": { "unsafe": true },
              "cases": [ { "name": "mine", "status": 200, "health": true, "arguments": { "password": "{env:VAULT_PASSWORD}" } } ] }
            """
        }

        static func answer(to secret: String) -> String {
            let forms = LeakMatrixTests.forms(of: secret).enumerated().map { index, form in
                "\"f\(index)\":\(LeakMatrixTests.json(form.text))"
            }
            // Findings contain member names in JSON Pointers, which escape a slash as '~1' and a tilde as '~0'.
            return "{" + forms.joined(separator: ",") + ",\(LeakMatrixTests.json(secret + "~/"))" + ":1}"
        }

        func run(_ words: [String], password: String) async -> CommandOutput {
            let origin = origin
            func endpoint(_ name: String) -> Endpoint {
                Endpoint(name) { (arguments: Arguments) in
                    guard let url = URL(string: "\(origin)/\(name)") else { throw URLError(.badURL) }
                    var request = URLRequest(url: url)
                    request.httpMethod = "POST"
                    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                    request.httpBody = try JSONEncoder().encode(["password": arguments["password"] as String])
                    return request
                }
            }
            let suite = ContractSuite(
                contracts: folder.url.appendingPathComponent("Contracts"),
                recordings: folder.url.appendingPathComponent("Recordings")
            ) {
                Service("vault") {
                    endpoint("echo")
                    endpoint("broken")
                }
            }
            return await .of(words, over: suite, environment: ["VAULT_PASSWORD": password])
        }
    }

    @Test(arguments: secrets) func writesNoFormOfASecretAnywhere(_ secret: String) async throws {
        let vault = try Vault()
        // Check that the scan finds every form.
        #expect(Self.found(secret, in: Vault.answer(to: secret)).count == Self.forms(of: secret).count)
        var texts: [(writer: String, text: String)] = []
        func run(_ words: [String]) async -> CommandOutput {
            let output = await vault.run(words, password: secret)
            texts.append(("\(words[0]): standard output", output.out))
            texts.append(("\(words[0]): standard error", output.err))
            return output
        }
        let recorded = await run(["record"])
        #expect(recorded.code == .success, "\(recorded.out)\(recorded.err)")
        let replayed = await run(["verify"])
        #expect(replayed.code == .success, "\(replayed.out)\(replayed.err)")
        try vault.refuseAnswers()
        let diff = await run(["diff"])
        #expect(diff.out.contains("compared"), "\(diff.out)\(diff.err)")
        let reports = ReportFormat.allCases.flatMap {
            ["--report", "\($0.rawValue)=\(vault.folder.path("reports/\($0.rawValue)"))"]
        }
        let live = await run(["verify", "--mode", "live"] + reports)
        #expect(live.code == .findings, "\(live.out)\(live.err)")
        #expect(try vault.folder.text(of: "reports/console").contains("response.schema"))
        let rounds = HealthFormat.allCases.flatMap {
            ["--report", "\($0.rawValue)=\(vault.folder.path("health/\($0.rawValue)"))"]
        }
        let health = await run(
            [
                "health", "--retries", "0", "--fail-after", "1", "--state", vault.folder.path("state.json"),
                "--history",
                vault.folder.path("history.jsonl"), "--notify", "cat >> '\(vault.folder.path("notified"))'",
            ] + rounds)
        #expect(health.code == .findings, "\(health.out)\(health.err)")
        #expect(try vault.folder.text(of: "history.jsonl").contains("{env:VAULT_PASSWORD}"))

        for path in try FileManager.default.subpathsOfDirectory(atPath: vault.folder.url.path).sorted()
        where !path.hasPrefix("Contracts") {
            guard let data = FileManager.default.contents(atPath: vault.folder.path(path)), !data.isEmpty else {
                continue
            }
            texts.append((path, String(decoding: data, as: UTF8.self)))
        }
        #expect(texts.map(\.writer).contains { $0.hasSuffix("echo.mine.har") })
        #expect(texts.map(\.writer).contains("notified"))
        for (writer, text) in texts {
            #expect(Self.found(secret, in: text) == [], "\(writer) of \(secret.debugDescription)")
            #expect(!text.contains("S3ss10n-c00kie"), "\(writer): the cookie")
        }
    }

    // MARK: - Forms, spelled by code of its own

    struct Form {
        let name: String
        let text: String
    }

    static func forms(of secret: String) -> [Form] {
        let utf8 = Array(secret.utf8)
        func base64(_ prefix: String) -> String { Data((prefix + secret + prefix).utf8).base64EncodedString() }
        func url(_ text: String) -> String {
            text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: "")
        }
        func bytes(_ format: String) -> String { utf8.map { String(format: format, Int($0)) }.joined() }
        func scalars(_ format: (UInt32) -> String) -> String { secret.unicodeScalars.map { format($0.value) }.joined() }
        func units(_ format: String) -> String { secret.utf16.map { String(format: format, Int($0)) }.joined() }
        let named = [
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;", "é": "&eacute;", "ü": "&uuml;",
        ]
        let long = String(repeating: "Lorem ipsum dolor sit amet. ", count: 3)
        let mime = Data((long + secret + long).utf8)
        return [
            Form(name: "as is", text: secret),
            Form(name: "trimmed", text: secret.trimmingCharacters(in: .whitespacesAndNewlines)),
            Form(name: "upper case", text: secret.uppercased()), Form(name: "lower case", text: secret.lowercased()),
            Form(name: "percent", text: bytes("%%%02X")), Form(name: "percent, lower case", text: bytes("%%%02x")),
            Form(
                name: "form", text: utf8.map { $0 == 0x20 ? "+" : String(format: "%%%02X", Int($0)) }.joined()),
            Form(name: "base64", text: base64("")), Form(name: "base64 after one", text: base64("x")),
            Form(name: "base64 after two", text: base64("xy")), Form(name: "base64url", text: url(base64(""))),
            Form(name: "base64url after one", text: url(base64("x"))),
            Form(name: "base64url after two", text: url(base64("xy"))),
            Form(
                name: "MIME",
                text: mime.base64EncodedString(options: [
                    .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
                ])),
            Form(
                name: "PEM", text: mime.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])),
            Form(name: "JSON", text: units("\\u%04x")), Form(name: "JSON in JSON", text: json(json(secret))),
            Form(name: "slashes", text: secret.replacingOccurrences(of: "/", with: "\\/")),
            Form(name: "named", text: secret.map { named[String($0)] ?? String($0) }.joined()),
            Form(name: "decimal", text: scalars { "&#\($0);" }),
            Form(name: "hexadecimal references", text: scalars { "&#x" + String($0, radix: 16) + ";" }),
            Form(
                name: "hexadecimal references, upper case",
                text: scalars { "&#X" + String($0, radix: 16, uppercase: true) + ";" }),
            // The UTF-16 bytes of other characters are not valid UTF-8.
            Form(
                name: "UTF-16",
                text: utf8.allSatisfy { $0 < 0x80 } ? secret.map { "\($0)\u{0}" }.joined() : secret),
            Form(
                name: "UTF-16 in base64", text: (secret.data(using: .utf16LittleEndian) ?? Data()).base64EncodedString()
            ),
            Form(
                name: "UTF-16 in base64, big",
                text: (secret.data(using: .utf16BigEndian) ?? Data()).base64EncodedString()),
            Form(name: "\\x", text: bytes("\\x%02x")), Form(name: "\\x, upper case", text: bytes("\\x%02X")),
            Form(name: "hexadecimal", text: bytes("%02x")), Form(name: "hexadecimal, upper case", text: bytes("%02X")),
            Form(name: "twice percent", text: bytes("%%25%02X")),
            Form(
                name: "JSON Pointer",
                text: secret.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")),
            Form(
                name: "UTF-8 read as Latin-1",
                text: String(String.UnicodeScalarView(utf8.map { Unicode.Scalar($0) }))),
            Form(
                name: "UTF-8 read as Windows-1252",
                text: String(data: Data(utf8), encoding: .windowsCP1252) ?? secret),
        ]
    }

    /// Returns the string as a JSON string.
    static func json(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20: result += String(format: "\\u%04x", Int(scalar.value))
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Returns the forms of the secret found in the text, before or after undoing the writer's own escapes.
    static func found(_ secret: String, in text: String) -> [String] {
        var texts = [text]
        for _ in 0..<2 {
            let last = texts[texts.count - 1]
            texts += [withoutJSONEscapes(last), withoutReferences(last)]
        }
        return forms(of: secret).filter { form in texts.contains { $0.utf8Contains(form.text) } }.map(\.name)
    }

    private static func withoutJSONEscapes(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            guard scalar == "\\", let next = scalars.popFirst() else {
                result.append(scalar)
                continue
            }
            switch next {
            case "n": result.append("\n")
            case "r": result.append("\r")
            case "t": result.append("\t")
            case "u":
                let digits = String(String.UnicodeScalarView(scalars.prefix(4)))
                guard let value = UInt32(digits, radix: 16), let decoded = Unicode.Scalar(value) else {
                    result.append(contentsOf: "\\u".unicodeScalars)
                    continue
                }
                scalars = scalars.dropFirst(4)
                result.append(decoded)
            default: result.append(next)
            }
        }
        return String(result)
    }

    private static func withoutReferences(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&amp;", "&")]
            .reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}

extension String {
    /// Compares code points, because strings that differ only in normalization are different secrets.
    fileprivate func utf8Contains(_ other: String) -> Bool {
        Data(utf8).range(of: Data(other.utf8)) != nil
    }
}
