import ContractHealth
import Foundation
import HTTPRecording

struct DeadMansSwitch: Sendable {
    let address: PingAddress
    var deadline = 10.0
    var tries = 3

    func callAsFunction(_ isWell: Bool) async throws {
        var request = URLRequest(url: address.url(isWell: isWell))
        request.timeoutInterval = deadline
        request.setValue("contracts/\(Version.current)", forHTTPHeaderField: "User-Agent")
        var failure = CommandError("it was not called")
        for attempt in 1...tries {
            if attempt > 1 { try await Task.sleep(for: .seconds(attempt - 1)) }
            do {
                let status = try await LiveTransport(bodyLimit: 1 << 16).send(request).1.statusCode
                if (200...299).contains(status) { return }
                failure = CommandError("it answered with status \(status)")
            } catch {
                failure = CommandError((error as? URLError)?.networkReason ?? "the call failed")
            }
        }
        throw failure
    }
}
