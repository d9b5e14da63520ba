import ContractFormat
import Foundation
import JSONSchema

/// A platform type that holds one JSON value. A model must show the platform's value unless the type has none.
protocol PlatformValue {
    static func read(_ json: JSON, by reader: PlatformReader) -> Self?
    /// Whether the widest type of its kind can represent a fragment, in the notation of a valid one.
    static func takes(_ json: JSON, like good: JSON, by reader: PlatformReader) -> Bool
    /// Whether a value has the same meaning as the one that the platform read.
    func isSame(as read: Self, of json: JSON) -> Bool
    /// Whether a value is another spelling of the fragment, which code may choose if the schema rejects the fragment.
    func isSpelling(of json: JSON) -> Bool
    func cause(insteadOf read: Self, by reader: PlatformReader) -> String?
    var shown: JSON { get }
}

extension PlatformValue {
    static func takes(_ json: JSON, like good: JSON, by reader: PlatformReader) -> Bool {
        switch json {
        case .number(let number):
            // A cast to Double refuses integers that a Double cannot represent.
            Self.self is any FixedWidthInteger.Type && number.intValue != nil
                || reader.decodedOrCast(Double.self, json) != nil
        case .string: reader.conversion == nil || read(json, by: reader) != nil
        case .null, .bool, .array, .object: true
        }
    }
    func isSpelling(of json: JSON) -> Bool { false }
    func cause(insteadOf read: Self, by reader: PlatformReader) -> String? { nil }
    var shown: JSON { JSONNumber(text: "\(self)").map(JSON.number) ?? .string("\(self)") }
}

extension PlatformValue where Self: Equatable {
    func isSame(as read: Self, of json: JSON) -> Bool { self == read }
}

/// The reader of a place: the platform's for the property's type, or a conversion that the contract names.
struct PlatformLeaf {
    enum Kind {
        case platform(any PlatformValue.Type, PlatformReader)
        case conversion((JSON) -> Any?)
    }

    /// A text that no property equals, so that each property that shows the place differs.
    static let marker: JSON = "\u{0}"

    let kind: Kind
    /// A valid value of the place.
    var good = JSON.null

    /// Whether the platform can represent a value. The model may have none for any other.
    func takes(_ json: JSON) -> Bool {
        switch kind {
        case .platform(let type, let reader): type.takes(json, like: good, by: reader)
        case .conversion(let convert): convert(json) != nil
        }
    }

    /// Returns the value that the platform shows, also for an input that it should refuse. A conversion shows another
    /// value than the input.
    func shown(_ json: JSON) -> JSON? {
        guard case .platform(let type, let reader) = kind else { return nil }
        if let value = type.read(json, by: reader) { return value.shown }
        guard type == Date.self, let text = json.stringValue else { return nil }
        return DateText.foundationDate(from: text)?.shown ?? DateText.foundationDay(from: text).map(JSON.string)
    }
}

/// A reader of fragments that applies the contract's conversion, or else reads as the model's kind of code does.
struct PlatformReader {
    let conversion: ConversionContract?
    /// Whether Foundation objects are cast instead of decoded.
    let usesCasts: Bool

    func shown<Value: PlatformValue>(like _: Value, _ json: JSON) -> JSON? { Value.read(json, by: self)?.shown }

    /// Returns the likely cause of a value that differs from the platform's, or `nil` for the same one. The code may
    /// choose another spelling, or any value where the platform has none: this is excusable if the schema rejects the
    /// fragment.
    func difference(of value: some PlatformValue, _ json: JSON) -> (isExcusable: Bool, cause: String?)? {
        guard let read = type(of: value).read(json, by: self) else {
            // Even the platform, which reads a text's beginning, finds no number or moment, so the value is made up.
            let isMoment = value is Date, isNumber = value is any FloatingPoint || value.shown.numberValue != nil
            if isMoment || isNumber, let text = json.stringValue, !text.contains(where: \.isNumber) {
                return (Decimal(string: text) != nil, nil)
            }
            // A fraction may be truncated or rounded. A default may replace a value that a cast does not read.
            guard !usesCasts, let number = json.doubleValue, let whole = value.shown.doubleValue else {
                return (true, nil)
            }
            return (abs(number - whole) < 1, nil)
        }
        if value.isSame(as: read, of: json) { return nil }
        // A UUID is the same in either letter case (RFC 9562, section 4).
        if conversion == .standard(.uuid), let id = json.stringValue.flatMap(UUID.init(uuidString:)),
            value.shown.stringValue.flatMap(UUID.init(uuidString:)) == id
        {
            return nil
        }
        // Foundation passes a fraction to casts as a Double.
        if usesCasts, json.numberValue?.isInteger == false, value.isSpelling(of: json) { return nil }
        let isSpelling = value.isSpelling(of: json)
        return (isSpelling, isSpelling ? nil : value.cause(insteadOf: read, by: self))
    }

    func decodedOrCast<Value: Decodable>(_: Value.Type, _ json: JSON) -> Value? {
        if usesCasts { return json.foundation as? Value }
        do { return try JSONDecoder().decode(Value.self, from: Data(json.bytes(.compact))) } catch { return nil }
    }

    /// Returns the number of a fragment or its text. With `"as": "number"`, the text may begin with a plus and zeros.
    func number(_ json: JSON) -> JSONNumber? {
        guard let text = json.stringValue else { return json.numberValue }
        guard conversion == .standard(.number) else { return JSONNumber(text: text) }
        return JSONNumber(text: text.replacing(/^(?:\+|(-))?0*(?=[0-9])/) { $0.output.1.map(String.init) ?? "" })
    }

    /// Returns a boolean, 0 or 1 as one, or, with `"as": "boolean"`, a common word for one.
    func bool(_ json: JSON) -> Bool? {
        switch json {
        case .bool(let flag): return flag
        case .number(let number): return number == JSONNumber(0) ? false : number == JSONNumber(1) ? true : nil
        case .string(let text) where conversion == .standard(.boolean):
            if ["true", "t", "yes", "y", "on", "1"].contains(text.lowercased()) { return true }
            return ["false", "f", "no", "n", "off", "0"].contains(text.lowercased()) ? false : nil
        case .null, .string, .array, .object: return nil
        }
    }

    /// Returns the number of a fragment, with `"as": "milliseconds"` in seconds.
    func double(_ json: JSON) -> Double? {
        number(json).map { conversion == .standard(.milliseconds) ? $0.doubleValue / 1000 : $0.doubleValue }
    }
}

// MARK: - Texts

extension String: PlatformValue {
    static func read(_ json: JSON, by reader: PlatformReader) -> String? {
        if case .number(let number) = json, reader.conversion == .standard(.number) { return number.text }
        return json.stringValue
    }

    func isSame(as read: String, of json: JSON) -> Bool {
        // Swift treats a composed and a decomposed letter as equal.
        JSON.string(self) == .string(read) || json.numberValue.map { JSONNumber(text: self) == $0 } ?? false
    }

    func isSpelling(of json: JSON) -> Bool {
        json.stringValue.map { Self.normalized($0) == Self.normalized(self) } ?? false
    }

    private static func normalized(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }

    var shown: JSON { .string(self) }
}

protocol TextValue: PlatformValue {
    static func read(text: String) -> Self?
    var text: String { get }
}

extension TextValue {
    static func read(_ json: JSON, by reader: PlatformReader) -> Self? {
        String.read(json, by: reader).flatMap { read(text: $0) }
    }

    /// A text without a platform value, such as a URL of "", may be refused.
    static func takes(_ json: JSON, like good: JSON, by reader: PlatformReader) -> Bool {
        json.stringValue == nil || read(json, by: reader) != nil
    }

    func isSame(as read: Self, of json: JSON) -> Bool { JSON.string(text) == .string(read.text) }
    var shown: JSON { .string(text) }
}

extension TextValue where Self: LosslessStringConvertible {
    static func read(text: String) -> Self? { Self(text) }
    var text: String { description }
}

extension Substring: TextValue {}
extension Character: TextValue {
    static func read(text: String) -> Character? { text.count == 1 ? text.first : nil }
}

extension AttributedString: TextValue {
    static func read(text: String) -> AttributedString? { AttributedString(text) }
    var text: String { String(characters) }
}

extension URL: TextValue {
    static func read(text: String) -> URL? { URL(string: text) }
    var text: String { absoluteString }
}

extension URLComponents: TextValue {
    static func read(text: String) -> URLComponents? { URLComponents(string: text) }
    var text: String { string ?? "" }
}

extension UUID: TextValue {
    static func read(text: String) -> UUID? { UUID(uuidString: text) }
    var text: String { uuidString }
}

extension Data: TextValue {
    static func read(text: String) -> Data? { Data(base64Encoded: text) }
    var text: String { base64EncodedString() }
}

extension TimeZone: TextValue {
    static func read(text: String) -> TimeZone? { TimeZone(identifier: text) }
    var text: String { identifier }
}

extension Locale: TextValue {
    static func read(text: String) -> Locale? { Locale(identifier: text) }
    var text: String { identifier }
}

extension Locale.Language: TextValue {
    static func read(text: String) -> Locale.Language? { Locale.Language(identifier: text) }
    var text: String { minimalIdentifier }
}

// MARK: - Foundation's objects

extension JSON: PlatformValue {
    static func read(_ json: JSON, by reader: PlatformReader) -> JSON? {
        reader.conversion == .standard(.number) ? reader.number(json).map(JSON.number) : json
    }
    /// NSNumber keeps only the digits of a Double.
    func isSame(as read: JSON, of json: JSON) -> Bool {
        self == read || numberValue.map { $0.doubleValue == read.doubleValue } ?? false
    }
    var shown: JSON { self }
}

extension Reflection {
    /// Returns the value as a type that holds one JSON value, with Foundation objects converted.
    static func platformValue(_ value: Any) -> (any PlatformValue)? {
        // Casting a Swift collection to an object would bridge it element by element.
        guard type(of: value) is AnyClass, let object = value as? NSObject else { return value as? any PlatformValue }
        switch object {
        case is NSNull: return JSON.null
        case let date as NSDate: return Date(timeIntervalSince1970: date.timeIntervalSince1970)
        case let text as NSString: return "\(text)"
        case let text as NSAttributedString: return text.string
        // On Linux, an NSURL that is not a valid URL casts to a URL that traps on access.
        case let url as NSURL: return url.text
        case let number as NSDecimalNumber: return number.decimalValue
        case is NSNumber, is NSArray, is NSDictionary:
            do { return try JSON(foundation: object) } catch { return nil }
        default: return nil
        }
    }
}

extension NSURL {
    /// The address. The platforms disagree on whether it is optional.
    var text: String { (absoluteString as String?) ?? "" }
}

/// A measurement, whose unit a JSON number does not state.
protocol Measured {
    var value: Double { get }
    var baseValue: Double? { get }
}

extension Measurement: Measured {
    var baseValue: Double? { (unit as? Dimension)?.converter.baseUnitValue(fromValue: value) }
}
