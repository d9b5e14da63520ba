import Foundation
import HTTPRecording
import JSONSchema

/// Handshakes by an `openssl` on the path, for facts about a certificate that the platform's own client withholds.
struct OpenSSL: Sendable {
    private let launch: ChildProgram.Launch?
    /// The seconds that a handshake may take: fewer than a call has, whose failure it explains.
    var deadline = 4.0
    /// Recent results by server, since certificates change seldom.
    private let known = Locked<[String: (TLSHandshake, ContinuousClock.Instant)]>([:])
    private static let memory = Duration.seconds(600)
    /// The variable that names authorities to URLSession on Linux.
    static let authorities = "URLSessionCertificateAuthorityInfoFile"

    init(environment: [String: String]) { launch = ChildProgram.openssl.found(in: environment) }

    func handshake(host: String, port: Int) async -> TLSHandshake {
        let server = "\(host):\(port)"
        if let (handshake, moment) = known.withLock({ $0[server] }), moment.duration(to: .now) < Self.memory {
            return handshake
        }
        let handshake = await made(host, port)
        known.withLock { $0[server] = (handshake, .now) }
        return handshake
    }

    private func made(_ host: String, _ port: Int) async -> TLSHandshake {
        guard let launch else {
            return TLSHandshake(.unknown(reason: "there is no 'openssl' on the PATH to ask"))
        }
        let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
        var words = ["s_client", "-connect", host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"]
        words += isAddress ? ["-verify_ip", host] : ["-servername", host, "-verify_hostname", host]
        // The authorities that the session trusts on request.
        if let file = launch.environment[Self.authorities] { words += ["-CAfile", file] }
        guard let text = await output(launch, words) else {
            return TLSHandshake(.unknown(reason: "'openssl s_client' did not end within \(Int(deadline)) s"))
        }
        let certificate = Self.certificate(in: text)
        var expires: Date?
        if let certificate, let dates = await output(launch, ["x509", "-noout", "-enddate"], input: certificate) {
            expires = Self.expiry(in: dates)
        }
        return TLSHandshake(Self.outcome(in: text), expires: expires)
    }

    private func output(_ launch: ChildProgram.Launch, _ words: [String], input: String = "") async -> String? {
        do {
            return try await ChildProcess.output(of: launch, words, input: Array(input.utf8), seconds: deadline)
        } catch { return error.message }
    }

    // MARK: - Reading what it prints

    /// The result of `s_client`; of several faults the most specific one.
    static func outcome(in text: String) -> TLSHandshake.Outcome {
        // Versions of openssl differ in the words, not in the numbers (X509_V_ERR…).
        var numbers: Set<Int> = []
        for mark in ["verify error:num=", "Verify return code: "] {
            for part in text.components(separatedBy: mark).dropFirst() {
                if let number = Int(part.prefix { $0.isNumber }), number != 0 { numbers.insert(number) }
            }
        }
        let faults: [(numbers: Set<Int>, fault: TLSHandshake.Fault)] = [
            ([10, 12], .expired), ([9, 11], .notYetValid), ([62, 63, 64], .wrongHost), ([18, 19], .selfSigned),
            ([2, 20, 21, 27], .untrusted),
        ]
        if let known = faults.first(where: { !$0.numbers.isDisjoint(with: numbers) }) { return .refused(known.fault) }
        if let number = numbers.min() { return .unknown(reason: "openssl verifies with error \(number)") }
        for (mark, fault) in [
            ("alert protocol version", TLSHandshake.Fault.version), ("unsupported protocol", .version),
            ("no protocols available", .version), ("wrong version number", .notTLS),
            ("packet length too long", .notTLS),
            ("http request", .notTLS),
        ] where text.contains(mark) {
            return .refused(fault)
        }
        if text.contains("Verify return code: 0"), certificate(in: text) != nil { return .trusted }
        let line = text.split(separator: "\n").first { $0.contains("rror") || $0.contains("usage") }
        return .unknown(reason: line.map { "openssl says \"\($0.prefix(200))\"" } ?? "openssl saw no certificate")
    }

    static func certificate(in text: String) -> String? {
        let (begin, end) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----")
        guard let first = text.range(of: begin),
            let last = text.range(of: end, range: first.upperBound..<text.endIndex)
        else { return nil }
        return String(text[first.lowerBound..<last.upperBound]) + "\n"
    }

    /// The moment of a line such as `notAfter=Nov  2 12:00:00 2027 GMT`.
    static func expiry(in text: String) -> Date? {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("notAfter=") }) else { return nil }
        let parts = line.dropFirst("notAfter=".count).split(separator: " ")
        return parts.count < 4 ? nil : HTTPDate.parse("on \(parts[1]) \(parts[0]) \(parts[3]) \(parts[2])")
    }
}
