import Foundation

/// A model of a service's JSON object.
package protocol JSONReadable {
    init(_ record: JSONRecord) throws(JSONMismatch)
}

extension JSONReadable {
    /// Reads a JSON object. Returns `nil` if a member is missing or invalid.
    package init?(json: [String: Any]) {
        do { try self.init(JSONRecord(json)) } catch { return nil }
    }
}

/// A JSON object that is read strictly, without type conversions.
package struct JSONRecord {
    let members: [String: Any]

    init(_ members: [String: Any]) { self.members = members }

    subscript(name: String) -> JSONField { JSONField(value: members[name]) }
}

/// A member is missing or has the wrong type.
package struct JSONMismatch: Error {}

/// A member of a ``JSONRecord``, which may be missing.
///
/// Foundation bridges `true` to 1 and 1 to `true` when cast. This type distinguishes them.
struct JSONField {
    fileprivate let value: Any?

    var ifPresent: JSONField? { value == nil || value is NSNull ? nil : self }

    func string() throws(JSONMismatch) -> String {
        guard let string = value as? String else { throw JSONMismatch() }
        return string
    }

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

    /// Returns an integer in `range`. As in JSON Schema, 1.0 is an integer.
    ///
    /// The default range contains the integers that all JSON readers represent exactly (RFC 7493, section 2.2).
    func integer(in range: ClosedRange<Int> = interoperable) throws(JSONMismatch) -> Int {
        guard let integer = Int(exactly: try anyNumber().doubleValue), range.contains(integer) else {
            throw JSONMismatch()
        }
        return integer
    }

    /// The integers that a `Double` represents unambiguously, clamped to `Int`.
    static let interoperable =
        Int(clamping: -9_007_199_254_740_991 as Int64)...Int(clamping: 9_007_199_254_740_991 as Int64)

    func webAddress() throws(JSONMismatch) -> URL {
        guard let url = URL(webAddress: try string()) else { throw JSONMismatch() }
        return url
    }

    /// Returns the date for milliseconds since 1970, up to the end of the year 9999.
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

    /// Foundation represents the two Booleans, including those parsed from JSON, as singletons.
    private static func isBoolean(_ number: NSNumber) -> Bool {
        number === NSNumber(value: true) || number === NSNumber(value: false)
    }
}
