/// A JSON value that preserves the order of members and the digits of numbers.
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

    subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

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
    var serialized: [UInt8] {
        var text: [UInt8] = []
        write(to: &text)
        return text
    }

    private func write(to text: inout [UInt8]) {
        switch self {
        case .null: text += "null".utf8
        case .bool(let value): text += (value ? "true" : "false").utf8
        case .number(let digits): text += digits.utf8
        case .string(let value): Self.write(value, to: &text)
        case .array(let elements):
            text.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                element.write(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &text)
                text.append(UInt8(ascii: ":"))
                member.value.write(to: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
            case 0x0A: text += "\\n".utf8
            case 0..<0x20: text += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}

/// Parses the JSON body of a request strictly (RFC 8259): UTF-8, no extensions, at most 64 levels.
struct JSONReader {
    private struct Malformed: Error {}

    private static let maximumDepth = 64
    private let bytes: [UInt8]
    private var position = 0

    /// Returns the value, or `nil` if the bytes are not valid JSON.
    static func value(of bytes: [UInt8]) -> JSONValue? {
        var reader = JSONReader(bytes: bytes)
        do throws(Malformed) {
            let value = try reader.value(depth: 0)
            reader.skipSpace()
            return reader.position == bytes.count ? value : nil
        } catch {
            return nil
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(Malformed) -> JSONValue {
        guard depth <= Self.maximumDepth else { throw Malformed() }
        if take("{") { return try object(depth: depth + 1) }
        if take("[") { return try array(depth: depth + 1) }
        if take("\"") { return .string(try string()) }
        for (word, value) in [("null", JSONValue.null), ("true", .bool(true)), ("false", .bool(false))]
        where bytes[position...].starts(with: word.utf8) {
            position += word.utf8.count
            return value
        }
        return .number(try number())
    }

    private mutating func object(depth: Int) throws(Malformed) -> JSONValue {
        var members: [JSONValue.Member] = []
        if take("}") { return .object(members) }
        repeat {
            guard take("\"") else { throw Malformed() }
            let name = try string()
            guard take(":") else { throw Malformed() }
            members.append(JSONValue.Member(name: name, value: try value(depth: depth)))
        } while take(",")
        guard take("}") else { throw Malformed() }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(Malformed) -> JSONValue {
        var elements: [JSONValue] = []
        if take("]") { return .array(elements) }
        repeat { elements.append(try value(depth: depth)) } while take(",")
        guard take("]") else { throw Malformed() }
        return .array(elements)
    }

    private mutating func digits() throws(Malformed) {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        guard position > start else { throw Malformed() }
    }

    private mutating func number() throws(Malformed) -> String {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") { position += 1 } else { try digits() }
        if next == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func string() throws(Malformed) -> String {
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { throw Malformed() }
                return string
            case UInt8(ascii: "\\"):
                guard let escape = next else { throw Malformed() }
                position += 1
                switch Unicode.Scalar(escape) {
                case "\"", "\\", "/": text.append(escape)
                case "b": text.append(0x08)
                case "f": text.append(0x0C)
                case "n": text.append(0x0A)
                case "r": text.append(0x0D)
                case "t": text.append(0x09)
                case "u": text.append(contentsOf: String(Character(try unicodeEscape())).utf8)
                default: throw Malformed()
                }
            case 0..<0x20: throw Malformed()
            default: text.append(byte)
            }
        }
        throw Malformed()
    }

    private mutating func codeUnit() throws(Malformed) -> UInt32 {
        guard position + 4 <= bytes.count else { throw Malformed() }
        var unit: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw Malformed() }
            unit = unit << 4 | UInt32(digit)
        }
        position += 4
        return unit
    }

    private mutating func unicodeEscape() throws(Malformed) -> Unicode.Scalar {
        var value = try codeUnit()
        if (0xD800...0xDBFF).contains(value) {
            guard bytes[position...].starts(with: "\\u".utf8) else { throw Malformed() }
            position += 2
            let low = try codeUnit()
            guard (0xDC00...0xDFFF).contains(low) else { throw Malformed() }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw Malformed() }
        return scalar
    }
}
