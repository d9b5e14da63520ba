/// A student, with the members that the service shows.
package struct User: Sendable, Hashable {
    package let key: String
    package let firstName: String?
    package let lastName: String?
    package let nickname: String?

    /// Reads a JSON object; `nil` where the key is missing or empty, or a member of another type.
    package init?(json: [String: Any]) {
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
package enum UniqueKey: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// As the service documents it.
    case text(String)
    /// As some records hold it.
    case number(Int)

    /// Makes a key of a `String` or an `Int`, and of nothing else.
    package init?(rawValue: any Hashable & Sendable) {
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

    package var rawValue: any Hashable & Sendable {
        switch self {
        case .text(let text): text
        case .number(let number): number
        }
    }

    package var description: String { "\(rawValue)" }
}
