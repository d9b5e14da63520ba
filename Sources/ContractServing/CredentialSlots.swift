import ContractFormat
import HTTPRecording

struct CredentialSlots: Sendable {
    struct Slot: Sendable {
        enum Place: Sendable {
            case header(String)
            case query(String)
        }

        let place: Place
        let isOptional: Bool
        /// The client's name for the credential: the argument's, or else the header field's or query item's.
        let name: String
        let placeholder: Placeholder?

        func text(in request: RecordedRequest, _ pairs: [FormPair]) -> String? {
            let text: String? =
                switch place {
                case .header(let name): request.headers[name]
                case .query(let name): pairs.first { $0.nameText == name }?.valueText
                }
            return text.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    let slots: [Slot]

    init(of endpoint: EndpointContract) {
        guard let request = endpoint.request else {
            slots = []
            return
        }
        func found(
            _ expectations: [NamedExpectation], _ isCredential: (String) -> Bool, _ place: (String) -> Slot.Place
        ) -> [Slot] {
            expectations.compactMap { named in
                let placeholders = named.expectation.placeholders
                let secret = placeholders.first { endpoint.isSecret($0) }
                guard secret != nil || isCredential(named.name) && named.expectation.isOpen else { return nil }
                let placeholder = secret ?? placeholders.first
                let argument = placeholder?.argument
                return Slot(
                    place: place(named.name),
                    isOptional: argument.flatMap { endpoint.argument($0) }?.isOptional ?? false,
                    name: argument ?? named.name, placeholder: placeholder)
            }
        }
        self.slots =
            found(request.headers, CredentialNames.contains) { .header($0) }
            + found(request.query, CredentialNames.containsInQuery) { .query($0) }
    }

    func isUnmet(by request: RecordedRequest) -> Bool {
        if slots.isEmpty { return false }
        let pairs = request.queryPairs
        return slots.contains { !$0.isOptional && $0.text(in: request, pairs) == nil }
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
