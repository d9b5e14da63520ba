import Foundation
import JSONSchema

/// A Swift type created from JSON, bound to the contract's model of that name.
public struct Model: Sendable {
    /// A function that returns a value's properties by name, instead of reflecting the value.
    public typealias Reading<Value> = @Sendable (Value) -> [String: Any?]

    /// The name in the contract.
    public let name: String
    /// Creates the model from a `JSONSerialization` object. Returning `nil` and throwing both reject the input.
    private let makeFromObject: (@Sendable (Any) throws -> Any?)?
    /// Creates the model from bytes, which need not be valid JSON, for bindings that take `Data`.
    package let makeFromBytes: (@Sendable ([UInt8]) throws -> Any?)?
    /// Returns the keys that a `Decodable` type requests when it decodes the bytes.
    let askedKeys: (@Sendable ([UInt8]) throws -> Set<String>)?
    package let type: Any.Type
    /// Returns the form of a value used for comparison: the value itself, unless the binding has a reading.
    package let comparableForm: @Sendable (Any) -> Any

    /// Whether the type is `Decodable`. Its default strictness is `shape` instead of `exact`.
    package private(set) var isDecodable: Bool

    /// Binds a failable initializer that takes a JSON object, such as `Element.init(json:)`.
    ///
    /// The initializer receives the output of `JSONSerialization`, and is not called for other JSON types. `reading`
    /// returns the properties of a value without stored properties, such as `{ ["name": $0.name] }`.
    public init<Value>(
        _ name: String, _ make: @escaping @Sendable ([String: Any]) throws -> Value?, reading: Reading<Value>? = nil
    ) {
        self.init(name, reading, fromObject: { if let object = $0 as? [String: Any] { try make(object) } else { nil } })
    }

    /// Binds a failable initializer that takes a JSON array. It is not called for other JSON types.
    ///
    /// A closure without a parameter type takes an object.
    @_disfavoredOverload
    public init<Value>(
        _ name: String, _ make: @escaping @Sendable ([Any]) throws -> Value?, reading: Reading<Value>? = nil
    ) {
        self.init(name, reading, fromObject: { if let elements = $0 as? [Any] { try make(elements) } else { nil } })
    }

    /// Binds a `Decodable` type, with a new `JSONDecoder` for each value.
    public init<Value: Decodable & SendableMetatype>(
        _ name: String, decoding type: Value.Type,
        decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }, reading: Reading<Value>? = nil
    ) {
        self.init(
            name, reading, fromBytes: { try decoder().decode(type, from: Data($0)) },
            askedKeys: { try decoder().decode(AskedKeys<Value>.self, from: Data($0)).names })
    }

    /// Binds a `Decodable` type, with a decoder that the app shares.
    public init<Value: Decodable & SendableMetatype>(
        _ name: String, decoding type: Value.Type, decoder: JSONDecoder, reading: Reading<Value>? = nil
    ) {
        self.init(name, decoding: type, decoder: { decoder }, reading: reading)
    }

    /// Binds a function that creates the model from the bytes of a body.
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
        comparableForm = { value in
            guard let reading, let value = value as? Value else { return value }
            return ReadValue(members: reading(value).sorted { $0.key < $1.key }.map { ($0.key, $0.value as Any) })
        }
    }

    package init(elsewhere name: String, isDecodable: Bool, takesData: Bool) {
        let make: @Sendable (Any) throws -> Any? = { _ in throw CodeElsewhere() }
        self.init(name, nil as Reading<Never>?, fromObject: make, fromBytes: takesData ? make : nil)
        self.isDecodable = isDecodable
    }

    /// Creates the model. Returns `nil` also if the initializer throws.
    func acceptedInstance(from json: JSON) -> Any? {
        do { return try instance(from: json) } catch { return nil }
    }

    func instance(from json: JSON, cache: JSONPartCache = JSONPartCache()) throws -> Any? {
        try makeFromBytes?(cache.bytes(of: json)) ?? makeFromObject?(cache.foundation(of: json))
    }
}

package struct CodeElsewhere: Error, CustomStringConvertible {
    package var description: String { "this code runs only in worker processes" }

    package init() {}
}

/// The properties returned by a binding's reading, exposed to reflection like stored properties.
private struct ReadValue: CustomReflectable {
    let members: [Mirror.Child]

    var customMirror: Mirror { Mirror(self, children: members, displayStyle: .struct) }
}

/// The keys that a type requests from its decoder.
struct AskedKeys<Value: Decodable>: Decodable {
    let names: Set<String>

    init(from decoder: any Decoder) throws {
        let log = Locked<Set<String>>([])
        // A type also requests keys before it rejects a value.
        do { _ = try Value(from: NotingDecoder(base: decoder, log: log)) } catch {}
        names = log.withLock { $0 }
    }
}

private struct NotingDecoder: Decoder {
    let base: any Decoder
    let log: Locked<Set<String>>

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(NotingContainer(base: try base.container(keyedBy: type), log: log))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { try base.singleValueContainer() }
}

private struct NotingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    let log: Locked<Set<String>>

    private func noted(_ key: Key) -> Key {
        log.withLock { _ = $0.insert(key.stringValue) }
        return key
    }

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }

    func contains(_ key: Key) -> Bool { base.contains(noted(key)) }
    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: noted(key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try base.decode(type, forKey: noted(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try base.nestedContainer(keyedBy: type, forKey: noted(key))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try base.nestedUnkeyedContainer(forKey: noted(key))
    }

    func superDecoder() throws -> any Decoder { try base.superDecoder() }
    func superDecoder(forKey key: Key) throws -> any Decoder { try base.superDecoder(forKey: noted(key)) }
}
