import Foundation
import JSONSchema

/// The arguments of one call, by the names the contract gives them.
public struct Arguments: Sendable, Hashable {
    package let values: [String: JSON]

    package init(_ values: [String: JSON]) { self.values = values }

    /// The argument as the Swift type that the context asks for; an optional type is `nil` where the argument is absent
    /// or null.
    ///
    /// - Throws: `ArgumentError` where it is absent, or its value is of another type.
    public subscript<Value: ArgumentConvertible>(name: String) -> Value {
        get throws {
            if let value = Value(argument: values[name] ?? .null) { return value }
            throw ArgumentError(name: name, expected: "\(Value.self)", isAbsent: values[name] == nil)
        }
    }
}

/// The error of a binding that asks for an argument the call does not have, or has as another type.
public struct ArgumentError: Error, Sendable, Hashable, LocalizedError {
    /// The argument's name.
    public let name: String
    /// The Swift type that was asked for.
    public let expected: String
    /// Whether the call has no such argument at all.
    public let isAbsent: Bool

    /// What is wrong with the binding, in one sentence.
    public var errorDescription: String? {
        isAbsent
            ? "the binding reads the argument '\(name)', which the contract does not give"
            : "the argument '\(name)' cannot be read as \(expected)"
    }
}

/// A type that a binding can read an argument as.
public protocol ArgumentConvertible {
    /// The value of a JSON argument, `nil` where it does not fit; an absent argument is null.
    init?(argument: JSON)
}

extension String: ArgumentConvertible {
    /// Reads a string.
    public init?(argument: JSON) {
        guard let value = argument.stringValue else { return nil }
        self = value
    }
}

extension Bool: ArgumentConvertible {
    /// Reads a boolean.
    public init?(argument: JSON) {
        guard let value = argument.boolValue else { return nil }
        self = value
    }
}

extension Int: ArgumentConvertible {
    /// Reads a whole number.
    public init?(argument: JSON) {
        guard let value = argument.intValue else { return nil }
        self = value
    }
}

extension Double: ArgumentConvertible {
    /// Reads any number, as the nearest `Double`.
    public init?(argument: JSON) {
        guard let value = argument.doubleValue else { return nil }
        self = value
    }
}

extension URL: ArgumentConvertible {
    /// Reads a string that is a URL.
    public init?(argument: JSON) {
        guard let text = argument.stringValue else { return nil }
        self.init(string: text)
    }
}

extension JSON: ArgumentConvertible {
    /// Reads any value.
    public init?(argument: JSON) { self = argument }
}

extension Optional: ArgumentConvertible where Wrapped: ArgumentConvertible {
    /// Reads null as `nil`, anything else as the wrapped type.
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
    /// Reads an array whose elements all fit.
    public init?(argument: JSON) {
        guard let elements = argument.arrayValue else { return nil }
        self = []
        for element in elements {
            guard let value = Element(argument: element) else { return nil }
            append(value)
        }
    }
}
