import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The arguments of one call, keyed by their names in the contract.
public struct Arguments: Sendable, Hashable {
    package let values: [String: JSON]
    /// The endpoint's argument names, or `nil` if unknown.
    package let declaredNames: [String]?
    let standIns: [String: Secret]
    /// The arguments that the binding has read, or `nil` if reads are not tracked.
    let reads: ReadLog?

    package init(
        _ values: [String: JSON], of endpoint: EndpointContract? = nil, standIns: [String: Secret] = [:],
        logsReads: Bool = true
    ) {
        reads = logsReads ? ReadLog() : nil
        self.values = values.merging(standIns.mapValues { .string($0.value) }) { $1 }
        self.standIns = standIns
        declaredNames = endpoint?.arguments.map(\.name)
    }

    /// The values as recorded, with placeholders instead of stand-ins.
    var asRecorded: [String: JSON] { values.merging(standIns.mapValues { .string($0.placeholder) }) { $1 } }

    /// The argument as the Swift type inferred from context. An absent or null argument is `nil` for an optional type.
    ///
    /// - Throws: `ArgumentError` if it is absent or does not fit the type.
    public subscript<Value: ArgumentConvertible>(name: String) -> Value {
        get throws { try value(of: name) { Value(argument: $0) } }
    }

    /// The argument as an enumeration case, or as another raw-representable type.
    ///
    /// - Throws: `ArgumentError` if it is absent or not a raw value of the type.
    public subscript<Value: RawRepresentable>(name: String) -> Value where Value.RawValue: ArgumentConvertible {
        get throws { try value(of: name) { Value.RawValue(argument: $0).flatMap(Value.init(rawValue:)) } }
    }

    /// The argument as an enumeration case, or `nil` if it is absent or null.
    ///
    /// - Throws: `ArgumentError` if it is not a raw value of the type.
    public subscript<Value: RawRepresentable>(name: String) -> Value? where Value.RawValue: ArgumentConvertible {
        get throws {
            try value(of: name) { argument -> Value?? in
                if argument.isNull { return .some(nil) }
                return Value.RawValue(argument: argument).flatMap(Value.init(rawValue:)).map(Optional.some)
            }
        }
    }

    /// The argument as an array of enumeration cases.
    ///
    /// - Throws: `ArgumentError` if it is absent, or an element is not a raw value of the type.
    public subscript<Value: RawRepresentable>(name: String) -> [Value] where Value.RawValue: ArgumentConvertible {
        get throws { try value(of: name) { Self.cases($0) } }
    }

    /// The argument as an array of enumeration cases, or `nil` if it is absent or null.
    ///
    /// - Throws: `ArgumentError` if an element is not a raw value of the type.
    public subscript<Value: RawRepresentable>(name: String) -> [Value]? where Value.RawValue: ArgumentConvertible {
        get throws { try value(of: name) { $0.isNull ? .some(nil) : Self.cases($0).map(Optional.some) } }
    }

    private static func cases<Value: RawRepresentable>(_ argument: JSON) -> [Value]?
    where Value.RawValue: ArgumentConvertible {
        let raw = [Value.RawValue](argument: argument), cases = raw?.compactMap(Value.init(rawValue:))
        return cases?.count == raw?.count ? cases : nil
    }

    /// The argument decoded by `decode(_:as:decoder:)`.
    @_disfavoredOverload
    public subscript<Value: Decodable>(name: String) -> Value {
        get throws { try decode(name) }
    }

    /// Decodes the argument, such as a structured body.
    ///
    /// - Parameter decoder: the default reads `Date` values from `date-time` strings.
    /// - Throws: `ArgumentError` if the argument cannot be decoded.
    public func decode<Value: Decodable>(
        _ name: String, as _: Value.Type = Value.self, decoder: JSONDecoder = .ofArguments
    ) throws -> Value {
        try value(of: name) { try decoder.decode(Value.self, from: Data($0.bytes())) }
    }

    /// Whether the call passes the argument, even as null.
    public func has(_ name: String) -> Bool {
        reads?.insert(name)
        return values[name] != nil
    }

    /// Whether the call passes the argument as null. `{name|distinct}` in a contract distinguishes null from absent.
    public func isNull(_ name: String) -> Bool {
        reads?.insert(name)
        return values[name]?.isNull ?? false
    }

    private func value<Value>(of name: String, _ read: (JSON) throws -> Value?) throws(ArgumentError) -> Value {
        reads?.insert(name) {
            do { return try read($0) != nil } catch { return false }
        }
        guard declaredNames?.contains(name) ?? true else {
            throw ArgumentError(name: name, expected: "\(Value.self)", isAbsent: true, declaredNames: declaredNames)
        }
        var reason: String?
        do {
            if let value = try read(values[name] ?? .null) { return value }
        } catch {
            // Foundation calls a number that the type cannot represent invalid JSON.
            reason = ErrorName.reason(error)
            if reason?.hasSuffix("The given data was not valid JSON.") ?? false { reason = nil }
        }
        throw ArgumentError(name: name, expected: "\(Value.self)", isAbsent: values[name] == nil, reason: reason)
    }
}

/// Fills in call arguments. Environment variables are read from the environment, or kept as placeholders in replay.
package struct CallArguments: Sendable {
    let mode: Mode
    let environment: [String: String]

    /// The arguments of a replay, which needs no variable.
    package static let replayed = CallArguments(mode: .replay, environment: [:])

    package struct MissingVariable: Error, CustomStringConvertible {
        let name: String

        package var description: String { "\(name) is not set" }
    }

    package func resolve(
        _ arguments: [ArgumentValue], of endpoint: EndpointContract? = nil, captured: [String: JSON] = [:]
    ) throws(MissingVariable) -> Arguments {
        for case .environment(let name) in arguments.flatMap(\.value.placeholders)
        where mode != .replay && environment[name]?.isEmpty ?? true {
            throw MissingVariable(name: name)
        }
        return filled(arguments, of: endpoint, captured: captured)
    }

    /// Returns the arguments. In replay, a variable is its placeholder's text.
    package func filled(
        _ arguments: [ArgumentValue], of endpoint: EndpointContract?, captured: [String: JSON] = [:]
    ) -> Arguments {
        let values = arguments.reduce(into: [:]) { values, argument in
            values[argument.name] = argument.value.filled { value(of: $0, in: captured) }
        }
        let standIns = mode == .replay ? endpoint.map { StandIns.secrets(of: arguments, in: $0) } : nil
        return Arguments(values, of: endpoint, standIns: standIns ?? [:])
    }

    func value(of placeholder: Placeholder, in names: [String: JSON]) -> JSON? {
        switch placeholder {
        case .name(let name): names[name]
        case .environment(let name): mode == .replay ? .string(placeholder.text) : environment[name].map(JSON.string)
        }
    }

    package func secrets(of arguments: [ArgumentValue]) -> [Secret] {
        secrets(of: Set(arguments.flatMap(\.value.placeholders)))
    }

    private func secrets(of placeholders: Set<Placeholder>) -> [Secret] {
        guard mode != .replay else { return [] }
        return placeholders.compactMap { placeholder in
            guard case .environment(let name) = placeholder, let value = environment[name] else { return nil }
            return Secret(value: value, placeholder: placeholder.text)
        }.sorted { $0.placeholder < $1.placeholder }
    }

    /// Returns a redaction of all environment secrets that a contract's calls use.
    package func redaction(of contract: Contract) -> Redaction {
        Redaction(secrets: secrets(of: Set(contract.variables.map { .environment($0.text) })))
    }
}

/// The arguments that a binding has read. All instances are equal, so that `Arguments` compares by value.
final class ReadLog: Sendable, Hashable {
    /// One value of each kind that the type of a read may refuse.
    private static let samples: Set<JSON> = [.null, 0.5, 1]
    private let accepted = Locked<[String: Set<JSON>]>([:])

    var acceptedSamples: [String: Set<JSON>] { accepted.withLock { $0 } }

    /// Records a read. Repeated reads of an argument keep only the samples that every read accepts.
    func insert(_ name: String, takes: (JSON) -> Bool = { _ in true }) {
        let taken = Self.samples.filter(takes)
        accepted.withLock { $0[name] = taken.intersection($0[name] ?? taken) }
    }

    static func == (_: ReadLog, _: ReadLog) -> Bool { true }

    func hash(into _: inout Hasher) {}
}

extension JSONDecoder {
    /// A decoder that reads `Date` values from `date-time` strings.
    public static var ofArguments: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            if let date = Date(argument: .string(text)) { return date }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not a date-time")
        }
        return decoder
    }
}

/// An error for an argument that the call lacks or that does not fit the requested type.
public struct ArgumentError: Error, Sendable, Hashable, LocalizedError {
    /// The argument's name.
    public let name: String
    /// The requested Swift type.
    public let expected: String
    /// Whether the call does not pass the argument.
    public let isAbsent: Bool
    package let declaredNames: [String]?
    /// A colon and the decoder's error, or an empty text.
    let reason: String

    init(name: String, expected: String, isAbsent: Bool, declaredNames: [String]? = nil, reason: String? = nil) {
        self.name = name
        let optional = "Optional<"
        self.expected = expected.hasPrefix(optional) ? expected.dropFirst(optional.count).dropLast() + "?" : expected
        self.isAbsent = isAbsent
        self.declaredNames = declaredNames
        self.reason = reason.map { ": \($0)" } ?? ""
    }

    var obstacle: String { errorDescription ?? name }

    /// The binding's fault, in one sentence.
    public var errorDescription: String? {
        if let declaredNames {
            return "the binding asks for the argument '\(name)', which the contract does not declare"
                + Suggestion.text(for: name, among: declaredNames)
        }
        return isAbsent
            ? "the binding reads the argument '\(name)' as \(expected), but a call may omit it: use \(expected)?"
            : "the binding reads the argument '\(name)' as \(expected), which cannot represent the contract's value\(reason)"
    }
}
