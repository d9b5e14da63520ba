import JSONSchema

/// A fault of a contract, a recording or a binding, reported before any check runs.
package struct ContractFault: Error, Sendable, Hashable, CustomStringConvertible {
    package let place: Place
    package let message: String

    package init(_ message: String, at place: Place) {
        self.message = message
        self.place = place
    }

    package var description: String { "\(place): \(message)" }
}

protocol SourceReading: CollectingReading where Failure == ContractFault {
    var source: SourceFile { get }
}

extension SourceReading {
    func failure(_ fault: JSONFault) -> ContractFault {
        switch fault.kind {
        case .expected, .missing: ContractFault(fault.message, at: source.place(of: fault.pointer))
        case .unknown(let key, _):
            ContractFault(fault.message, at: source.keyPlace(of: fault.pointer.appending(key)))
        }
    }
}
