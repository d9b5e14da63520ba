import JSONSchema

/// A named function that converts a JSON value to a property's value.
public struct Conversion: Sendable {
    /// The name in the contract.
    public let name: String
    package let convert: @Sendable (JSON) throws -> Any?

    /// Binds a conversion. A model may accept or reject values for which `convert` returns `nil` or throws.
    public init<Value>(_ name: String, _ convert: @escaping @Sendable (JSON) throws -> Value?) {
        self.name = name
        self.convert = convert
    }
}
