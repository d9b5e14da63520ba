/// Something that a source says and a contract cannot, or that was left out on purpose.
package struct Omission: Sendable, Hashable, CustomStringConvertible {
    /// A place such as `openapi.json:12:3`, a HAR's entry, or an option of a command.
    package var place: String
    /// The part left out, the reason and, where known, the remedy; never a secret.
    package var reason: String

    package init(_ place: String, _ reason: String) {
        self.place = place
        self.reason = reason
    }

    package var description: String { place.isEmpty ? reason : "\(place): \(reason)" }
}
