import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The optional arguments that no call of a binding asks for: the document has them, and the client does not.
///
/// An argument counts only where requests carry nothing for it, or its documented default.
struct UnaskedArguments {
    private let request: RequestContract?
    private let endpoint: EndpointContract
    private let contract: Contract
    /// The changes of each argument's templates; `nil` before the first request.
    private var changes: [String: [ContractEdit]]?

    init(of endpoint: EndpointContract, in contract: Contract) {
        request = endpoint.request
        self.endpoint = endpoint
        self.contract = contract
    }

    mutating func look(at built: URLRequest, _ body: [UInt8]?, besides asked: Set<String>) {
        guard let request else { return }
        let query = built.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }?.percentEncodedQuery
        let pairs = QueryPairs(percentEncoded: query)
        // A body that is no JSON has no members.
        let json = body.flatMap { try? JSON(parsing: $0) }
        let known = changes
        changes = [:]
        for argument in endpoint.arguments where argument.isOptional && !argument.isSecret {
            guard !asked.contains(argument.name), known.map({ $0[argument.name] != nil }) ?? true else { continue }
            let uses = request.templates.filter { $0.template.placeholders.contains(.name(argument.name)) }
            let edits = uses.compactMap { use -> ContractEdit? in
                guard use.template.solePlaceholder == .name(argument.name) else { return nil }
                let sent: [JSON]
                if let name = use.pointer.token(behind: request.pointer(to: .query)) {
                    sent = pairs.values(of: name).map(JSON.string)
                } else if let member = use.pointer.token(behind: request.bodyPointer), let json {
                    sent = [json[member]].compactMap(\.self)
                } else {
                    return nil
                }
                if sent.isEmpty { return ContractEdit(.remove, at: use.pointer) }
                let assumed = argument.assumed.map { sent == [$0] || sent == [.string($0.plainText)] } ?? false
                return assumed ? ContractEdit(.set(sent[0]), at: use.pointer) : nil
            }
            guard !uses.isEmpty, edits.count == uses.count, known?[argument.name].map({ $0 == edits }) ?? true else {
                continue
            }
            changes?[argument.name] = edits
        }
    }

    /// Takes each argument out of the endpoint, and what the cases give for it.
    var adaptations: [Adaptation] {
        if contract.endpoints.contains(where: { $0.uses.contains(endpoint.name) }) { return [] }
        let steps = contract.scenarios.flatMap(\.steps).filter { $0.endpoint.text == endpoint.name }
        let given = endpoint.cases.flatMap(\.arguments) + steps.flatMap(\.arguments)
        return endpoint.arguments.flatMap { argument -> [Adaptation] in
            guard let edits = changes?[argument.name],
                !endpoint.rejects.contains(where: { $0.arguments.contains { $0.name == argument.name } })
            else { return [] }
            let own = [ContractEdit(.remove, at: argument.schema.pointer)]
            let cases = given.filter { $0.name == argument.name }.map { ContractEdit(.remove, at: $0.pointer) }
            return (own + edits + cases).map {
                Adaptation(kind: .unasked, edit: $0, reason: "the binding asks for no '\(argument.name)'")
            }
        }
    }
}

extension JSONPointer {
    /// The last token, where the others are those of a place.
    fileprivate func token(behind place: JSONPointer) -> String? {
        tokens.dropLast() == place.tokens[...] ? tokens.last : nil
    }
}
