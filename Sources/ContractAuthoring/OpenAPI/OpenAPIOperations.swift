import ContractOpenAPI
import JSONSchema

/// The operations of a document, and the parts of the contract that they share.
final class OpenAPIOperations {
    let document: OpenAPIDocument
    let service: String
    let origin: String
    /// The operations in document order, each with its endpoint name.
    let named: [(name: String, operation: OpenAPIDocument.Operation)]
    var schemas: OpenAPISchemas
    var notes: OpenAPINotes
    /// The environment variables that hold secrets, and the purpose of each.
    var variables: [(name: String, use: String)] = []

    init(document: OpenAPIDocument, service: String, origin: String, bound: BoundNames?) {
        self.document = document
        self.service = service
        self.origin = origin
        var names = DistinctNames()
        named = document.operations.map { operation in
            let name = Self.name(of: operation)
            return (names.take(bound?.endpoint(name) ?? name), operation)
        }
        notes = OpenAPINotes(document)
        schemas = OpenAPISchemas(document, bound: bound)
    }

    func findModels(of chosen: [(name: String, operation: OpenAPIDocument.Operation)], isWhole: Bool) {
        for (_, operation) in chosen { schemas.findComponents(in: operation) }
        for (name, operation) in chosen { schemas.findInline(in: operation, named: name) }
        schemas.findBound()
        if isWhole {
            for webhook in document.webhooks { noteCalls(ofServer: "webhook", webhook.name, at: webhook.pointer) }
        }
        for (name, operation) in chosen {
            for callback in operation.callbacks {
                for expression in (document[resolved(callback)]?.objectValue ?? [:]).keys {
                    noteCalls(
                        ofServer: "callback", "\(name) \(callback.tokens.last ?? "")",
                        at: resolved(callback).appending(expression))
                }
            }
        }
        schemas.carryOverModels()
    }

    private static func parts(of operation: OpenAPIDocument.Operation) -> [JSONPointer] {
        var parts = [operation.pointer] + operation.parameters.map(\.pointer) + operation.responses.map(\.pointer)
        if let body = operation.body { parts.append(body.pointer) }
        return parts + operation.security.flatMap(\.schemes).map(\.pointer)
    }

    /// Reports the document's faults, except in parts that the given operations do not use. `nil` means all operations.
    func noteFaults(of operations: [OpenAPIDocument.Operation]?) {
        let parts = operations.map { $0.flatMap(Self.parts) + schemas.carriedOver }
        let general: Set<String> = ["paths", "webhooks", "components"]
        for fault in document.faults + schemas.faults {
            let tokens = fault.place.pointer.tokens
            let isMeant =
                tokens.first.map { !general.contains($0) } ?? true
                || parts?.contains { tokens.starts(with: $0.tokens) } ?? true
            if isMeant { notes.add(fault.place, fault.message) }
        }
    }

    /// Returns the `operationId`, in camel case unless it is a single word. Without one, derives a name from method and
    /// path: `GET /pets/{id}` becomes `getPetsById`.
    private static func name(of operation: OpenAPIDocument.Operation) -> String {
        if let id = operation.id, let safe = Naming.safe(id) {
            let isWord = safe == id && !id.contains(" ")
            return isWord ? id : Naming.safe(Naming.lowerCamel(id)) ?? safe
        }
        let words = operation.path.parts.flatMap { part in
            switch part {
            case .text(let text): text.nameWords
            case .parameter(let name): ["by"] + name.nameWords
            }
        }
        return Naming.safe(Naming.lowerCamel(([operation.method.lowercased()] + words).joined(separator: " ")))
            ?? "call"
    }

    func noteOrigins() {
        let origins = document.servers.compactMap { $0.origin?.lowercased() }.filter { $0 != origin }
        if let server = document.servers.first(where: { $0.origin?.lowercased() != origin }), !origins.isEmpty {
            notes.add(server.pointer, "a contract has one origin, here \(origin); left out: \(origins.shortened)")
        }
    }

    /// Makes models of the bodies that the server sends to webhooks and callbacks, and reports these calls.
    private func noteCalls(ofServer kind: String, _ name: String, at pointer: JSONPointer) {
        let models = OpenAPIDocument.methods.compactMap { method -> String? in
            let body = resolved(pointer.appending(method).appending("requestBody"))
            guard
                let type = document[body.appending("content")]?.objectValue?.keys.first(where: { $0.contains("json") })
            else { return nil }
            let schema = body.appending("content").appending(type).appending("schema")
            return document[schema] == nil ? nil : schemas.model(at: schema, named: name)
        }
        notes.add(
            pointer,
            "the \(kind) '\(name)' is a call that the server makes"
                + (models.isEmpty ? "" : "; its body is the model \(models.map { "'\($0)'" }.shortened)"))
    }

    private func resolved(_ pointer: JSONPointer) -> JSONPointer {
        document[pointer]?["$ref"]?.stringValue.flatMap { SchemaReference($0).localPointer } ?? pointer
    }

    func variable(for name: String, use: String) -> String {
        let variable = Naming.variable(service, name)
        if !variables.contains(where: { $0.name == variable }) { variables.append((variable, use)) }
        return variable
    }

    /// Returns the endpoint of an operation. Returns `nil` and reports why if a contract cannot express its request.
    func endpoint(_ name: String, _ operation: OpenAPIDocument.Operation) -> EndpointDraft? {
        let server = server(of: operation)
        guard let request = OpenAPIRequest(operation, base: server.base, self) else { return nil }
        let responses = responses(of: operation)
        let call = example(of: operation, request)
        return EndpointDraft(
            name: name, summary: operation.summary.map { String($0.prefix { $0 != "\n" }) },
            origin: server.origin == origin ? nil : server.origin, arguments: call.arguments, request: request.request,
            responses: responses, cases: [call.example])
    }

    private func server(of operation: OpenAPIDocument.Operation) -> (origin: String, base: String) {
        let servers = operation.servers
        guard let chosen = servers.first(where: { $0.origin?.lowercased() == origin }) ?? servers.first else {
            return (origin, "")
        }
        // The contract's origin replaces servers of the document, but not those of an operation or a path.
        let isOwn = !document.servers.contains { $0.pointer == chosen.pointer }
        return (isOwn ? chosen.origin?.lowercased() ?? origin : origin, chosen.basePath)
    }
}
