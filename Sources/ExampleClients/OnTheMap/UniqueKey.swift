/// The key of a student's account: text, or a number in records that other apps made.
public enum UniqueKey: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// As the service documents it.
    case text(String)
    /// As some records hold it.
    case number(Int)

    /// Makes a key of a `String` or an `Int`, and of nothing else.
    public init?(rawValue: any Hashable & Sendable) {
        switch rawValue {
        case let text as String: self = .text(text)
        case let number as Int: self = .number(number)
        default: return nil
        }
    }

    /// Reads a string or a whole number.
    init(_ field: JSONField) throws(JSONMismatch) {
        do {
            self = .text(try field.string())
        } catch {
            self = .number(try field.integer())
        }
    }

    /// What the record holds: a `String` or an `Int`.
    public var rawValue: any Hashable & Sendable {
        switch self {
        case .text(let text): text
        case .number(let number): number
        }
    }

    /// The key as requests write it.
    public var description: String { "\(rawValue)" }
}
