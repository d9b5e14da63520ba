import ContractFormat
import Foundation
import JSONSchema

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
    /// From the text: the coding of Decimal, and casts, may go through a Double and lose a cent.
    static func read(_ json: JSON, by reader: PlatformReader) -> Decimal? {
        reader.number(json).flatMap { Decimal(string: $0.text) }
    }

    /// Beyond what the schema takes, a Double may stand on the way.
    func isSpelling(of json: JSON) -> Bool { json.doubleValue.map { self == Decimal($0) } ?? false }

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
