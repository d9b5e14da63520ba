import ContractChecking
import Foundation
import HTTPRecording
import HealthTestSupport
import Testing

@testable import ContractHealth

/// The remaining validity of server certificates.
struct CertificateWatchTests {
    /// Judges a healthy endpoint by a TLS handshake with its server on 2026-11-22.
    private func judged(
        _ handshake: TLSHandshake, health: String = "", days: Int? = nil, to destination: String? = nil
    ) async throws -> EndpointObservation {
        var options = HealthOptions()
        options.certificateDays = days
        var live = Options(mode: .live)
        if let destination { live.servers.origins["https://notes.example.com"] = destination }
        let targets = try Notes(health: health).targets(options)
        let asked = Box<[String]>([])
        live.servers.handshake = { host, port in
            asked.change { $0.append("\(host):\(port)") }
            return handshake
        }
        let watch = CertificateWatch(targets, live: live, now: { Date(timeIntervalSince1970: 1_795_348_800) })
        let observation = EndpointObservation(
            service: "notes", endpoint: "list", cases: ["all"], aspects: [:], verdict: .healthy, latency: 0.5)
        let result = try #require(await watch.judged([observation]).first)
        if destination == nil { #expect(asked.value == ["notes.example.com:443"]) }
        return result
    }

    private static func expiring(in days: Double) -> TLSHandshake {
        TLSHandshake(.trusted, expires: Date(timeIntervalSince1970: 1_795_348_800 + days * 86_400))
    }

    @Test func acceptsALongValidCertificate() async throws {
        let observation = try await judged(Self.expiring(in: 30.5))
        #expect(observation.aspects[.certificate] == .held)
        #expect(observation.certificateDays == 30.5)
        #expect(observation.verdict == .healthy)
        #expect(observation.latency == 0.5)
    }

    @Test func degradesForACertificateThatExpiresSoon() async throws {
        let soon = try await judged(Self.expiring(in: 9.25))
        #expect(soon.verdict == .degraded)
        #expect(soon.certificateDays == 9.25)
        let finding = try #require(soon.aspects[.certificate]?.findings.first)
        #expect(finding.rule == "health.certificate")
        #expect(finding.severity == .warning)
        #expect(finding.expected == "at least 14 days")
        #expect(finding.found == "9 days, until 2026-12-01T18:00:00.000Z")
        let over = try await judged(Self.expiring(in: -0.5))
        #expect(over.aspects[.certificate]?.findings.map(\.message) == ["the server's certificate has expired"])
    }

    @Test func takesTheLimitFromTheOptionThenTheContract() async throws {
        let contract = #", "health": { "certificateDays": 60 }"#
        let strict = try await judged(Self.expiring(in: 40), health: contract)
        #expect(strict.verdict == .degraded)
        #expect(
            strict.aspects[.certificate]?.findings.first?.contract.pointer == "/endpoints/list/health/certificateDays")
        #expect(try await judged(Self.expiring(in: 40), health: contract, days: 30).verdict == .healthy)
    }

    /// An unknown expiry is always reported. It affects the verdict only if a limit is set.
    @Test func reportsAnUnknownExpiry() async throws {
        let unknown = TLSHandshake(.unknown(reason: "there is no 'openssl' in PATH"))
        let quiet = try await judged(unknown)
        #expect(quiet.verdict == .healthy)
        #expect(quiet.aspects[.certificate]?.reason?.contains("there is no 'openssl' in PATH") == true)
        let asking = try await judged(unknown, days: 14)
        #expect(asking.verdict == .unsupported)
    }

    @Test func skipsAServerCalledWithoutTLS() async throws {
        let local = try await judged(Self.expiring(in: 1), to: "http://127.0.0.1:8080")
        #expect(local.verdict == .healthy)
        #expect(
            local.aspects[.certificate] == .notObserved(reason: "http://127.0.0.1:8080 is called without TLS"))
        #expect(local.certificateDays == nil)
    }

    @Test func keepsTheVerdictBesideAnAcceptedFinding() async throws {
        let soon = try await judged(Self.expiring(in: 9.25))
        #expect(CallJudgement.verdict(of: soon.aspects) == .degraded)
        let long = try await judged(Self.expiring(in: 30.5))
        #expect(CallJudgement.verdict(of: long.aspects) == .healthy)
    }
}
