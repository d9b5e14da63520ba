import ContractFormat
import HTTPRecording
import JSONSchema

/// An importer that drafts a contract from the recording of a browser or proxy.
package enum RecordingDraftImport {
    /// The maximum number of secrets. Beyond it, the values are ordinary data.
    private static let secretLimit = 2_000

    package struct Note {
        var summary: String
        var given: [ProviderState]
        var request = RequestStatement()
        var response = ResponseStatement()
    }

    /// - Parameter notes: The note of each entry, or an empty array.
    /// - Throws: `AuthoringError` if the HAR has no API call, or the service is unknown.
    package static func run(_ har: Recording, _ options: ImportOptions, notes: [Note] = []) throws -> ImportedDraft {
        let known = options.service.flatMap { name in options.known.first { $0.service == name } }?.origins ?? []
        let chosen = HARCalls(
            har, origins: options.origin.map { [$0] } ?? (known.isEmpty ? options.known.flatMap(\.origins) : known))
        guard let first = chosen.calls.first?.call.origin else {
            throw AuthoringError(
                "the HAR contains no API call: no response is JSON"
                    + chosen.omissions.map { "\n  \($0.reason)" }.joined())
        }
        let main =
            options.origin ?? known.first { origin in chosen.calls.contains { $0.call.origin == origin } } ?? first
        let service = try options.service(for: main)
        let origin = options.origin(of: service) ?? main

        // The first pass finds the secrets of requests. The second drafts responses without any secrets.
        var firstPass = CallsDrafting(service: service, origin: origin, options)
        _ = firstPass.draft(chosen.calls.map(\.call))
        let (body, remarks) = responseSecrets(chosen.calls.map(\.call))
        let redaction = Redaction(secrets: firstPass.variables.secrets + body)
        var exchanges: [HTTPExchange] = []
        let calls = chosen.calls.map { index, call -> ObservedCall in
            let exchange = withEncodedSpaces(har.entries[index])
            var clean = redaction.redacted([exchange]).first ?? exchange
            // Redacts header fields with the case's own placeholders, so that the case is recognized.
            clean.request.headers = exchange.request.headers.mapValues { redaction.redacted($0.value) }
            exchanges.append(clean)
            var call = call
            call.response = HARCalls.response(clean.response)
            if notes.indices.contains(index) {
                call.summary = notes[index].summary
                call.given = notes[index].given
                call.stated = notes[index].request
                call.response?.stated = notes[index].response
            }
            return call
        }
        var drafting = CallsDrafting(service: service, origin: origin, options)
        var draft = drafting.draft(calls)
        draft.omissions = chosen.omissions + remarks + draft.omissions
        return ImportedDraft(
            draft: draft.redacted(redaction), variables: drafting.variables.variables,
            exchanges: Recording(entries: exchanges, creator: har.creator))
    }

    /// Writes spaces in the query as `%20`, like requests of the contract.
    private static func withEncodedSpaces(_ exchange: HTTPExchange) -> HTTPExchange {
        var exchange = exchange
        guard let question = exchange.request.url.firstIndex(of: "?") else { return exchange }
        let url = exchange.request.url
        exchange.request.url = String(url[..<question] + url[question...].replacing("+", with: "%20"))
        return exchange
    }

    private static func responseSecrets(_ calls: [ObservedCall]) -> ([Secret], [Omission]) {
        let bodies = calls.compactMap { if case .json(let json)? = $0.response?.body { json } else { nil } }
        let found = bodies.flatMap(\.secretTexts).distinct(by: \.value).prefix(secretLimit)
        let secrets = found.map { Secret(value: $0.value, placeholder: "{body:\(Naming.argument($0.name))}") }
        let remarks = found.map(\.name).distinct.map {
            Omission("responses", "the value of '\($0)' looks like a secret; the recordings have a placeholder instead")
        }
        return (secrets, remarks)
    }
}
