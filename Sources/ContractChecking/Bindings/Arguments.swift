import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The arguments of one call, by the names the contract gives them.
public struct Arguments: Sendable, Hashable {
    package let values: [String: JSON]
    /// The names that the endpoint has; `nil` where that is not known.
    package let known: [String]?
    /// The values that stand for secrets, by the names of their arguments.
    let standIns: [String: Secret]
    /// The arguments that the binding asks for; `nil` where nobody looks at them.
    let asked: AskedArguments?

    package init(
        _ values: [String: JSON], of endpoint: EndpointContract? = nil, standIns: [String: Secret] = [:],
        notesReadings: Bool = true
    ) {
        asked = notesReadings ? AskedArguments() : nil
        self.values = values.merging(standIns.mapValues { .string($0.value) }) { $1 }
        self.standIns = standIns
        known = endpoint?.arguments.map(\.name)
    }

    /// The values as a recording holds them: placeholders where a value stands for a secret.
    var asRecorded: [String: JSON] { values.merging(standIns.mapValues { .string($0.placeholder) }) { $1 } }

    /// The argument as the Swift type that the context asks for; an optional type is `nil` where the argument is absent
    /// or null.
    ///
    /// - Throws: `ArgumentError` where it is absent, or its value is of another type.
    public subscript<Value: ArgumentConvertible>(name: String) -> Value {
        get throws { try value(of: name) { Value(argument: $0) } }
    }

    /// The argument as a case of an enumeration, or as another type with a raw value.
    ///
    /// - Throws: `ArgumentError` where it is absent, or no raw value.
    public subscript<Value: RawRepresentable>(name: String) -> Value where Value.RawValue: ArgumentConvertible {
        get throws { try value(of: name) { Value.RawValue(argument: $0).flatMap(Value.init(rawValue:)) } }
    }

    /// The argument as a case of an enumeration, `nil` where it is absent or null.
    ///
    /// - Throws: `ArgumentError` where it is no raw value.
    public subscript<Value: RawRepresentable>(name: String) -> Value? where Value.RawValue: ArgumentConvertible {
        get throws {
            try value(of: name) { argument -> Value?? in
                if argument.isNull { return .some(nil) }
                return Value.RawValue(argument: argument).flatMap(Value.init(rawValue:)).map(Optional.some)
            }
        }
    }

    /// The argument as a list of cases of an enumeration.
    ///
    /// - Throws: `ArgumentError` where it is absent, or an element is no raw value.
    public subscript<Value: RawRepresentable>(name: String) -> [Value] where Value.RawValue: ArgumentConvertible {
        get throws { try value(of: name) { Self.cases($0) } }
    }

    /// The argument as a list of cases of an enumeration, `nil` where it is absent or null.
    ///
    /// - Throws: `ArgumentError` where an element is no raw value.
    public subscript<Value: RawRepresentable>(name: String) -> [Value]? where Value.RawValue: ArgumentConvertible {
        get throws { try value(of: name) { $0.isNull ? .some(nil) : Self.cases($0).map(Optional.some) } }
    }

    private static func cases<Value: RawRepresentable>(_ argument: JSON) -> [Value]?
    where Value.RawValue: ArgumentConvertible {
        let cases = argument.arrayValue?.map { Value.RawValue(argument: $0).flatMap(Value.init(rawValue:)) }
        return cases.flatMap { $0.contains { $0 == nil } ? nil : $0.compactMap(\.self) }
    }

    /// The argument as a type that is made from JSON, read as `decode(_:as:decoder:)` does.
    @_disfavoredOverload
    public subscript<Value: Decodable>(name: String) -> Value {
        get throws { try decode(name) }
    }

    /// The argument as a type that is made from JSON, such as the structure of a body.
    ///
    /// - Parameter decoder: reads a `Date` from a `date-time` where nothing else is said.
    /// - Throws: `ArgumentError` where the argument cannot be decoded.
    public func decode<Value: Decodable>(
        _ name: String, as _: Value.Type = Value.self, decoder: JSONDecoder = .ofArguments
    ) throws -> Value {
        try value(of: name) { argument in
            do { return try decoder.decode(Value.self, from: Data(argument.bytes())) } catch { return nil }
        }
    }

    /// Whether the call gives the argument, be it null.
    public func has(_ name: String) -> Bool {
        asked?.insert(name)
        return values[name] != nil
    }

    /// Whether the call gives the argument as null, which is not the same as leaving it out where the contract says
    /// `{name|distinct}`.
    public func isNull(_ name: String) -> Bool {
        asked?.insert(name)
        return values[name]?.isNull ?? false
    }

    private func value<Value>(of name: String, _ read: (JSON) -> Value?) throws(ArgumentError) -> Value {
        asked?.insert(name) { read($0) != nil }
        guard known?.contains(name) ?? true else {
            throw ArgumentError(name: name, expected: "\(Value.self)", isAbsent: true, known: known)
        }
        if let value = read(values[name] ?? .null) { return value }
        throw ArgumentError(name: name, expected: "\(Value.self)", isAbsent: values[name] == nil)
    }
}

/// The kinds of values that the type holds as which a binding reads an argument.
struct ArgumentReading: OptionSet {
    let rawValue: Int

    static let null = ArgumentReading(rawValue: 1), fraction = ArgumentReading(rawValue: 2)
    static let integer = ArgumentReading(rawValue: 4)

    private static let samples: [(JSON, ArgumentReading)] = [(.null, .null), (0.5, .fraction), (1, .integer)]

    init(rawValue: Int) { self.rawValue = rawValue }

    init(of takes: (JSON) -> Bool) { self.init(Self.samples.filter { takes($0.0) }.map(\.1)) }
}

/// The arguments that a binding asked for. Arguments are equal whatever was asked.
final class AskedArguments: Sendable, Hashable {
    private let known = Locked<[String: ArgumentReading]>([:])

    var readings: [String: ArgumentReading] { known.withLock { $0 } }

    /// Notes a reading; of several, the values that all of them hold count.
    func insert(_ name: String, takes: (JSON) -> Bool = { _ in true }) {
        let reading = ArgumentReading(of: takes)
        known.withLock { $0[name] = reading.intersection($0[name] ?? reading) }
    }

    static func == (_: AskedArguments, _: AskedArguments) -> Bool { true }

    func hash(into _: inout Hasher) {}
}

extension JSONDecoder {
    /// Reads a `Date` from the text of a `date-time`.
    public static var ofArguments: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            if let date = Date(argument: .string(text)) { return date }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no date-time")
        }
        return decoder
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
    /// The names that the contract has, where this is none of them.
    package let known: [String]?

    init(name: String, expected: String, isAbsent: Bool, known: [String]? = nil) {
        self.name = name
        let optional = "Optional<"
        self.expected = expected.hasPrefix(optional) ? expected.dropFirst(optional.count).dropLast() + "?" : expected
        self.isAbsent = isAbsent
        self.known = known
    }

    /// Why a call that throws it is not evaluated.
    var obstacle: String { errorDescription ?? name }

    /// The fault of the binding, in one sentence.
    public var errorDescription: String? {
        if let known {
            return "the binding asks for the argument '\(name)', which the contract does not have"
                + Suggestion.text(for: name, among: known)
        }
        return isAbsent
            ? "the binding reads the argument '\(name)' as \(expected), and the call does not give it"
            : "the binding reads the argument '\(name)' as \(expected), which cannot hold its value"
    }
}
