/// A student, as far as the service tells of one.
public struct User: Sendable, Hashable {
    /// The key of the account.
    public let key: String
    /// The given name.
    public let firstName: String?
    /// The family name.
    public let lastName: String?
    /// The name the student goes by.
    public let nickname: String?

    /// Reads a JSON object; `nil` where the key is missing or empty, or a member of another type.
    public init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            key = try record["key"].nonEmptyString()
            firstName = try record["first_name"].ifPresent?.string()
            lastName = try record["last_name"].ifPresent?.string()
            nickname = try record["nickname"].ifPresent?.string()
        } catch {
            return nil
        }
    }
}

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

    /// The value of the record: a `String` or an `Int`.
    public var rawValue: any Hashable & Sendable {
        switch self {
        case .text(let text): text
        case .number(let number): number
        }
    }

    /// The key as requests write it.
    public var description: String { "\(rawValue)" }
}
