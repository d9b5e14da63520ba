import Foundation
import HTTPRecording
import JSONSchema

/// A type that an argument can be read as.
public protocol ArgumentConvertible {
    /// Converts a JSON argument. Returns `nil` if the value does not fit the type; an absent argument is null.
    init?(argument: JSON)
}

extension ArgumentConvertible {
    fileprivate init?(read value: Self?) {
        guard let value else { return nil }
        self = value
    }
}

extension String: ArgumentConvertible {
    /// Reads a string.
    public init?(argument: JSON) { self.init(read: argument.stringValue) }
}

extension Bool: ArgumentConvertible {
    /// Reads a boolean.
    public init?(argument: JSON) { self.init(read: argument.boolValue) }
}

extension ArgumentConvertible where Self: FixedWidthInteger {
    /// Reads an integer in the type's range.
    public init?(argument: JSON) { self.init(read: argument.numberValue?.integer()) }
}

extension Int: ArgumentConvertible {}
extension Int32: ArgumentConvertible {}
extension Int64: ArgumentConvertible {}
extension UInt: ArgumentConvertible {}
extension UInt32: ArgumentConvertible {}
extension UInt64: ArgumentConvertible {}

extension Double: ArgumentConvertible {
    /// Reads any number, rounded to the nearest `Double`.
    public init?(argument: JSON) { self.init(read: argument.doubleValue) }
}

extension Float: ArgumentConvertible {
    /// Reads any number, rounded to the nearest `Float`.
    public init?(argument: JSON) { self.init(read: argument.numberValue.flatMap { Float($0.text) }) }
}

extension Decimal: ArgumentConvertible {
    /// Reads any number in the range of `Decimal`, or a string that is one, such as an amount of money `"12.50"`.
    public init?(argument: JSON) {
        guard let text = argument.numberValue?.text ?? argument.stringValue,
            text.wholeMatch(of: /[+-]?[0-9]+(\.[0-9]+)?([Ee][+-]?[0-9]+)?/) != nil
        else { return nil }
        self.init(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}

extension Date: ArgumentConvertible {
    /// Reads a `date-time` string, or a `date` string as midnight UTC.
    public init?(argument: JSON) {
        guard let text = argument.stringValue,
            let moment = Timestamp(text) ?? (text.utf8.count == 10 ? Timestamp(text + "T00:00:00Z") : nil)
        else { return nil }
        self = moment.date
    }
}

extension UUID: ArgumentConvertible {
    /// Reads a UUID string in either letter case.
    public init?(argument: JSON) { self.init(read: argument.stringValue.flatMap { UUID(uuidString: $0) }) }
}

extension Data: ArgumentConvertible {
    /// Reads a base64 string.
    public init?(argument: JSON) { self.init(read: argument.stringValue.flatMap { Data(base64Encoded: $0) }) }
}

extension URL: ArgumentConvertible {
    /// Reads a URL string.
    public init?(argument: JSON) { self.init(read: argument.stringValue.flatMap { URL(string: $0) }) }
}

extension JSON: ArgumentConvertible {
    /// Reads any value.
    public init?(argument: JSON) { self = argument }
}

extension Optional: ArgumentConvertible where Wrapped: ArgumentConvertible {
    /// Reads null as `nil`, and any other value as the wrapped type.
    public init?(argument: JSON) {
        guard !argument.isNull else {
            self = .none
            return
        }
        guard let value = Wrapped(argument: argument) else { return nil }
        self = .some(value)
    }
}

extension Array: ArgumentConvertible where Element: ArgumentConvertible {
    /// Reads an array, if every element fits.
    public init?(argument: JSON) {
        guard let elements = argument.arrayValue else { return nil }
        self = elements.compactMap { Element(argument: $0) }
        if count < elements.count { return nil }
    }
}

extension Dictionary: ArgumentConvertible where Key == String, Value: ArgumentConvertible {
    /// Reads an object, if every member fits.
    public init?(argument: JSON) {
        guard let members = argument.objectValue else { return nil }
        self = members.reduce(into: [:]) { $0[$1.key] = Value(argument: $1.value) }
        if count < members.count { return nil }
    }
}
