import ContractFormat
import Foundation
import JSONSchema

/// A type of the platform that holds one JSON value: what the platform itself reads of a fragment, and how a value is shown.
///
/// What the platform does to everybody is nobody's fault: a model may refuse what its properties' types cannot be made of,
/// and shows otherwise what the platform makes of the fragment.
protocol PlatformValue {
    /// The platform's value of a fragment; `nil` where it has none.
    static func read(_ json: JSON, by reader: PlatformReader) -> Self?
    /// Whether the widest type of the kind is made of a number, or of a text that the contract calls something else, in the
    /// notation of a good one. That a text fits no other type than String is the choice of who wrote the model.
    static func takes(_ json: JSON, like good: JSON, by reader: PlatformReader) -> Bool
    /// Whether a value stands for the same as the one that was read.
    func isSame(as read: Self, of json: JSON) -> Bool
    /// Whether a value is another spelling of the fragment, which code may choose where the schema does not take the fragment.
    func isSpelling(of json: JSON) -> Bool
    /// The likely cause where a value is not the one that was read.
    func cause(insteadOf read: Self) -> String?
    var shown: JSON { get }
}

extension PlatformValue {
    static func takes(_ json: JSON, like good: JSON, by reader: PlatformReader) -> Bool {
        json.stringValue == nil || reader.conversion == nil || read(json, by: reader) != nil
    }
    func isSpelling(of json: JSON) -> Bool { false }
    func cause(insteadOf read: Self) -> String? { nil }
}

extension PlatformValue where Self: Equatable {
    func isSame(as read: Self, of json: JSON) -> Bool { self == read }
}

/// A type of the platform behind a leaf of good instances.
struct PlatformLeaf {
    let type: any PlatformValue.Type
    let reader: PlatformReader
    /// What stands at the leaf in a good instance.
    let good: JSON

    func takes(_ json: JSON) -> Bool { type.takes(json, like: good, by: reader) }
    func shown(_ json: JSON) -> JSON? { type.read(json, by: reader)?.shown }
}

/// How a value stands for a fragment.
enum ValueMeaning: Equatable {
    case same
    /// Another value, with the likely cause.
    case different(String?)
    /// The platform has no value for the fragment, or it is another spelling: the code chooses, unless the schema takes it.
    case undefined
}

/// Reads fragments as the platform does: with the conversion that the contract names, else as the model's kind of code does.
struct PlatformReader {
    let conversion: ConversionContract?
    /// Whether Foundation's objects are cast, in place of decoding.
    let usesCasts: Bool

    func meaning(of value: some PlatformValue, _ json: JSON) -> ValueMeaning {
        guard let read = type(of: value).read(json, by: self) else {
            // A fraction may be cut, or rounded, to a whole number. What a cast does not read, a default may stand for.
            guard !usesCasts, let number = json.doubleValue, let whole = value.shown.doubleValue else {
                return .undefined
            }
            return abs(number - whole) < 1 ? .undefined : .different(nil)
        }
        if value.isSame(as: read, of: json) { return .same }
        return value.isSpelling(of: json) ? .undefined : .different(value.cause(insteadOf: read))
    }

    /// What the platform's own decoder, or a cast, makes of a fragment.
    func stock<Value: Decodable>(_: Value.Type, _ json: JSON) -> Value? {
        if usesCasts { return json.foundation as? Value }
        // A type refuses by throwing.
        do { return try JSONDecoder().decode(Value.self, from: Data(json.bytes(.compact))) } catch { return nil }
    }

    /// The number of a fragment, or of its text; where the contract calls the text a number, it may have a plus and zeros in
    /// front, which an identifier would lose.
    func number(_ json: JSON) -> JSONNumber? {
        guard let text = json.stringValue else { return json.numberValue }
        guard conversion == .standard(.number) else { return JSONNumber(text: text) }
        return JSONNumber(text: text.replacing(/^(?:\+|(-))?0*(?=[0-9])/) { $0.output.1.map(String.init) ?? "" })
    }

    /// The truth of a flag or, where the contract calls it a boolean, of a word that services write for one.
    fileprivate func truth(_ json: JSON) -> Bool? {
        switch json {
        case .bool(let flag): return flag
        case .number(let number): return number == JSONNumber(0) ? false : number == JSONNumber(1) ? true : nil
        case .string(let text) where conversion == .standard(.boolean):
            if ["true", "t", "yes", "y", "on", "1"].contains(text.lowercased()) { return true }
            return ["false", "f", "no", "n", "off", "0"].contains(text.lowercased()) ? false : nil
        case .null, .string, .array, .object: return nil
        }
    }

    /// The seconds of a duration.
    fileprivate func seconds(_ json: JSON) -> Double? {
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
        // Swift takes a composed and a decomposed letter for one.
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

/// A type that holds what a text says, and is the same as another where both show one text.
protocol TextValue: PlatformValue {
    static func read(text: String) -> Self?
    var text: String { get }
}

extension TextValue {
    static func read(_ json: JSON, by reader: PlatformReader) -> Self? {
        String.read(json, by: reader).flatMap { read(text: $0) }
    }

    func isSame(as read: Self, of json: JSON) -> Bool { JSON.string(text) == .string(read.text) }
    var shown: JSON { .string(text) }
}

extension Substring: TextValue {
    static func read(text: String) -> Substring? { text[...] }
    var text: String { String(self) }
}

extension Character: TextValue {
    static func read(text: String) -> Character? { text.count == 1 ? text.first : nil }
    var text: String { String(self) }
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

extension Locale.Currency: TextValue {
    static func read(text: String) -> Locale.Currency? { Locale.Currency(text) }
    var text: String { identifier }
}

extension Locale.LanguageCode: TextValue {
    static func read(text: String) -> Locale.LanguageCode? { Locale.LanguageCode(text) }
    var text: String { identifier }
}

extension Locale.Region: TextValue {
    static func read(text: String) -> Locale.Region? { Locale.Region(text) }
    var text: String { identifier }
}

extension Locale.Script: TextValue {
    static func read(text: String) -> Locale.Script? { Locale.Script(text) }
    var text: String { identifier }
}

extension Locale.Language: TextValue {
    static func read(text: String) -> Locale.Language? { Locale.Language(identifier: text) }
    var text: String { minimalIdentifier }
}

// MARK: - Numbers and flags

extension Bool: PlatformValue {
    static func read(_ json: JSON, by reader: PlatformReader) -> Bool? { reader.truth(json) }
    /// Code knows the words of its service.
    func isSpelling(of json: JSON) -> Bool { json.stringValue != nil }
    var shown: JSON { .bool(self) }
}

extension PlatformValue where Self: FixedWidthInteger & Decodable {
    static func read(_ json: JSON, by reader: PlatformReader) -> Self? {
        if json.stringValue != nil { return reader.number(json).flatMap { reader.stock(Self.self, .number($0)) } }
        if reader.conversion == .standard(.boolean) {
            return json.boolValue.map { $0 ? 1 : 0 } ?? reader.stock(Self.self, json)
        }
        return json.numberValue == nil ? nil : reader.stock(Self.self, json)
    }

    /// Code may read a number by way of a Double.
    func isSpelling(of json: JSON) -> Bool { json.doubleValue == Double(self) }
    var shown: JSON { JSONNumber(text: "\(self)").map(JSON.number) ?? .string("\(self)") }
}

extension Int: PlatformValue {}
extension Int8: PlatformValue {}
extension Int16: PlatformValue {}
extension Int32: PlatformValue {}
extension Int64: PlatformValue {}
extension UInt: PlatformValue {}
extension UInt8: PlatformValue {}
extension UInt16: PlatformValue {}
extension UInt32: PlatformValue {}
extension UInt64: PlatformValue {}

extension PlatformValue where Self: BinaryFloatingPoint & LosslessStringConvertible & Decodable {
    /// The nearest value that the type can have, directly or by way of a Double.
    static func read(_ json: JSON, by reader: PlatformReader) -> Self? {
        switch reader.conversion {
        case .standard(.milliseconds), .standard(.seconds): reader.seconds(json).map { Self($0) }
        default: reader.number(json).flatMap { Self($0.text) }
        }
    }

    static func takes(_ json: JSON, like good: JSON, by reader: PlatformReader) -> Bool {
        switch json {
        case .number: reader.stock(Double.self, json) != nil
        case .string: reader.conversion == nil || reader.number(json) != nil
        case .null, .bool, .array, .object: true
        }
    }

    /// Whether both are one value but for the last rounding of a computation.
    func isSame(as read: Self, of json: JSON) -> Bool { self == read || abs(self - read) <= read.ulp }
    var shown: JSON { JSONNumber(text: "\(self)").map(JSON.number) ?? .string("\(self)") }
}

extension Float: PlatformValue {}
extension Double: PlatformValue {
    func cause(insteadOf read: Double) -> String? {
        self == Double(Float(read)) ? "only the digits of a Float are left" : nil
    }
}

extension CGFloat: PlatformValue {
    static func read(_ json: JSON, by reader: PlatformReader) -> CGFloat? {
        Double.read(json, by: reader).map { CGFloat($0) }
    }
    var shown: JSON { Double(self).shown }
}

extension Decimal: PlatformValue {
    /// Decimal holds 38 digits; its own coding and casts of Foundation's objects may go through a Double, which is no reason
    /// to lose a cent.
    static func read(_ json: JSON, by reader: PlatformReader) -> Decimal? {
        reader.number(json).flatMap { Decimal(string: $0.text) }
    }

    /// Beyond what the schema takes, a Double may stand on the way.
    func isSpelling(of json: JSON) -> Bool { json.doubleValue == NSDecimalNumber(decimal: self).doubleValue }

    static func takes(_ json: JSON, like good: JSON, by reader: PlatformReader) -> Bool {
        Double.takes(json, like: good, by: reader)
            && (json.numberValue == nil || reader.stock(Decimal.self, json) != nil)
    }

    var shown: JSON { JSONNumber(text: "\(self)").map(JSON.number) ?? .string("\(self)") }
}

extension Duration: PlatformValue {
    static func read(_ json: JSON, by reader: PlatformReader) -> Duration? {
        // A Duration traps on more than 64 bits of seconds.
        reader.seconds(json).flatMap { Int64(exactly: $0.rounded(.towardZero)) == nil ? nil : .seconds($0) }
    }

    func isSame(as read: Duration, of json: JSON) -> Bool { seconds.isSame(as: read.seconds, of: json) }
    var shown: JSON { seconds.shown }
    private var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

// MARK: - Dates

extension Date: PlatformValue {
    static func read(_ json: JSON, by reader: PlatformReader) -> Date? {
        switch reader.conversion {
        case .pattern(let pattern): json.stringValue.flatMap(pattern.formatter.date)
        case .standard(.epochSeconds): seconds(json).map(Date.init(timeIntervalSince1970:))
        case .standard(.epochMilliseconds): seconds(json).map { Date(timeIntervalSince1970: $0 / 1000) }
        case nil, .standard, .cases, .named: json.stringValue.flatMap(DateText.date)
        }
    }

    /// Formatters read one notation, and years of four digits (RFC 3339, section 5.6).
    static func takes(_ json: JSON, like good: JSON, by reader: PlatformReader) -> Bool {
        guard read(good, by: reader) != nil else { return true }
        guard let date = read(json, by: reader), DateText.years.contains(date) else { return false }
        return json.stringValue.map { DateText.notation(of: $0) } == good.stringValue.map { DateText.notation(of: $0) }
    }

    private static func seconds(_ json: JSON) -> Double? { json.doubleValue ?? json.stringValue.flatMap(Double.init) }

    /// Formatters cut what is beyond milliseconds.
    func isSame(as read: Date, of json: JSON) -> Bool {
        let digits = json.stringValue?.split(separator: ".").dropFirst().first?.prefix(while: \.isNumber).count ?? 0
        return isNear(read, by: digits > 3 ? 0.001 : 0.000_5)
    }

    func cause(insteadOf read: Date) -> String? {
        let offsets = [self, read].map(TimeZone.current.secondsFromGMT(for:))
        guard offsets.contains(where: { $0 != 0 && addingTimeInterval(Double($0)).isNear(read, by: 0.001) }) else {
            return nil
        }
        return "it is read in the local time zone, which is \(TimeZone.current.identifier)"
    }

    private func isNear(_ other: Date, by tolerance: Double) -> Bool {
        let seconds = other.timeIntervalSinceReferenceDate
        return abs(timeIntervalSinceReferenceDate - seconds) < max(tolerance, 2 * seconds.ulp)
    }

    var shown: JSON { .string(DateText.string(from: self)) }
}

extension DateComponents: PlatformValue {
    /// The parts of a date, a time of day or both, in the order in which texts have them (RFC 3339, 5.6).
    static func read(_ json: JSON, by reader: PlatformReader) -> DateComponents? {
        guard let text = json.stringValue else { return nil }
        let isTime = text.prefix(3).last == ":"
        let numbers = text.prefix(isTime ? 8 : 19).split { !$0.isNumber }.map { Int($0) }
        guard isTime || DateText.date(from: text) != nil, numbers.count >= 2 else { return nil }
        var read = DateComponents()
        for (part, number) in zip(isTime ? parts.suffix(3) : parts[...], numbers) { read[keyPath: part.path] = number }
        return read
    }

    private static var parts: [(name: String, path: WritableKeyPath<DateComponents, Int?>)] {
        [
            ("year", \.year), ("month", \.month), ("day", \.day), ("hour", \.hour), ("minute", \.minute),
            ("second", \.second),
        ]
    }

    /// A value may hold fewer parts than the text.
    func isSame(as read: DateComponents, of json: JSON) -> Bool {
        let told = Self.parts.map(\.path).filter { self[keyPath: $0] != nil && read[keyPath: $0] != nil }
        return told.count >= 2 && told.allSatisfy { self[keyPath: $0] == read[keyPath: $0] }
    }

    var shown: JSON {
        .object(
            JSONObject(Self.parts.compactMap { part in self[keyPath: part.path].map { (part.name, $0.shown) } }))
    }
}

// MARK: - Foundation's objects

extension JSON: PlatformValue {
    static func read(_ json: JSON, by reader: PlatformReader) -> JSON? { json }
    /// NSNumber keeps the digits of a Double.
    func isSame(as read: JSON, of json: JSON) -> Bool {
        self == read || numberValue.map { $0.doubleValue == read.doubleValue } ?? false
    }
    var shown: JSON { self }
}

extension Reflection {
    /// A value of the platform that holds one JSON value; Foundation's objects as what they stand for. `nil` for others.
    static func platformValue(_ value: Any) -> (any PlatformValue)? {
        // A cast of a Swift collection to an object would bridge it, element by element.
        guard type(of: value) is AnyClass, let object = value as? NSObject else { return value as? any PlatformValue }
        switch object {
        case is NSNull: return JSON.null
        case let date as NSDate: return Date(timeIntervalSince1970: date.timeIntervalSince1970)
        case let text as NSString: return "\(text)"
        case let text as NSAttributedString: return text.string
        // On Linux an NSURL that is no valid URL casts to a URL that traps when it is asked for anything.
        case let url as NSURL: return url.text
        case is NSNumber, is NSArray, is NSDictionary:
            do { return try JSON(foundation: object) } catch { return nil }
        default: return nil
        }
    }
}

extension NSURL {
    /// The address: the platforms do not agree on whether it can be missing.
    var text: String { (absoluteString as String?) ?? "" }
}

/// A measurement, of whose unit a number says nothing.
protocol Measured { var value: Double { get } }
extension Measurement: Measured {}
