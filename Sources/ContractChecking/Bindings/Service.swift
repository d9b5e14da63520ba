import JSONSchema

/// The code of one service, bound to the contract of that name.
public struct Service: Sendable {
    /// The name in the contract.
    public let name: String
    package let models: [Model]
    package let endpoints: [Endpoint]
    package let conversions: [Conversion]

    /// Binds models, endpoints and conversions to the contract named `name`.
    public init(_ name: String, @BindingBuilder _ bindings: () -> [Binding]) {
        let bindings = bindings()
        self.name = name
        models = bindings.compactMap { if case .model(let model) = $0 { model } else { nil } }
        endpoints = bindings.compactMap { if case .endpoint(let endpoint) = $0 { endpoint } else { nil } }
        conversions = bindings.compactMap { if case .conversion(let conversion) = $0 { conversion } else { nil } }
    }
}

/// A model, endpoint or conversion of a service.
public enum Binding: Sendable {
    /// A model.
    case model(Model)
    /// An endpoint.
    case endpoint(Endpoint)
    /// A conversion.
    case conversion(Conversion)
}

/// Collects the bindings of a service.
public typealias BindingBuilder = ListBuilder<Binding>
/// Collects the services of a suite. An empty suite fails.
public typealias ServiceBuilder = ListBuilder<Service>

/// Collects the elements of a block, with conditions and loops.
@resultBuilder
public enum ListBuilder<Element> {
    /// Adds an element.
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
    /// Adds existing elements.
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    /// Joins the elements of a block.
    public static func buildBlock(_ elements: [Element]...) -> [Element] { elements.flatMap { $0 } }
    /// Adds the elements of an `if` without `else`.
    public static func buildOptional(_ elements: [Element]?) -> [Element] { elements ?? [] }
    /// Adds the elements of an `if` branch.
    public static func buildEither(first elements: [Element]) -> [Element] { elements }
    /// Adds the elements of an `else` branch.
    public static func buildEither(second elements: [Element]) -> [Element] { elements }
    /// Joins the elements of a loop.
    public static func buildArray(_ elements: [[Element]]) -> [Element] { elements.flatMap { $0 } }
}

extension ListBuilder<Binding> {
    /// Adds a model.
    public static func buildExpression(_ model: Model) -> [Binding] { [.model(model)] }
    /// Adds an endpoint.
    public static func buildExpression(_ endpoint: Endpoint) -> [Binding] { [.endpoint(endpoint)] }
    /// Adds a conversion.
    public static func buildExpression(_ conversion: Conversion) -> [Binding] { [.conversion(conversion)] }
}

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
