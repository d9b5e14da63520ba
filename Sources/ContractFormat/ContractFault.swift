import JSONSchema

/// One thing that is wrong with a contract, a recording's file or a binding, told before anything runs.
package struct ContractFault: Error, Sendable, Hashable, CustomStringConvertible {
    package let place: Place
    package let message: String

    package init(_ message: String, at place: Place) {
        self.message = message
        self.place = place
    }

    package var description: String { "\(place): \(message)" }
}
