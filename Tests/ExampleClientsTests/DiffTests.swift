import ExampleProvider
import Foundation
import Testing

@testable import ContractCommand
@testable import contracts

/// `contracts diff` over the five clients, with a provider that is unchanged or drifts.
struct DiffTests {
    @Test func findsNoDifferenceFromTheRecording() async {
        let run = await runClients("diff", "--local")
        #expect(run.code == .success)
        #expect(run.out.hasSuffix(" compared, 0 differ in meaning, 0 checks could not be evaluated\n"), "\(run.out)")
    }

    @Test(arguments: [
        ("drift:remove:key", "error", ExitCode.findings, "error: /key is gone (refuses the record)"),
        (
            "drift:retype:first_name", "error", .findings,
            "error: /first_name was string and is number (refuses the record)"
        ),
        ("drift:null:first_name", "error", .success, "warning: /first_name became null (survives)"),
        ("drift:null:first_name", "warning", .findings, "warning: /first_name became null (survives)"),
        ("drift:remove:timezone", "error", .success, "warning: /timezone is gone (survives)"),
        ("drift:retype:has_password", "warning", .success, "info: /has_password was boolean and is string (survives)"),
        ("status:500", "error", .findings, "error: the status was 200 and is 500 (refuses the record)"),
    ])
    func reportsADriftWithItsEffect(_ fault: String, _ failOn: String, _ code: ExitCode, _ line: String) async throws {
        let drift: ProviderFault = try #require(ProviderFault(rawValue: fault))
        let provider = ExampleProvider(fault: drift)
        let port = try provider.start()
        defer { provider.stop() }
        let run = await runClients(
            "diff", "--origin", "https://onthemap-api.udacity.com=http://127.0.0.1:\(port)", "--fail-on", failOn,
            "--only", "on-the-map/response/user/Ada", environment: ExampleProvider.credentials(in: [:]))
        #expect(run.code == code, "\(run.out)")
        #expect(run.out.contains(line), "\(run.out)")
    }
}
