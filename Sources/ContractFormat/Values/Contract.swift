import Foundation
import HTTPRecording
import JSONSchema

/// The expectations of a service's client code: a contract file as typed values with compiled schemas.
package final class Contract: Sendable {
    /// The contract file, which need not exist.
    package let url: URL
    package let source: SourceFile
    package let document: SchemaDocument
    package let service: String
    package let summary: String?
    package let origin: String
    /// The body members that hold credentials, in addition to those recognized by name.
    package let secrets: [SecretMember]
    /// Globs over `models/NAME` and `endpoints/NAME` that deliberately have no bound code.
    package let unbound: [Glob]
    package let health: HealthContract?
    package let models: [ModelContract]
    package let endpoints: [EndpointContract]
    package let scenarios: [ScenarioContract]
    /// The names of models by the schemas to which a `$ref` leads.
    let modelNames: [SchemaView: String]
    /// The models within the models of responses, by the places of these.
    let nested = Locked<[JSONPointer: [ResponseContract.ModelUse]]>([:])
    /// The names of all models and endpoints in the file, including unreadable ones.
    package let declaredModels: [String]
    package let declaredEndpoints: [String]

    package func model(_ name: String) -> ModelContract? { models.first { $0.name == name } }

    package func endpoint(_ name: String) -> EndpointContract? { endpoints.first { $0.name == name } }

    package func place(of pointer: JSONPointer) -> Place { source.place(of: pointer) }

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
        self.unbound = object.elements(.unbound, \.unbound)
        self.health = object[.health].flatMap { HealthContract(reading: $0, ofEndpoint: false) }
        let strictness: ModelContract.Strictness? = object[.strictness]?.choice()
        self.models = object.members(.models) { ModelContract(name: $0, of: strictness, reading: $1) }
        self.modelNames = Dictionary(models.map { ($0.schema.view, $0.name) }) { first, _ in first }
        reader.context.models = modelNames
        self.endpoints = object.members(.endpoints, EndpointContract.init(name:reading:))
        self.scenarios = object.members(.scenarios, ScenarioContract.init(name:reading:))
        self.declaredModels = object[.models]?.json.objectValue?.keys ?? []
        self.declaredEndpoints = object[.endpoints]?.json.objectValue?.keys ?? []
    }
}

/// A compiled schema of the contract, with the JSON from which probes are derived.
package final class EmbeddedSchema: Sendable {
    package let view: SchemaView
    package let schema: Schema

    init(view: SchemaView, schema: Schema) {
        self.view = view
        self.schema = schema
    }

    package var pointer: JSONPointer { view.pointer }
    package var json: JSON { view.json }

    /// Returns the place to report for a violation: its keyword, or this schema if the keyword is in another file.
    package func pointer(of violation: Violation) -> JSONPointer {
        violation.schemaDocument == view.document.uri.absoluteString ? violation.schemaPointer : pointer
    }

    package func pointer(towards place: JSONPointer) -> JSONPointer { view.deepest(towards: place).pointer }
}

extension EmbeddedSchema {
    /// Returns the schema with replaced values, or the schema unchanged if the result does not compile.
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
            return wrongValue("does not name a model or endpoint: expected models/NAME or endpoints/NAME")
        }
        return Glob(text)
    }

    /// The origin, `scheme://host[:port]` without a path.
    var origin: String? {
        guard let text = nonEmptyString else { return nil }
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "https:" || parts[0] == "http:", parts[1].isEmpty, !parts[2].isEmpty,
            !parts[2].contains(where: { "/?#@ ".contains($0) })
        else { return wrongValue("is not an origin: expected scheme://host or scheme://host:port, without a path") }
        return text
    }
}

extension Contract {
    package var variables: [NamedText] {
        var variables: [NamedText] = []
        func add(_ placeholders: [Placeholder], at pointer: JSONPointer) {
            for case .environment(let name) in placeholders where !variables.contains(where: { $0.text == name }) {
                variables.append(NamedText(text: name, pointer: pointer))
            }
        }
        let steps = stepLists.flatMap(\.self)
        let arguments =
            endpoints.flatMap { $0.cases.map(\.arguments) + $0.rejects.map(\.arguments) } + steps.map(\.arguments)
        for argument in arguments.joined() { add(argument.value.placeholders, at: argument.pointer) }
        for header in steps.flatMap(\.headers) { add(header.expectation?.placeholders ?? [], at: header.pointer) }
        for (template, pointer) in endpoints.flatMap(\.templates) { add(template.placeholders, at: pointer) }
        return variables
    }
}

/// A member that holds a credential, which recordings and reports replace by a stand-in.
package struct SecretMember: Sendable {
    package enum Kind: Sendable, Hashable {
        /// A place in JSON bodies, with `*` for every member or element.
        case place(JSONPointer)
        /// A member at any depth, a form field, a query item or a header field.
        case name(String)
    }

    package let kind: Kind
    package let pointer: JSONPointer
}

extension ContractCursor {
    var secretMembers: [SecretMember] {
        var seen: Set<SecretMember.Kind> = []
        return elements().compactMap { element in
            guard let text = element.nonEmptyString else { return nil }
            let kind: SecretMember.Kind
            if text.hasPrefix("/") {
                guard let pointer = element.jsonPointer else { return nil }
                kind = .place(pointer)
            } else {
                kind = .name(text)
            }
            guard seen.insert(kind).inserted else {
                element.fault("'\(text)' is listed twice")
                return nil
            }
            return SecretMember(kind: kind, pointer: element.pointer)
        }
    }
}
