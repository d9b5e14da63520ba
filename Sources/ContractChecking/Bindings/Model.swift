import Foundation
import JSONSchema

/// A Swift type made from JSON, bound to the model of that name in the contract.
public struct Model: Sendable {
    /// The name in the contract.
    public let name: String
    /// The model made from a body, or `nil` where it is refused; a thrown error is a refusal too.
    package let make: @Sendable (JSON) throws -> Any?
    /// The same from bytes that may be no JSON, for bindings that take `Data`.
    package let makeFromBytes: (@Sendable ([UInt8]) throws -> Any?)?
    /// The Swift type that is made.
    package let type: Any.Type
    /// Whether the type decodes itself: nobody writes what it refuses, so that less is asked of it.
    package let isDecodable: Bool

    /// Binds a failable initializer from a JSON object, such as `Element.init(json:)`.
    ///
    /// The initializer is given what `JSONSerialization` would give it. A value that is no object is refused without it.
    public init<Value>(_ name: String, _ make: @escaping @Sendable ([String: Any]) throws -> Value?) {
        self.name = name
        makeFromBytes = nil
        type = Value.self
        isDecodable = false
        self.make = { json in
            guard let object = json.foundation as? [String: Any] else { return nil }
            return try make(object)
        }
    }

    /// Binds a `Decodable` type, decoded by a `JSONDecoder` of its own.
    public init<Value: Decodable & SendableMetatype>(
        _ name: String, decoding type: Value.Type,
        decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) {
        self.init(name, data: { data in try decoder().decode(type, from: data) })
    }

    /// Binds a function that makes the model from the bytes of a body.
    public init<Value>(_ name: String, data make: @escaping @Sendable (Data) throws -> Value?) {
        self.name = name
        isDecodable = Value.self is any Decodable.Type
        makeFromBytes = { try make(Data($0)) }
        type = Value.self
        self.make = { json in try make(Data(json.bytes(.compact))) }
    }
}
