import ContractFormat
import ContractPact
import HTTPRecording
import JSONSchema

/// An importer that drafts a contract from a Pact, reading its interactions as recorded exchanges.
package enum PactImport {
    /// - Throws: `AuthoringError` if the Pact has no HTTP interaction, or its service name or origin is unknown.
    package static func run(_ pact: PactDocument, _ options: ImportOptions) throws -> ImportedDraft {
        guard let service = options.service ?? Naming.safe(pact.provider) else {
            throw AuthoringError(
                "no service name can be derived from '\(pact.provider)'; pass one with '--service NAME'")
        }
        guard !pact.interactions.isEmpty else {
            throw AuthoringError("\(pact.source.path): the Pact contains no HTTP interaction")
        }
        guard let origin = options.origin ?? options.origin(of: service) else {
            throw AuthoringError(
                "a Pact does not contain the origin of its provider; pass it with '--origin https://api.example.com'")
        }
        var options = options
        options.service = service
        options.origin = origin
        options.maximumCasesPerStatus = .max
        var entries: [HTTPExchange] = []
        var notes: [RecordingDraftImport.Note] = []
        var losses: [Omission] = []
        for interaction in pact.interactions {
            let exchange = exchange(interaction, origin)
            let stated = InteractionStatements(interaction)
            losses += stated.losses
            // A repeated call adds no case, but its response shapes the schema.
            for body in [nil] + interaction.response.bodyVariants {
                var variant = exchange
                if let body { variant.response.body = body.bytes() }
                entries.append(variant)
                notes.append(
                    .init(
                        summary: interaction.description, given: interaction.states, request: stated.request,
                        response: stated.response))
            }
        }
        var imported = try RecordingDraftImport.run(Recording(entries: entries), options, notes: notes)
        let messages = pact.others.map {
            Omission("Pact", "the message '\($0.description)' is not an HTTP interaction")
        }
        imported.draft.omissions = messages + losses + imported.draft.omissions
        return imported
    }

    private static func exchange(_ interaction: PactInteraction, _ origin: String) -> HTTPExchange {
        let request = interaction.request
        let response = interaction.response
        var exchange = HTTPExchange(
            request: RecordedRequest(
                method: request.method.uppercased(), url: origin + request.target, headers: request.headers,
                body: request.body.bytes),
            response: RecordedResponse(
                status: response.status ?? 200, headers: response.headers, body: response.body.bytes ?? []))
        if case .json = request.body, request.headers["Content-Type"] == nil {
            exchange.request.headers["Content-Type"] = "application/json"
        }
        if case .json = response.body, response.headers["Content-Type"] == nil {
            exchange.response.headers["Content-Type"] = "application/json"
        }
        return exchange
    }
}
