import ContractChecking
import ContractFormat
import ContractOpenAPI
import JSONSchema

/// An importer that drafts a contract from an OpenAPI document. Operations become endpoints, parameters become
/// arguments, and schemas become models and definitions.
package enum OpenAPIImport {
    /// - Throws: `SourceFault` if the document is unreadable, `AuthoringError` if its origin is unknown or no operation is left.
    package static func draft(of bytes: [UInt8], file: String, _ options: ImportOptions) throws -> ImportedDraft {
        var credentials = DocumentCredentials()
        let document = try OpenAPIDocument(parsing: bytes, file: file) { credentials.replaced(in: $0) }
        let origin = try origin(of: document, options)
        let service = try options.service(for: origin)
        var bound = options.bound[service]
        bound?.isExclusive = options.isBoundOnly
        guard bound != nil || !options.isBoundOnly else {
            throw AuthoringError(
                "no code is bound to '\(service)'; '--bound' imports the endpoints and models of Service(\"\(service)\") { … }"
            )
        }
        let operations = OpenAPIOperations(document: document, service: service, origin: origin, bound: bound)
        let globs = options.only.map(Glob.init)
        let isWhole = globs.isEmpty && !options.isBoundOnly
        func matches(_ glob: Glob, _ name: String, _ operation: OpenAPIDocument.Operation) -> Bool {
            [name, operation.id, operation.label, operation.path.text].compactMap(\.self).contains(where: glob.matches)
        }
        let chosen = operations.named.filter { name, operation in
            (globs.isEmpty || globs.contains { matches($0, name, operation) })
                && (!options.isBoundOnly || bound?.endpoints.contains(name) ?? false)
        }
        let unmatched = zip(options.only, globs).filter { _, glob in
            !operations.named.contains { matches(glob, $0, $1) }
        }.map(\.0)
        guard !chosen.isEmpty, unmatched.isEmpty else {
            throw nothingChosen(unmatched, among: operations.named.map(\.name), file, options)
        }
        operations.noteOrigins()
        let replaced = credentials.replacedCount
        if replaced > 0 {
            let (noun, verb) = replaced == 1 ? ("value", "looks") : ("values", "look")
            operations.notes.add(
                .root, "\(replaced) \(noun) of defaults and examples \(verb) like secrets; stand-ins were written")
        }
        operations.findModels(of: chosen, isWhole: isWhole)
        let endpoints = chosen.compactMap { operations.endpoint($0, $1) }
        guard !endpoints.isEmpty else {
            throw AuthoringError(
                "\(file): none of the operations can be imported:\n"
                    + operations.notes.omissions.prefix(20).map(\.description).joined(separator: "\n"))
        }
        let schemas = operations.schemas.finished(isWhole: isWhole, &operations.notes)
        operations.noteFaults(of: isWhole ? nil : chosen.map(\.operation))
        var draft = ContractDraft(
            service: service, summary: document.title.isEmpty ? nil : document.title, origin: origin,
            models: schemas.models, endpoints: endpoints, definitions: schemas.definitions,
            omissions: operations.notes.omissions)
        draft.describesService = true
        draft.isWhole = isWhole
        draft.unbound = operations.schemas.unreturned
        for (name, operation) in chosen { draft.sources["endpoint \(name)"] = document.place(of: operation.pointer) }
        for (entry, pointer) in operations.schemas.origins { draft.sources[entry] = document.place(of: pointer) }
        return ImportedDraft(draft: draft, variables: operations.variables)
    }

    private static func nothingChosen(
        _ unmatched: [String], among names: [String], _ file: String, _ options: ImportOptions
    ) -> AuthoringError {
        if names.isEmpty { return AuthoringError("\(file): the document has no operations to import") }
        let wanted = options.only.isEmpty ? ["*"] : unmatched.isEmpty ? options.only : unmatched
        let list = wanted.map { "'\($0)'" }.joined(separator: ", ")
        let known = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
        return AuthoringError(
            "no operation \(options.isBoundOnly ? "that is bound " : "")matches \(list); there are \(known)")
    }

    /// Returns the given origin, that of the first server with a host, or that of the existing service.
    private static func origin(of document: OpenAPIDocument, _ options: ImportOptions) throws(AuthoringError) -> String
    {
        if let origin = options.origin { return origin }
        let servers = document.servers + document.operations.flatMap(\.servers)
        if let origin = servers.lazy.compactMap(\.origin).first { return try Origin.parse(origin) }
        if let service = options.service, let origin = options.origin(of: service) { return origin }
        throw AuthoringError(
            "\(document.file): the document names no server with a host; pass the origin of the service with '--origin https://…'"
        )
    }
}

struct OpenAPINotes {
    private let document: OpenAPIDocument
    private var notes: [(place: Place, reason: String, subjects: [String])] = []

    init(_ document: OpenAPIDocument) { self.document = document }

    /// - Parameter subjects: Named parts that share the reason, which is reported once.
    mutating func add(_ pointer: JSONPointer, _ reason: String, of subjects: [String] = []) {
        notes.append((document.place(of: pointer), reason, subjects))
    }

    mutating func add(_ place: Place, _ reason: String) { notes.append((place, reason, [])) }

    var omissions: [Omission] {
        notes.grouped(by: \.reason).map { reason, notes in
            let places = notes.map(\.place).distinct
            let subjects = notes.flatMap(\.subjects).distinct
            let more = places.count == 1 ? "" : " (and at \(counted(places.count - 1, "place")) more)"
            let named = subjects.isEmpty ? "" : ": \(subjects.shortened)"
            return Omission(places[0].description, reason + named + more)
        }
    }
}

extension [String] {
    /// The first six elements and the number of others.
    var shortened: String { truncated(to: 6).joined(separator: ", ") }
}
