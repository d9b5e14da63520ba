import JSONSchema

typealias StateCursor = JSONCursor<StateReading>

final class StateReading: StoppingReading {
    private let name: String
    private let source: SourceFile?

    init(_ name: String, in source: SourceFile? = nil) {
        self.name = name
        self.source = source
    }

    func failure(_ fault: JSONFault) -> StateFault {
        let path = ([name] + fault.pointer.tokens).joined(separator: "/")
        let place = source.map { "\($0.place(of: fault.pointer)): \(path)" } ?? path
        return switch fault.kind {
        case .expected, .unknown: .damaged(reason: "\(place): \(fault.message)")
        case .missing(let key): .damaged(reason: "\(place): '\(key)' is missing")
        }
    }
}

package enum StateFault: Error, Sendable, Hashable, CustomStringConvertible {
    case newer(path: String, version: Int)
    case damaged(reason: String)

    package var description: String {
        switch self {
        case .newer(let path, let version):
            "the state file \(path) has version \(version), but this program supports versions up to \(HealthState.version): "
                + "use a newer program or another file"
        case .damaged(let reason): reason
        }
    }
}
