import ContractFormat
import HTTPRecording

/// A place in the requests of an endpoint for a credential.
struct CredentialSlot: Sendable {
    enum Place: Sendable {
        case header(String)
        case query(String)
    }

    let place: Place
    let isOptional: Bool
    /// The client's name for the credential: the argument's, or else the header field's or query item's.
    let name: String
    let placeholder: Placeholder?

    fileprivate func text(in request: RecordedRequest, _ pairs: [FormPair]) -> String? {
        let text: String? =
            switch place {
            case .header(let name): request.headers[name]
            case .query(let name): pairs.first { $0.nameText == name }?.valueText
            }
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension EndpointContract {
    var credentialSlots: [CredentialSlot] {
        guard let request else { return [] }
        func slots(
            _ expectations: [NamedExpectation], _ isCredential: (String) -> Bool,
            _ place: (String) -> CredentialSlot.Place
        ) -> [CredentialSlot] {
            expectations.compactMap { named in
                let placeholders = named.expectation.placeholders
                let secret = placeholders.first { isSecret($0) }
                guard secret != nil || isCredential(named.name) && named.expectation.isOpen else { return nil }
                let placeholder = secret ?? placeholders.first
                let argument = placeholder?.argument
                return CredentialSlot(
                    place: place(named.name), isOptional: argument.flatMap { self.argument($0) }?.isOptional ?? false,
                    name: argument ?? named.name, placeholder: placeholder)
            }
        }
        return slots(request.headers, CredentialNames.contains) { .header($0) }
            + slots(request.query, CredentialNames.containsInQuery) { .query($0) }
    }
}

extension ServedCall {
    /// The places for credentials, each with the text that the request has there.
    var credentials: [(slot: CredentialSlot, text: String?)] {
        let pairs = request.queryPairs
        return endpoint.credentialSlots.map { ($0, $0.text(in: request, pairs)) }
    }
}

extension RecordedRequest {
    var queryPairs: [FormPair] {
        guard let question = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [] }
        return FormPair.parse(Array(url.utf8[question...].dropFirst())[...], plusIsSpace: true)
    }
}

extension Expectation {
    fileprivate var isOpen: Bool {
        switch self {
        case .schema: true
        case .value(let value): !value.placeholders.isEmpty
        }
    }
}
