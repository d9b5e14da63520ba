import JSONSchema

/// A value in a query, a header or a status: one that is filled in and compared, or a schema it must satisfy.
package enum Expectation: Sendable {
    case value(TemplateValue)
    case schema(EmbeddedSchema)

    package var placeholders: [Placeholder] {
        switch self {
        case .value(let value): value.placeholders
        case .schema: []
        }
    }
}

/// One name with what its value has to be.
package struct NamedExpectation: Sendable {
    package let name: String
    package let pointer: JSONPointer
    package let expectation: Expectation
}

/// The request that a builder must produce.
package struct RequestContract: Sendable {
    package enum Body: Sendable {
        case none
        case json(TemplateValue)
        case schema(EmbeddedSchema)
        /// `application/x-www-form-urlencoded`, in this order.
        case form([NamedExpectation])
    }

    package let pointer: JSONPointer
    package let method: String
    package let path: Template
    /// A name stands once for each of its values.
    package let query: [NamedExpectation]
    package let headers: [NamedExpectation]
    package let allowedHeaders: [String]
    package let body: Body
    /// The place of the body, where there is one.
    package let bodyPointer: JSONPointer
    package let timeout: JSONNumber?

    package var placeholders: [Placeholder] {
        let body: [Placeholder] =
            switch body {
            case .none, .schema: []
            case .json(let value): value.placeholders
            case .form(let fields): fields.flatMap(\.expectation.placeholders)
            }
        return path.placeholders + (query + headers).flatMap(\.expectation.placeholders) + body
    }
}
