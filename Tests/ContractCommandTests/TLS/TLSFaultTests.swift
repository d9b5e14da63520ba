import CommandTestSupport
import ContractChecking
import Foundation
import HTTPRecording
import TestSupport
import Testing

@testable import ContractCommand

/// The diagnosis of rejected server certificates, tested with `openssl s_server`. Without `openssl` on the path, the
/// tests of real servers are skipped.
@Suite(.serialized)
struct TLSFaultTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let executable = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/openssl" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Runs `openssl` in the test's folder and waits for it to succeed.
    private func make(_ words: String...) async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.executable))
        process.arguments = words
        process.currentDirectoryURL = folder.url
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try await Self.aside { process.waitUntilExit() }
        try #require(process.terminationStatus == 0, "openssl \(words.joined(separator: " "))")
    }

    /// Waits on a new thread, so that the test threads are not blocked.
    private static func aside<Value: Sendable>(_ wait: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try wait() }) }
        }
    }

    private func makeCertificates() async throws {
        try await make(
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "self.pem", "-days", "30",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
        try await make("req", "-new", "-key", "key.pem", "-subj", "/O=Shop/CN=localhost", "-out", "request.csr")
        for (name, days) in [("expired", "-1"), ("signed", "20")] {
            try await make(
                "x509", "-req", "-in", "request.csr", "-CA", "self.pem", "-CAkey", "key.pem", "-days", days,
                "-set_serial", "7", "-out", "\(name).pem")
        }
    }

    /// Runs a body while `openssl s_server` serves with a certificate.
    private func serving(_ certificate: String, _ body: (_ port: Int) async throws -> Void) async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.executable))
        process.arguments = ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", "key.pem", "-www"]
        process.currentDirectoryURL = folder.url
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let out = Pipe()
        process.standardOutput = out
        try process.run()
        // The process inherits the signal mask of a dispatch thread, which blocks SIGTERM.
        defer { kill(process.processIdentifier, SIGKILL) }
        let handle = out.fileHandleForReading
        let text = try await Self.aside { () -> String in
            var text = ""
            while !text.contains("ACCEPT") || !text.hasSuffix("\n") {
                let data = handle.availableData
                if data.isEmpty { break }
                text += String(decoding: data, as: UTF8.self)
            }
            return text
        }
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("ACCEPT") })
        try await body(try #require(line.split(separator: ":").last.flatMap { Int($0) }))
    }

    private func openSSL(trusting authority: String? = nil) -> OpenSSL {
        var environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
        environment["URLSessionCertificateAuthorityInfoFile"] = authority.map(folder.path)
        return OpenSSL(environment: environment)
    }

    @Test(.enabled(if: executable != nil, "there is no openssl on the PATH"))
    func identifiesTheCertificateFaultOfARealServer() async throws {
        try await makeCertificates()
        try await serving("self.pem") { port in
            let alone = await openSSL().handshake(host: "localhost", port: port)
            #expect(alone.outcome == .refused(.selfSigned))
            let trusted = await openSSL(trusting: "self.pem").handshake(host: "localhost", port: port)
            #expect(trusted.outcome == .trusted)
            let days = try #require(trusted.expires).timeIntervalSinceNow / 86_400
            #expect((29...30).contains(days))
            let other = await openSSL(trusting: "self.pem").handshake(host: "127.0.0.1", port: port)
            #expect(other.outcome == .refused(.wrongHost))
        }
        try await serving("expired.pem") { port in
            let handshake = await openSSL(trusting: "self.pem").handshake(host: "localhost", port: port)
            #expect(handshake.outcome == .refused(.expired))
            let expires = try #require(handshake.expires)
            #expect(expires < Date())
        }
        try await serving("signed.pem") { port in
            #expect(await openSSL().handshake(host: "localhost", port: port).outcome == .refused(.untrusted))
        }
    }

    @Test(.enabled(if: executable != nil, "there is no openssl on the PATH"))
    func reportsTheCertificateFaultOfALiveRun() async throws {
        try await makeCertificates()
        let fixture = try CommandFixture()
        try await serving("self.pem") { port in
            let words = ["verify", "--mode", "live", "--origin", "https://ping.example.com=https://localhost:\(port)"]
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            let present = await fixture.run(words, environment: ["PATH": path])
            #expect(present.code == .notEvaluated)
            #expect(
                present.out.contains("returned no response (the server's certificate is self-signed)"), "\(present.out)"
            )
            let absent = await fixture.run(words, environment: ["PATH": "/nowhere"])
            #expect(absent.code == .notEvaluated)
            #expect(absent.out.contains("the cause is unknown: there is no 'openssl' in PATH"))
        }
    }

    @Test func reportsAnOpenSSLThatCannotBeStarted() async throws {
        try folder.write("#!/nowhere/interpreter\n", to: "openssl", executable: true)
        let openSSL = OpenSSL(environment: ["PATH": folder.url.path])
        #expect(
            await openSSL.handshake(host: "localhost", port: 1).outcome
                == .unknown(reason: "'\(folder.path("openssl"))' could not be started: No such file or directory"))
    }

    @Test(arguments: [
        ("verify error:num=10:certificate has expired\nVerify return code: 10", TLSHandshake.Fault.expired),
        ("Verify return code: 9 (certificate is not yet valid)", .notYetValid),
        ("verify error:num=18:self-signed\nverify error:num=62:hostname mismatch", .wrongHost),
        ("Verify return code: 19 (self-signed certificate in certificate chain)", .selfSigned),
        ("Verify return code: 21 (unable to verify the first certificate)", .untrusted),
        (
            "error:0A00042E:SSL routines:ssl3_read_bytes:tlsv1 alert protocol version\nVerify return code: 0 (ok)",
            .version
        ),
        ("error:0A00010B:SSL routines:ssl3_get_record:wrong version number\nVerify return code: 0 (ok)", .notTLS),
    ])
    func parsesTheFaultFromOpenSSLOutput(text: String, fault: TLSHandshake.Fault) {
        #expect(OpenSSL.outcome(in: text) == .refused(fault))
    }

    @Test func parsesUnrecognizedOutcomesAndExpiryDates() {
        #expect(OpenSSL.outcome(in: "usage: s_client") == .unknown(reason: "openssl reports \"usage: s_client\""))
        #expect(OpenSSL.outcome(in: "") == .unknown(reason: "openssl received no certificate"))
        #expect(
            OpenSSL.outcome(in: "Verify return code: 26") == .unknown(reason: "openssl reports verification error 26"))
        #expect(OpenSSL.expiry(in: "notAfter=Nov  2 12:00:00 2027 GMT\n") == Date(timeIntervalSince1970: 1_825_156_800))
        #expect(OpenSSL.expiry(in: "notAfter=soon") == nil)
    }
}
