package struct User: JSONReadable, Sendable, Hashable {
    package let key: String
    package let firstName: String?
    package let lastName: String?
    package let nickname: String?

    package init(_ record: JSONRecord) throws(JSONMismatch) {
        key = try record["key"].nonEmptyString()
        firstName = try record["first_name"].ifPresent?.string()
        lastName = try record["last_name"].ifPresent?.string()
        nickname = try record["nickname"].ifPresent?.string()
    }
}

/// A student's account key: a string, or a number in records of other apps.
package enum UniqueKey: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The documented type.
    case text(String)
    case number(Int)

    /// - Parameter rawValue: a `String` or an `Int`.
    package init?(rawValue: any Hashable & Sendable) {
        switch rawValue {
        case let text as String: self = .text(text)
        case let number as Int: self = .number(number)
        default: return nil
        }
    }

    init(_ field: JSONField) throws(JSONMismatch) {
        do {
            self = .text(try field.string())
        } catch {
            self = .number(try field.integer())
        }
    }

    package var rawValue: any Hashable & Sendable {
        switch self {
        case .text(let text): text
        case .number(let number): number
        }
    }

    package var description: String { "\(rawValue)" }
}
