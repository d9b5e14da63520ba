import Foundation
import JSONSchema

/// What client code expects of one service: a contract file as typed values, every schema compiled.
package struct Contract: Sendable {
    package let source: SourceFile
    package let service: String
    package let summary: String?
    package let origin: String
    package let models: [ModelContract]
    package let endpoints: [EndpointContract]
    package let scenarios: [ScenarioContract]

    package func model(_ name: String) -> ModelContract? { models.first { $0.name == name } }

    package func place(of pointer: JSONPointer) -> Place { source.place(of: pointer) }
}

/// A schema with its place in the contract and its text, which probes are derived from.
package struct EmbeddedSchema: Sendable {
    package let pointer: JSONPointer
    package let json: JSON
    package let schema: Schema
}
