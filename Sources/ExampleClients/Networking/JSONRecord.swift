import Foundation

/// A JSON object read strictly: nothing is converted, and a member is read as the type that is asked for or not at all.
struct JSONRecord {
    let members: [String: Any]

    init(_ members: [String: Any]) { self.members = members }

    subscript(name: String) -> JSONField { JSONField(value: members[name]) }
}

/// A member that is missing, or of another type than was asked for.
struct JSONMismatch: Error {}

/// One member of a ``JSONRecord``, present or not.
///
/// Foundation bridges `true` to 1 and 1 to `true` when cast; here a boolean is no number and a number no boolean.
struct JSONField {
    fileprivate let value: Any?

    var ifPresent: JSONField? { value == nil || value is NSNull ? nil : self }

    func string() throws(JSONMismatch) -> String {
        guard let string = value as? String else { throw JSONMismatch() }
        return string
    }

    /// A string of at least one character.
    func nonEmptyString() throws(JSONMismatch) -> String {
        let string = try string()
        guard !string.isEmpty else { throw JSONMismatch() }
        return string
    }

    func boolean() throws(JSONMismatch) -> Bool {
        guard let number = value as? NSNumber, Self.isBoolean(number) else { throw JSONMismatch() }
        return number.boolValue
    }

    func number(in range: ClosedRange<Double> = -.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
        throws(JSONMismatch) -> Double
    {
        let number = try anyNumber().doubleValue
        guard range.contains(number) else { throw JSONMismatch() }
        return number
    }

    /// A whole number in `range`; 1.0 is one, as in JSON Schema.
    ///
    /// By default it is one that every reader of JSON reads exactly (RFC 7493, section 2.2).
    func integer(in range: ClosedRange<Int> = interoperable) throws(JSONMismatch) -> Int {
        guard let integer = Int(exactly: try anyNumber().doubleValue), range.contains(integer) else {
            throw JSONMismatch()
        }
        return integer
    }

    /// The whole numbers that a `Double` distinguishes from their neighbours, as far as `Int` has them.
    static let interoperable =
        Int(clamping: -9_007_199_254_740_991 as Int64)...Int(clamping: 9_007_199_254_740_991 as Int64)

    /// An http or https address, see ``Foundation/URL/init(webAddress:)``.
    func webAddress() throws(JSONMismatch) -> URL {
        guard let url = URL(webAddress: try string()) else { throw JSONMismatch() }
        return url
    }

    /// A time as milliseconds since 1970, from then to the end of the year 9999.
    func epochMilliseconds() throws(JSONMismatch) -> Date {
        let milliseconds = try number(in: 0...253_402_300_799_999)
        guard milliseconds == milliseconds.rounded() else { throw JSONMismatch() }
        return Date(timeIntervalSince1970: milliseconds / 1000)
    }

    func record() throws(JSONMismatch) -> JSONRecord {
        guard let members = value as? [String: Any] else { throw JSONMismatch() }
        return JSONRecord(members)
    }

    func array<Element>(of read: (JSONField) throws(JSONMismatch) -> Element) throws(JSONMismatch) -> [Element] {
        guard let elements = value as? [Any] else { throw JSONMismatch() }
        var array: [Element] = []
        array.reserveCapacity(elements.count)
        for element in elements { array.append(try read(JSONField(value: element))) }
        return array
    }

    private func anyNumber() throws(JSONMismatch) -> NSNumber {
        guard let number = value as? NSNumber, !Self.isBoolean(number) else { throw JSONMismatch() }
        return number
    }

    /// Foundation holds the two booleans as objects of their own, and reads JSON's into those.
    private static func isBoolean(_ number: NSNumber) -> Bool {
        number === NSNumber(value: true) || number === NSNumber(value: false)
    }
}
