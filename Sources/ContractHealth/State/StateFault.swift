/// Why a state file cannot be used.
package enum StateFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// It was written by a newer version of this program.
    case newer(path: String, version: Int)
    /// It is not what this program writes, and why.
    case damaged(reason: String)

    package var description: String {
        switch self {
        case .newer(let path, let version):
            "the state file \(path) has version \(version), and this program knows up to \(HealthState.version): "
                + "use the newer program, or another file"
        case .damaged(let reason): reason
        }
    }
}
