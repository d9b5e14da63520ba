import Foundation
import LoopbackServer

/// A JSON value whose members have an order and whose numbers have digits.
enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    struct Member: Hashable, Sendable {
        var name: String
        var value: JSONValue
    }

    subscript(_ name: String) -> JSONValue? { members?.last { $0.name == name }?.value }

    var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// Returns the object with a member replaced in place, or appended if it is new.
    func setting(_ name: String, to value: JSONValue) -> JSONValue {
        guard case .object(var members) = self else { return self }
        if let index = members.lastIndex(where: { $0.name == name }) {
            members[index].value = value
        } else {
            members.append(Member(name: name, value: value))
        }
        return .object(members)
    }

    static func number(_ value: Double?) -> JSONValue {
        guard let value else { return .null }
        return .number(Int(exactly: value).map(String.init) ?? "\(value)")
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .number(String(value)) }
    init(floatLiteral value: Double) { self = .number("\(value)") }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member(name: $0.0, value: $0.1) })
    }
}

extension JSONValue {
    var written: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let digits): digits
        case .string(let value): Self.quoted(value)
        case .array(let elements): "[\(elements.map(\.written).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(Self.quoted($0.name)):\($0.value.written)" }.joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n": "\\n"
            case "\0"..<" ": "\\u00\(scalar.value < 0x10 ? "0" : "")\(String(scalar.value, radix: 16))"
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}

extension JSONValue: Decodable {
    /// Members are sorted by name, because Foundation keeps no order.
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // A value has one type. Each `try?` asks for one.
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let elements = try? value.decode([JSONValue].self) {
            self = .array(elements)
        } else {
            let members = try value.decode([String: JSONValue].self).sorted { $0.key < $1.key }
            self = .object(members.map { Member(name: $0.key, value: $0.value) })
        }
    }
}

extension Request {
    /// The body if it is a JSON object.
    var object: JSONValue? {
        do {
            let value = try JSONDecoder().decode(JSONValue.self, from: Data(body))
            return value.members == nil ? nil : value
        } catch { return nil }
    }
}
