import Foundation
import HTTPRecording
import JSONSchema

/// The expectations of client code of one service: a contract file as typed values, every schema compiled.
package final class Contract: Sendable {
    /// The contract file, which need not exist.
    package let url: URL
    package let source: SourceFile
    /// The file with its schemas, whose references may lead to other files of its folder.
    package let document: SchemaDocument
    package let service: String
    package let summary: String?
    package let origin: String
    /// The members of bodies that hold credentials, besides those that are named as credentials are.
    package let secrets: [SecretMember]
    /// Globs over `models/NAME` and `endpoints/NAME` to which no code is bound on purpose.
    package let unbound: [Glob]
    /// The limits of health checks where an endpoint does not set its own.
    package let health: HealthContract?
    package let models: [ModelContract]
    package let endpoints: [EndpointContract]
    package let scenarios: [ScenarioContract]
    /// The names of all models and endpoints in the file, those that could not be read too.
    package let declaredModels: [String]
    package let declaredEndpoints: [String]
    /// Whether the service writes moments with a fraction of a second, by the values in its contract.
    package let writesFractions: Lazy<Bool>

    package func model(_ name: String) -> ModelContract? { models.first { $0.name == name } }

    package func endpoint(_ name: String) -> EndpointContract? { endpoints.first { $0.name == name } }

    package func place(of pointer: JSONPointer) -> Place { source.place(of: pointer) }

    /// Whether the contract says that no code is bound to a model yet.
    package func leavesUnbound(_ model: ModelContract) -> Bool {
        unbound.contains { $0.matches("models/\(model.name)") }
    }

    package func leavesUnbound(_ endpoint: EndpointContract) -> Bool {
        unbound.contains { $0.matches("endpoints/\(endpoint.name)") }
    }

    init?(reading reader: ContractCursor) {
        guard
            let object = reader.object(of: ContractKeys.Service.self),
            let service = object[.service]?.nonEmptyString, let origin = object[.origin]?.origin
        else { return nil }
        self.url = reader.context.url
        self.source = reader.context.source
        self.document = reader.context.document
        self.service = service
        self.origin = origin
        self.summary = object[.summary]?.string()
        self.secrets = object[.secrets]?.secretMembers ?? []
        self.unbound = object[.unbound]?.elements().compactMap(\.unbound) ?? []
        self.health = object[.health].flatMap { HealthContract(reading: $0, ofEndpoint: false) }
        let strictness: ModelContract.Strictness? = object[.strictness]?.choice()
        let json = reader.json
        self.writesFractions = Lazy {
            json.descendants.contains { _, value in
                guard let text = value.stringValue, let moment = Timestamp(text) else { return false }
                return moment.secondsSince1970 != moment.secondsSince1970.rounded()
            }
        }
        self.models =
            object[.models]?.members().compactMap { ModelContract(name: $0, of: strictness, reading: $1) } ?? []
        self.endpoints = object[.endpoints]?.members().compactMap { EndpointContract(name: $0, reading: $1) } ?? []
        self.scenarios = object[.scenarios]?.members().compactMap { ScenarioContract(name: $0, reading: $1) } ?? []
        self.declaredModels = object[.models]?.json.objectValue?.keys ?? []
        self.declaredEndpoints = object[.endpoints]?.json.objectValue?.keys ?? []
    }
}

/// A schema of the contract, compiled, with its text, which probes are derived from.
package final class EmbeddedSchema: Sendable {
    package let view: SchemaView
    package let schema: Schema

    init(view: SchemaView, schema: Schema) {
        self.view = view
        self.schema = schema
    }

    package var pointer: JSONPointer { view.pointer }
    package var json: JSON { view.json }

    /// The place in the contract that a violation is reported at: its keyword, or this schema where that stands in another
    /// file.
    package func pointer(of violation: Violation) -> JSONPointer {
        violation.schemaDocument == view.document.uri.absoluteString ? violation.schemaPointer : pointer
    }

    /// The place in the contract of the schema that speaks of a place in an instance.
    package func pointer(towards place: JSONPointer) -> JSONPointer { view.deepest(towards: place).pointer }
}

extension EmbeddedSchema {
    /// Returns the schema at a place of its file, of objects with some members.
    func requiring(_ names: [JSON], at place: JSONPointer) -> JSON {
        var keywords = view.document.root[pointer: place]?.objectValue ?? [:]
        keywords["type"] = keywords["type"] ?? "object"
        keywords["required"] = .array(((keywords["required"]?.arrayValue ?? []) + names).distinct)
        return .object(keywords)
    }

    /// The schema with other values at some places; the same where it does not compile with them.
    func replacing(_ values: [(pointer: JSONPointer, json: JSON)]) -> EmbeddedSchema {
        if values.isEmpty { return self }
        let root = values.reduce(view.document.root) { $0.replacing($1.pointer, with: $1.json) }
        guard let filled = view.document.replaced(by: root).view(at: pointer), let compiled = filled.schema else {
            return self
        }
        return EmbeddedSchema(view: filled, schema: compiled)
    }
}

extension ContractCursor {
    fileprivate var unbound: Glob? {
        guard let text = nonEmptyString else { return nil }
        guard text.hasPrefix("models/") || text.hasPrefix("endpoints/") else {
            return wrongValue("names no model or endpoint: expected models/NAME or endpoints/NAME")
        }
        return Glob(text)
    }

    /// `scheme://host[:port]`, without a path.
    var origin: String? {
        guard let text = nonEmptyString else { return nil }
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "https:" || parts[0] == "http:", parts[1].isEmpty, !parts[2].isEmpty,
            !parts[2].contains(where: { "/?#@ ".contains($0) })
        else { return wrongValue("is no origin: expected scheme://host or scheme://host:port, without a path") }
        return text
    }
}
