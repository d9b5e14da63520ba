import Foundation

/// The address of a dead man's switch, called after every round, with `/fail` appended to report trouble. The address
/// is a secret and is never shown: anyone who knows it can silence the switch.
package struct PingAddress: Sendable, CustomStringConvertible {
    private let address: URL
    private let failure: URL

    package init?(_ text: String) {
        guard let address = URL(string: text), let scheme = address.scheme?.lowercased(),
            scheme == "http" || scheme == "https", !(address.host ?? "").isEmpty,
            var parts = URLComponents(url: address, resolvingAgainstBaseURL: false)
        else { return nil }
        parts.percentEncodedPath += parts.percentEncodedPath.hasSuffix("/") ? "fail" : "/fail"
        parts.fragment = nil
        guard let failure = parts.url else { return nil }
        self.address = address
        self.failure = failure
    }

    package func url(isWell: Bool) -> URL { isWell ? address : failure }

    package var description: String { "a dead man's switch" }
}
