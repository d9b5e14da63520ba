/// The code of one service: its models and endpoints, bound to the contract of that name.
public struct Service: Sendable {
    /// The name in the contract.
    public let name: String
    package let models: [Model]
    package let endpoints: [Endpoint]
    package let conversions: [Conversion]

    /// Binds models and endpoints to the contract named `name`.
    public init(_ name: String, @BindingBuilder _ bindings: () -> [Binding]) {
        let bindings = bindings()
        self.name = name
        models = bindings.compactMap { if case .model(let model) = $0 { model } else { nil } }
        endpoints = bindings.compactMap { if case .endpoint(let endpoint) = $0 { endpoint } else { nil } }
        conversions = bindings.compactMap { if case .conversion(let conversion) = $0 { conversion } else { nil } }
    }
}

/// A model or an endpoint, as a service's builder collects them.
public enum Binding: Sendable {
    /// A model.
    case model(Model)
    /// An endpoint.
    case endpoint(Endpoint)
    /// A conversion that the contract names.
    case conversion(Conversion)
}

/// Collects the models and endpoints of a service.
@resultBuilder
public enum BindingBuilder {
    /// A model.
    public static func buildExpression(_ model: Model) -> [Binding] { [.model(model)] }
    /// An endpoint.
    public static func buildExpression(_ endpoint: Endpoint) -> [Binding] { [.endpoint(endpoint)] }
    /// A conversion.
    public static func buildExpression(_ conversion: Conversion) -> [Binding] { [.conversion(conversion)] }
    /// Bindings made elsewhere.
    public static func buildExpression(_ bindings: [Binding]) -> [Binding] { bindings }
    /// Joins the bindings of a block.
    public static func buildBlock(_ bindings: [Binding]...) -> [Binding] { bindings.flatMap { $0 } }
    /// Bindings behind an `if`.
    public static func buildOptional(_ bindings: [Binding]?) -> [Binding] { bindings ?? [] }
    /// Bindings behind an `if`.
    public static func buildEither(first bindings: [Binding]) -> [Binding] { bindings }
    /// Bindings behind an `else`.
    public static func buildEither(second bindings: [Binding]) -> [Binding] { bindings }
    /// Bindings of a loop.
    public static func buildArray(_ bindings: [[Binding]]) -> [Binding] { bindings.flatMap { $0 } }
}

/// Collects the services of a suite.
@resultBuilder
public enum ServiceBuilder {
    /// A service.
    public static func buildExpression(_ service: Service) -> [Service] { [service] }
    /// Services made elsewhere.
    public static func buildExpression(_ services: [Service]) -> [Service] { services }
    /// Joins the services of a block; an empty block is a suite that fails.
    public static func buildBlock(_ services: [Service]...) -> [Service] { services.flatMap { $0 } }
    /// Services behind an `if`.
    public static func buildOptional(_ services: [Service]?) -> [Service] { services ?? [] }
    /// Services behind an `if`.
    public static func buildEither(first services: [Service]) -> [Service] { services }
    /// Services behind an `else`.
    public static func buildEither(second services: [Service]) -> [Service] { services }
    /// Services of a loop.
    public static func buildArray(_ services: [[Service]]) -> [Service] { services.flatMap { $0 } }
}
