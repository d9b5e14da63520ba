import JSONSchema

/// One thing that is wrong with a contract, a recording's file or a binding, reported before anything runs.
package struct ContractFault: Error, Sendable, Hashable, CustomStringConvertible {
    package let place: Place
    package let message: String

    package init(_ message: String, at place: Place) {
        self.message = message
        self.place = place
    }

    package var description: String { "\(place): \(message)" }
}

/// The reading of a file whose faults have places in it.
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
