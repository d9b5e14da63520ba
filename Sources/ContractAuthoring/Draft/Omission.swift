/// Something that a source says and a contract cannot, or that was left out on purpose.
package struct Omission: Sendable, Hashable, CustomStringConvertible {
    /// Where the source says it: a place such as `openapi.json:12:3`, a HAR's entry, or an option of a command.
    package var place: String
    /// What was left out and why, and what to do about it where that is known; never a secret.
    package var reason: String

    package init(_ place: String, _ reason: String) {
        self.place = place
        self.reason = reason
    }

    /// `place: reason`.
    package var description: String { place.isEmpty ? reason : "\(place): \(reason)" }
}
