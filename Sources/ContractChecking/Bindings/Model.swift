import Foundation
import JSONSchema

/// A Swift type made from JSON, bound to the model of that name in the contract.
public struct Model: Sendable {
    /// The reading of a value: its properties by name, in place of those that reflection finds.
    public typealias Reading<Value> = @Sendable (Value) -> [String: Any?]

    /// The name in the contract.
    public let name: String
    /// Makes the model from what JSONSerialization gives; `nil` where it is refused. A thrown error is a refusal too.
    private let makeFromObject: (@Sendable (Any) throws -> Any?)?
    /// The same from bytes that may be no JSON, for bindings that take `Data`.
    package let makeFromBytes: (@Sendable ([UInt8]) throws -> Any?)?
    /// The keys that a type which decodes itself asks for in such bytes.
    let askedKeys: (@Sendable ([UInt8]) throws -> Set<String>)?
    package let type: Any.Type
    /// The compared form of a value: the value itself, unless the binding reads it.
    package let shown: @Sendable (Any) -> Any

    /// Whether the type decodes itself: nobody writes what it refuses, so that less is asked of it.
    package let isDecodable: Bool

    /// Binds a failable initializer from a JSON object, such as `Element.init(json:)`.
    ///
    /// The initializer is given what `JSONSerialization` would give it. A value that is no object is refused without it.
    /// `reading` returns the properties of a value that stores none, such as `{ ["name": $0.name] }`.
    public init<Value>(
        _ name: String, _ make: @escaping @Sendable ([String: Any]) throws -> Value?, reading: Reading<Value>? = nil
    ) {
        self.init(name, reading, fromObject: { if let object = $0 as? [String: Any] { try make(object) } else { nil } })
    }

    /// Binds a failable initializer from a JSON array. A value that is no array is refused without it.
    ///
    /// A closure that names no parameter type takes an object.
    @_disfavoredOverload
    public init<Value>(
        _ name: String, _ make: @escaping @Sendable ([Any]) throws -> Value?, reading: Reading<Value>? = nil
    ) {
        self.init(name, reading, fromObject: { if let elements = $0 as? [Any] { try make(elements) } else { nil } })
    }

    /// Binds a `Decodable` type, decoded by a `JSONDecoder` of its own.
    public init<Value: Decodable & SendableMetatype>(
        _ name: String, decoding type: Value.Type,
        decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }, reading: Reading<Value>? = nil
    ) {
        self.init(
            name, reading, fromBytes: { try decoder().decode(type, from: Data($0)) },
            askedKeys: { try decoder().decode(AskedKeys<Value>.self, from: Data($0)).names })
    }

    /// Binds a `Decodable` type, decoded by a decoder that the app shares.
    public init<Value: Decodable & SendableMetatype>(
        _ name: String, decoding type: Value.Type, decoder: JSONDecoder, reading: Reading<Value>? = nil
    ) {
        self.init(name, decoding: type, decoder: { decoder }, reading: reading)
    }

    /// Binds a function that makes the model from the bytes of a body.
    public init<Value>(
        _ name: String, data make: @escaping @Sendable (Data) throws -> Value?, reading: Reading<Value>? = nil
    ) {
        self.init(name, reading, fromBytes: { try make(Data($0)) })
    }

    private init<Value>(
        _ name: String, _ reading: Reading<Value>?, fromObject: (@Sendable (Any) throws -> Any?)? = nil,
        fromBytes: (@Sendable ([UInt8]) throws -> Any?)? = nil,
        askedKeys: (@Sendable ([UInt8]) throws -> Set<String>)? = nil
    ) {
        self.name = name
        self.askedKeys = askedKeys
        makeFromObject = fromObject
        makeFromBytes = fromBytes
        type = Value.self
        isDecodable = fromBytes != nil && Value.self is any Decodable.Type
        shown = { value in
            guard let reading, let value = value as? Value else { return value }
            return ReadValue(members: reading(value).sorted { $0.key < $1.key }.map { ($0.key, $0.value as Any) })
        }
    }

    /// A model whose code is in another process.
    init(elsewhere name: String, isDecodable: Bool, takesData: Bool) {
        let make: @Sendable (Any) throws -> Any? = { _ in throw CodeElsewhere() }
        self.name = name
        makeFromObject = make
        makeFromBytes = takesData ? make : nil
        askedKeys = nil
        type = Never.self
        shown = { $0 }
        self.isDecodable = isDecodable
    }

    /// Makes the model from a body; `nil` where it is refused.
    package func make(_ json: JSON) throws -> Any? { try make(json, knowing: StoredParts()) }

    /// The model; an initializer that throws refuses it, as one that gives `nil` does.
    func made(_ json: JSON) -> Any? {
        do { return try make(json) } catch { return nil }
    }

    /// The same from a body of which some parts may be known.
    func make(_ json: JSON, knowing parts: StoredParts) throws -> Any? {
        try makeFromBytes?(parts.bytes(of: json)) ?? makeFromObject?(parts.foundation(of: json))
    }
}

/// The values that a binding reads, reflected as stored properties would be.
private struct ReadValue: CustomReflectable {
    let members: [Mirror.Child]

    var customMirror: Mirror { Mirror(self, children: members, displayStyle: .struct) }
}
