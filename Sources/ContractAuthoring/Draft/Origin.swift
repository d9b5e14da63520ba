import Foundation
import JSONSchema

package enum Origin {
    /// - Throws: `AuthoringError` if the string is not a plain origin.
    package static func parse(_ text: String) throws(AuthoringError) -> String {
        let example = "expected scheme and host, such as https://api.example.com"
        guard let components = URLComponents(string: text), let scheme = components.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = components.host?.lowercased(), !host.isEmpty,
            !host.contains(" ")
        else {
            throw AuthoringError("'\(RedactedURL.text(text).visible())' is not an origin: \(example)")
        }
        guard components.user == nil, components.password == nil else {
            throw AuthoringError(
                "an origin must not contain a user: \(example); credentials are arguments of an endpoint")
        }
        guard ["", "/"].contains(components.path), components.query == nil, components.fragment == nil else {
            throw AuthoringError(
                "an origin must not contain a path: \(example); '\(RedactedURL.text(components.path).visible())' belongs in the paths of endpoints"
            )
        }
        return "\(scheme)://\(host)" + (components.port.map { ":\($0)" } ?? "")
    }
}
