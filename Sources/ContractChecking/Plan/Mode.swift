/// The source of responses.
public enum Mode: String, Sendable, Hashable, Codable, CaseIterable {
    /// From recordings; the network is never touched.
    case replay
    /// From the server, and what met its contract is written to the recordings.
    case record
    /// From the server.
    case live

    /// The mode that is asked for: by option, else by `CONTRACT_MODE`, else replay.
    ///
    /// - Throws: `ModeError` for an unknown word, and for `record` where `CI` is set and not allowed.
    package static func resolve(
        option: Mode?, environment: [String: String], allowsCI: Bool
    ) throws(ModeError) -> Mode {
        var mode = option ?? .replay
        if option == nil, let word = environment["CONTRACT_MODE"], !word.isEmpty {
            guard let named = Mode(rawValue: word) else {
                throw ModeError(message: "CONTRACT_MODE is '\(word)'; valid: \(list)")
            }
            mode = named
        }
        if mode == .record, !allowsCI, let value = environment["CI"], !value.isEmpty, value != "false", value != "0" {
            throw ModeError(message: "recording where CI is set would gate on what it just wrote; --allow-ci allows it")
        }
        return mode
    }

    package static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The error of a mode that is unknown, or not allowed here.
public struct ModeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The fault, and what is valid.
    public let message: String

    package init(message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
