import ContractCommand
import ExampleProvider
import Foundation
import TestSupport
import Testing

@testable import contracts

/// A whole recording run with random secrets must leave no trace of them.
struct SecretTraceTests {
    /// Returns random values for every secret, full of characters that encodings change. Header fields allow only
    /// ASCII.
    private static func secrets() -> [String: String] {
        func random() -> String {
            String(
                (0..<12).map { _ in
                    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".randomElement() ?? "a"
                })
        }
        return ExampleProvider.credentials(in: [:]).keys.reduce(into: [:]) { secrets, name in
            let marks = name.hasPrefix("PARSE") ? "+/=%" : "+/=%\"\\é "
            secrets[name] = "\(random())\(marks)\(random())"
        }
    }

    @Test func recordingLeavesNoTraceOfASecretUnderAnyEncoding() async throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.url
        let secrets = Self.secrets()
        let run = await runClients(
            "record", "--local", "--contracts", packageFolder.appendingPathComponent("Contracts").path, "--recordings",
            folder.path, "--report", "html=\(folder.path)/report.html", "--report", "json=\(folder.path)/report.json",
            "--report", "junit=\(folder.path)/report.xml", environment: secrets)
        #expect(run.code == .success, "\(run.out)")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(files.count { $0.hasSuffix(".har") } > 50)
        var texts = ["what was printed": Array(run.out.utf8)]
        for file in files {
            let data = FileManager.default.contents(atPath: folder.appendingPathComponent(file).path)
            texts[file] = data.map { Array($0) } ?? []
        }
        for (name, value) in secrets {
            for (encoding, trace) in Self.encodings(of: value) {
                for (file, text) in texts {
                    #expect(!Self.contains(text, trace), "\(name) as \(encoding) in \(file)")
                }
            }
        }
        // The search does work: it finds the placeholder that replaced a secret.
        let signIn = try #require(texts["on-the-map/signIn.valid credentials.har"])
        #expect(Self.contains(signIn, Array("{env:UDACITY_PASSWORD}".utf8)))
    }

    @Test func searchFindsASecretUnderEachEncoding() throws {
        let value = "a+b/c=d%e\"f\\gé h"
        let encodings = Self.encodings(of: value)
        func isFound(in text: String) -> Bool { encodings.contains { Self.contains(Array(text.utf8), $0.bytes) } }
        for text in [
            "x a+b/c=d%e\"f\\gé h y", #"{"a":"a+b/c=d%e\"f\\gé h"}"#, #"{"a":"a+b\/c=d%e\"f\\g\u00e9 h"}"#,
            "?k=a%2Bb%2Fc%3Dd%25e%22f%5Cg%C3%A9%20h", "k=a%2bb%2fc%3dd%25e%22f%5cg%c3%a9+h",
            Data("u:\(value)".utf8).base64EncodedString(), Data("us:\(value)!".utf8).base64EncodedString(),
            "612b622f633d642565", "612B622F633D642565",
        ] {
            #expect(isFound(in: text), "\(text)")
        }
        #expect(!isFound(in: "a+b/c=d%e"))
    }

    /// Returns the byte sequences that would reveal a value in a file, computed without the package's own code.
    private static func encodings(of value: String) -> [(name: String, bytes: [UInt8])] {
        func escaped(_ text: String, slash: Bool, ascii: Bool) -> String {
            text.unicodeScalars.reduce(into: "") { result, scalar in
                switch scalar {
                case "\"": result += "\\\""
                case "\\": result += "\\\\"
                case "/" where slash: result += "\\/"
                case "é" where ascii: result += "\\u00e9"
                default: result.unicodeScalars.append(scalar)
                }
            }
        }
        func percent(_ text: String, upper: Bool, plus: Bool) -> String {
            text.utf8.reduce(into: "") { result, byte in
                let scalar = Unicode.Scalar(byte)
                if scalar.properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte) {
                    result.unicodeScalars.append(scalar)
                } else if byte == 0x20, plus {
                    result += "+"
                } else {
                    result += String(format: upper ? "%%%02X" : "%%%02x", byte)
                }
            }
        }
        var texts: [(String, String)] = [("plain text", value)]
        for slash in [false, true] {
            for ascii in [false, true] {
                let once = escaped(value, slash: slash, ascii: ascii)
                texts += [("JSON", once), ("JSON in JSON", escaped(once, slash: slash, ascii: ascii))]
            }
        }
        for upper in [false, true] {
            for plus in [false, true] { texts.append(("percent-encoding", percent(value, upper: upper, plus: plus))) }
            // The first nine bytes suffice to reveal the value.
            texts.append(
                ("hexadecimal", value.utf8.prefix(9).map { String(format: upper ? "%02X" : "%02x", $0) }.joined()))
        }
        for before in 0..<3 {
            let bytes = Data(repeating: 0, count: before) + Data(value.utf8)
            let digits = bytes.base64EncodedString().dropFirst(before == 0 ? 0 : before + 1)
            // The text after the value changes the last digits.
            let inner = String(digits.prefix((bytes.count * 8 / 6) - (before == 0 ? 0 : before + 1) - 1))
            texts.append(("base64", inner))
            texts.append(
                ("base64url", inner.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")))
        }
        return texts.map { ($0.0, Array($0.1.utf8)) }
    }

    private static func contains(_ text: [UInt8], _ trace: [UInt8]) -> Bool {
        Data(text).range(of: Data(trace)) != nil
    }
}
