import JSONSchema

/// A function that makes of a JSON value what a property holds, under the name that contracts use it by.
public struct Conversion: Sendable {
    /// The name in the contract.
    public let name: String
    package let convert: @Sendable (JSON) throws -> Any?

    /// Names a conversion; what it gives `nil` for, or throws at, a model may take or refuse.
    public init<Value>(_ name: String, _ convert: @escaping @Sendable (JSON) throws -> Value?) {
        self.name = name
        self.convert = convert
    }
}
