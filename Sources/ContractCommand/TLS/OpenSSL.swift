import Foundation
import HTTPRecording
import JSONSchema

/// Handshakes by the `openssl` on the path, which reveals certificate facts that the platform's client withholds.
struct OpenSSL: Sendable {
    private let launch: ChildProgram.Launch?
    /// The seconds for one handshake, fewer than the deadline of the call whose failure it explains.
    var deadline = 4.0
    private let known = Locked<[String: (TLSHandshake, ContinuousClock.Instant)]>([:])
    private static let memory = Duration.seconds(600)
    /// The variable that names certificate authorities to URLSession on Linux.
    static let authorities = "URLSessionCertificateAuthorityInfoFile"

    init(environment: [String: String]) { launch = ChildProgram.openssl.found(in: environment) }

    func handshake(host: String, port: Int) async -> TLSHandshake {
        let server = "\(host):\(port)"
        if let (handshake, moment) = known.withLock({ $0[server] }), moment.duration(to: .now) < Self.memory {
            return handshake
        }
        let handshake: TLSHandshake
        do throws(CommandError) { handshake = try await made(host, port) } catch {
            handshake = TLSHandshake(.unknown(reason: error.message))
        }
        known.withLock { $0[server] = (handshake, .now) }
        return handshake
    }

    private func made(_ host: String, _ port: Int) async throws(CommandError) -> TLSHandshake {
        guard let launch else { throw CommandError("there is no 'openssl' in PATH") }
        let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
        var words = ["s_client", "-connect", host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"]
        words += isAddress ? ["-verify_ip", host] : ["-servername", host, "-verify_hostname", host]
        if let file = launch.environment[Self.authorities] { words += ["-CAfile", file] }
        guard let text = try await output(launch, words) else {
            return TLSHandshake(.unknown(reason: "'openssl s_client' did not finish within \(Int(deadline)) s"))
        }
        let certificate = Self.certificate(in: text)
        var expires: Date?
        if let certificate, let dates = try await output(launch, ["x509", "-noout", "-enddate"], input: certificate) {
            expires = Self.expiry(in: dates)
        }
        return TLSHandshake(Self.outcome(in: text), expires: expires)
    }

    private func output(
        _ launch: ChildProgram.Launch, _ words: [String], input: String = ""
    ) async throws(CommandError) -> String? {
        try await ChildProcess.output(of: launch, words, input: Array(input.utf8), seconds: deadline)
    }

    /// Parses the output of `s_client`. Returns the most specific of several faults.
    static func outcome(in text: String) -> TLSHandshake.Outcome {
        // The words differ between versions of openssl; the numbers (X509_V_ERR…) do not.
        let codes = text.matches(of: /(?:verify error:num=|Verify return code: )([0-9]+)/).compactMap { Int($0.1) }
        let numbers = Set(codes).subtracting([0])
        let faults: [(numbers: Set<Int>, fault: TLSHandshake.Fault)] = [
            ([10, 12], .expired), ([9, 11], .notYetValid), ([62, 63, 64], .wrongHost), ([18, 19], .selfSigned),
            ([2, 20, 21, 27], .untrusted),
        ]
        if let known = faults.first(where: { !$0.numbers.isDisjoint(with: numbers) }) { return .refused(known.fault) }
        if let number = numbers.min() { return .unknown(reason: "openssl reports verification error \(number)") }
        for (mark, fault) in [
            ("alert protocol version", TLSHandshake.Fault.version), ("unsupported protocol", .version),
            ("no protocols available", .version), ("wrong version number", .notTLS),
            ("packet length too long", .notTLS), ("http request", .notTLS),
        ] where text.contains(mark) {
            return .refused(fault)
        }
        if text.contains("Verify return code: 0"), certificate(in: text) != nil { return .trusted }
        let line = text.split(separator: "\n").first { $0.contains("rror") || $0.contains("usage") }
        return .unknown(
            reason: line.map { "openssl reports \"\($0.prefix(200))\"" } ?? "openssl received no certificate")
    }

    static func certificate(in text: String) -> String? {
        text.firstMatch(of: /-----BEGIN CERTIFICATE-----(?s:.*?)-----END CERTIFICATE-----/).map { "\($0.output)\n" }
    }

    static func expiry(in text: String) -> Date? {
        guard let date = text.firstMatch(of: /notAfter=(\w+) +(\d+) ([\d:]+) (\d+)/) else { return nil }
        return HTTPDate.parse("on \(date.2) \(date.1) \(date.4) \(date.3)")
    }
}
