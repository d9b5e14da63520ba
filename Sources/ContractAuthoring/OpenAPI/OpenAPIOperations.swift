import ContractOpenAPI
import JSONSchema

/// Turns the operations of a document into endpoints, and collects what they share.
struct OpenAPIOperations {
    let document: OpenAPIDocument
    let service: String
    let origin: String
    /// The operations in the order of the document, each with the name of its endpoint.
    let named: [(name: String, operation: OpenAPIDocument.Operation)]
    var schemas: OpenAPISchemas
    var notes: OpenAPINotes
    /// The variables of the environment that hold the secrets, each with what it is for.
    private(set) var variables: [(name: String, use: String)] = []

    init(document: OpenAPIDocument, service: String, origin: String) {
        self.document = document
        self.service = service
        self.origin = origin
        var names = DistinctNames()
        named = document.operations.map { (names.take(Self.name(of: $0)), $0) }
        var notes = OpenAPINotes(document)
        for fault in document.faults { notes.add(fault.place, fault.message) }
        schemas = OpenAPISchemas(document, &notes)
        self.notes = notes
    }

    /// The title and the first sentence about it.
    var summary: String? { document.title.isEmpty ? nil : document.title }

    /// The `operationId` as it is where it is a word, else in camel case; without one, of method and path: `GET /pets/{id}`
    /// is `getPetsById`.
    private static func name(of operation: OpenAPIDocument.Operation) -> String {
        if let id = operation.id, let safe = Naming.safe(id) {
            let isWord = safe == id && !id.contains(" ")
            return isWord ? id : Naming.safe(Naming.lowerCamel(id)) ?? safe
        }
        let words = operation.path.parts.flatMap { part in
            switch part {
            case .text(let text): Naming.words(text)
            case .parameter(let name): ["by"] + Naming.words(name)
            }
        }
        return Naming.safe(Naming.lowerCamel(([operation.method.lowercased()] + words).joined(separator: " ")))
            ?? "call"
    }

    /// Tells what belongs to no operation.
    mutating func tellGeneral(isWhole: Bool) {
        let origins = document.servers.compactMap { $0.origin?.lowercased() }.filter { $0 != origin }
        if let server = document.servers.first(where: { $0.origin?.lowercased() != origin }), !origins.isEmpty {
            notes.add(server.pointer, "a contract has one origin, here \(origin); left out: \(origins.shortened)")
        }
        if isWhole, let webhook = document.webhooks.first {
            notes.add(
                webhook.pointer,
                "webhooks are calls that the server makes: \(document.webhooks.map(\.name).shortened)")
        }
    }

    /// The variable that holds a secret.
    mutating func variable(for name: String, use: String) -> String {
        let variable = Naming.variable(service, name)
        if !variables.contains(where: { $0.name == variable }) { variables.append((variable, use)) }
        return variable
    }

    /// The endpoint of an operation; `nil`, and told, where its request cannot be written as a contract.
    mutating func endpoint(_ name: String, _ operation: OpenAPIDocument.Operation) -> EndpointDraft? {
        if let callback = operation.callbacks.first {
            notes.add(callback, "callbacks are calls that the server makes")
        }
        let server = server(of: operation)
        let request = OpenAPIRequest.draft(of: operation, base: server.base, &self)
        guard let request else { return nil }
        let responses = OpenAPIResponses.drafts(of: operation, &self)
        let call = OpenAPICase.draft(of: operation, request, &self)
        return EndpointDraft(
            name: name, summary: operation.summary.map { String($0.prefix { $0 != "\n" }) },
            origin: server.origin == origin ? nil : server.origin, arguments: call.arguments, request: request.request,
            responses: responses, cases: [call.example])
    }

    /// Where an operation's calls go, and the path before its own: of its servers the one at the contract's origin, if any.
    private func server(of operation: OpenAPIDocument.Operation) -> (origin: String, base: String) {
        let servers = operation.servers
        guard let chosen = servers.first(where: { $0.origin?.lowercased() == origin }) ?? servers.first else {
            return (origin, "")
        }
        // A server of the document that is only one of several never stands for the origin that was given.
        let isOwn = !document.servers.contains { $0.pointer == chosen.pointer }
        return (isOwn ? chosen.origin?.lowercased() ?? origin : origin, chosen.basePath)
    }
}
