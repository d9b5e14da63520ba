import Foundation
import JSONSchema

/// What client code expects of one service: a contract file as typed values, every schema compiled.
package struct Contract: Sendable {
    /// The contract file, which need not exist.
    package let url: URL
    package let source: SourceFile
    package let service: String
    package let summary: String?
    package let origin: String
    /// The limits of health checks where an endpoint does not set its own.
    package let health: HealthContract?
    package let models: [ModelContract]
    package let endpoints: [EndpointContract]
    package let scenarios: [ScenarioContract]
    /// The names of all models and endpoints in the file, those that could not be read too.
    package let declaredModels: [String]
    package let declaredEndpoints: [String]

    package func model(_ name: String) -> ModelContract? { models.first { $0.name == name } }

    package func place(of pointer: JSONPointer) -> Place { source.place(of: pointer) }
}

/// A schema of the contract, compiled, with its text, which probes are derived from.
package struct EmbeddedSchema: Sendable {
    /// The schema at its place in the contract.
    package let view: SchemaView
    package let schema: Schema

    package var pointer: JSONPointer { view.pointer }
    package var json: JSON { view.json }

    /// The place in the contract that a violation is told at: its keyword, or this schema where that stands in another
    /// file.
    package func pointer(of violation: Violation) -> JSONPointer {
        violation.schemaDocument == view.document.uri.absoluteString ? violation.schemaPointer : pointer
    }

    /// The place in the contract of the schema that speaks of a place in an instance.
    package func pointer(towards place: JSONPointer) -> JSONPointer { view.deepest(towards: place).pointer }
}
