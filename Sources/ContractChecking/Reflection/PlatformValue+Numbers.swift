import ContractFormat
import Foundation
import JSONSchema

// MARK: - Numbers and flags

extension Bool: PlatformValue {
    static func read(_ json: JSON, by reader: PlatformReader) -> Bool? { reader.bool(json) }
    /// Code may know further words of its service.
    func isSpelling(of json: JSON) -> Bool { json.stringValue != nil }
    var shown: JSON { .bool(self) }
}

extension PlatformValue where Self: FixedWidthInteger & Decodable {
    static func read(_ json: JSON, by reader: PlatformReader) -> Self? {
        if reader.conversion == .standard(.boolean), let flag = json.boolValue { return flag ? 1 : 0 }
        return reader.number(json).flatMap { reader.decodedOrCast(Self.self, .number($0)) }
    }

    /// Code may convert a number through a Double.
    func isSpelling(of json: JSON) -> Bool { json.doubleValue == Double(self) }
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

extension PlatformValue where Self: BinaryFloatingPoint {
    static func read(_ json: JSON, by reader: PlatformReader) -> Self? { reader.double(json).map { Self($0) } }

    /// Whether both are equal except for the last rounding of a computation.
    func isSame(as read: Self, of json: JSON) -> Bool { self == read || abs(self - read) <= read.ulp }
}

extension Float: PlatformValue {}
extension Double: PlatformValue {
    func cause(insteadOf read: Double, by reader: PlatformReader) -> String? {
        isFinite && self == Double(Float(read)) ? "it has only the precision of a Float" : nil
    }
}

extension CGFloat: PlatformValue {}

extension Decimal: PlatformValue {
    /// Parses the text, because Decimal's coding and casts may go through a Double and lose a cent.
    static func read(_ json: JSON, by reader: PlatformReader) -> Decimal? {
        reader.number(json).flatMap { Decimal(string: $0.text) }
    }

    /// If the schema rejects the input, the value may have passed through a Double or its text.
    func isSpelling(of json: JSON) -> Bool {
        json.doubleValue.map { self == Decimal($0) || self == Decimal(string: "\($0)") } ?? false
    }

    static func takes(_ json: JSON, like good: JSON, by reader: PlatformReader) -> Bool {
        Double.takes(json, like: good, by: reader)
            && (json.numberValue == nil || reader.decodedOrCast(Decimal.self, json) != nil)
    }
}

extension Duration: PlatformValue {
    static func read(_ json: JSON, by reader: PlatformReader) -> Duration? {
        // A Duration traps if its seconds exceed 64 bits.
        reader.double(json).flatMap { Int64(exactly: $0.rounded(.towardZero)) == nil ? nil : .seconds($0) }
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

    /// Formatters read one notation and four-digit years (RFC 3339, section 5.6).
    static func takes(_ json: JSON, like good: JSON, by reader: PlatformReader) -> Bool {
        guard read(good, by: reader) != nil else { return true }
        guard let date = read(json, by: reader), DateText.years.contains(date) else { return false }
        guard let text = json.stringValue, let goodText = good.stringValue else { return true }
        return DateText.notation(of: text) == DateText.notation(of: goodText)
            && (DateText.foundationDate(from: text) != nil || DateText.foundationDate(from: goodText) == nil)
    }

    private static func seconds(_ json: JSON) -> Double? { json.doubleValue ?? json.stringValue.flatMap(Double.init) }

    /// Formatters truncate beyond milliseconds.
    func isSame(as read: Date, of json: JSON) -> Bool {
        let digits = json.stringValue?.split(separator: ".").dropFirst().first?.prefix(while: \.isNumber).count ?? 0
        return isNear(read, by: digits > 3 ? 0.001 : 0.000_5)
    }

    func cause(insteadOf read: Date, by reader: PlatformReader) -> String? {
        var zone: TimeZone?
        if case .pattern(let pattern)? = reader.conversion { zone = TimeZone(identifier: pattern.zone) }
        return DateText.localZone(from: self, to: read, zone ?? .gmt).map { "it is read in \($0)" }
    }

    private func isNear(_ other: Date, by tolerance: Double) -> Bool {
        let seconds = other.timeIntervalSinceReferenceDate
        return abs(timeIntervalSinceReferenceDate - seconds) < max(tolerance, 2 * seconds.ulp)
    }

    var shown: JSON { .string(DateText.string(from: self)) }
}

extension DateComponents: PlatformValue {
    /// Returns the parts of a date, a time of day or both (RFC 3339, section 5.6).
    static func read(_ json: JSON, by reader: PlatformReader) -> DateComponents? {
        guard let text = json.stringValue else { return nil }
        let isTime = text.prefix(3).last == ":"
        let zone = text.count < 8 ? ":00Z" : "Z"
        let clock = isTime ? "1970-01-01T\(text.prefix(8))\(zone)" : "\(text.prefix(19))Z"
        let date = DateText.date(from: clock) ?? DateText.date(from: text)
        return date.map { DateText.calendar.dateComponents(Set(isTime ? parts.suffix(3) : parts), from: $0) }
    }

    private static let parts: [Calendar.Component] = [.year, .month, .day, .hour, .minute, .second]

    /// A value may hold fewer parts than the text.
    func isSame(as read: DateComponents, of json: JSON) -> Bool {
        let shared = Self.parts.filter { value(for: $0) != nil && read.value(for: $0) != nil }
        return shared.count >= 2 && shared.allSatisfy { value(for: $0) == read.value(for: $0) }
    }

    var shown: JSON {
        .object(JSONObject(Self.parts.compactMap { part in value(for: part).map { ("\(part)", $0.shown) } }))
    }
}

/// Numbers that schemas promise exactly: integers up to 2^53 - 1 (RFC 8259, section 6), more with bounds or a format.
struct NumberPromise {
    let isInteger: Bool
    private let isFloat: Bool
    private let hasFormat: Bool
    private let hasMinimum: Bool
    private let hasMaximum: Bool

    init(of schemas: [SchemaView]) {
        // Alternatives each have a type and promise no more than their own keywords.
        let typed = schemas.filter { $0.json["type"] != nil }
        let others = schemas.filter { $0.json["type"] == nil }
        func has(_ keyword: String) -> Bool {
            others.contains { $0.json[keyword] != nil }
                || !typed.isEmpty && typed.allSatisfy { $0.json[keyword] != nil }
        }
        let types = schemas.compactMap { $0.json["type"] }.map(TypeSet.init(keyword:))
        let listed = schemas.flatMap(\.listedValues).map(TypeSet.init(of:))
        isFloat = schemas.contains { $0.json["format"] == "float" }
        isInteger = (types + listed).contains { $0.contains(.integer) && !$0.contains(.fraction) }
        hasFormat = has("format")
        hasMinimum = has("minimum") || has("exclusiveMinimum")
        hasMaximum = has("maximum") || has("exclusiveMaximum")
    }

    func covers(_ number: JSONNumber) -> Bool {
        if isFloat, !number.isFloat { return false }
        guard isInteger, abs(number.doubleValue) >= 0x1p53 else { return true }
        return (number.doubleValue < 0 ? hasMinimum : hasMaximum) || hasFormat && number.intValue != nil
    }
}
