import JSONSchema

typealias StateCursor = JSONCursor<StateReading>

final class StateReading: StoppingReading {
    private let source: SourceFile?

    init(_ source: SourceFile?) { self.source = source }

    func failure(_ fault: JSONFault) -> StateFault {
        let path = (["the state"] + fault.pointer.tokens).joined(separator: "/")
        return .damaged(reason: "\(source.map { "\($0.place(of: fault.pointer)): " } ?? "")\(path): \(fault.message)")
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
