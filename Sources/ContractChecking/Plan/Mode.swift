/// The source of responses.
public enum Mode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Responses come from recordings. There is no network access.
    case replay
    /// Responses come from the server, and those that meet the contract are recorded.
    case record
    /// Responses come from the server.
    case live

    /// Returns the mode given by the option, else by `CONTRACT_MODE`, else replay.
    ///
    /// - Throws: `ModeError` for an unknown mode, and for `record` if `CI` is set and not allowed.
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
            throw ModeError(
                message: "recording while CI is set would verify against the new recordings; --allow-ci allows it")
        }
        return mode
    }

    package static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The error of an unknown or disallowed mode.
public struct ModeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The fault and the valid modes.
    public let message: String

    package init(message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
