/// A part of the source that the contract cannot express, or that was left out on purpose.
package struct Omission: Sendable, Hashable, CustomStringConvertible {
    /// A place such as `openapi.json:12:3`, a HAR entry, or a command's option.
    package var place: String
    /// The omitted part, the reason, and the remedy if known. Never contains a secret.
    package var reason: String

    package init(_ place: String, _ reason: String) {
        self.place = place
        self.reason = reason
    }

    package var description: String { place.isEmpty ? reason : "\(place): \(reason)" }
}

extension [Omission] {
    mutating func add(_ place: String, _ reason: String) { append(Omission(place, reason)) }
}
