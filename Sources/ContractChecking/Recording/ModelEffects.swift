import ContractFormat
import HTTPRecording
import JSONSchema

/// Tells what changed between two recordings, and what each change does to the models that are made from them.
package struct ModelEffects: Sendable {
    package typealias Effect = RecordingChange.Change.Effect

    let service: LoadedService
    /// The endpoints whose requests the recordings may hold.
    let endpoints: [EndpointContract]

    package init(service: LoadedService, endpoints: [EndpointContract]) {
        self.service = service
        self.endpoints = endpoints
    }

    /// Every change in meaning, worst first.
    func changes(from old: Recording, to new: Recording) -> [RecordingChange.Change] {
        let changes = effects(from: old, to: new).map { change, effect in
            let place = new.entries.count > 1 && change.oldEntry != nil ? "entry \(change.entry): " : ""
            return RecordingChange.Change(
                message: place + change.message, effect: effect, severity: Self.severity(of: change.kind, effect))
        }
        return Severity.allCases.flatMap { severity in
            Effect.allCases.flatMap { effect in changes.filter { $0.severity == severity && $0.effect == effect } }
        }
    }

    /// Every change in meaning with its effect, in the order of the difference.
    package func effects(from old: Recording, to new: Recording) -> [(change: SemanticDiff.Change, effect: Effect)] {
        SemanticDiff(from: decoded(old), to: decoded(new)).changes.map { ($0, effect(of: $0, old, new)) }
    }

    /// The recording with every body in UTF-8, so that one in another charset is compared, too.
    private func decoded(_ recording: Recording) -> Recording {
        var recording = recording
        for (index, exchange) in recording.entries.enumerated() {
            guard let charset = shapes(of: exchange).map(\.charset).first(where: { $0 != .utf8 }),
                let body = charset.utf8(from: exchange.response.body)
            else { continue }
            recording.entries[index].response.body = body
        }
        return recording
    }

    private static func severity(of kind: SemanticDiff.Change.Kind, _ effect: Effect) -> Severity {
        if effect == .recordNowRejected || kind == .statusChanged { return .error }
        if effect == .valueNowNil || kind == .propertyRemoved { return .warning }
        return .info
    }

    private func effect(of change: SemanticDiff.Change, _ old: Recording, _ new: Recording) -> Effect {
        switch change.kind {
        // What is not exchanged has no records, and no model reads a header.
        case .exchangeAdded, .exchangeRemoved, .headerAdded, .headerRemoved: return .harmless
        case .statusChanged, .mediaTypeChanged, .propertyRemoved, .typeChanged, .becameNull, .becameOptional, .newValue,
            .propertyAdded:
            break
        }
        guard let oldEntry = change.oldEntry else { return .harmless }
        let after = records(in: new.entries[change.entry])
        let effects = records(in: old.entries[oldEntry]).map { before in
            let same = after.first { $0.use.model == before.use.model && $0.use.at == before.use.at }
            return effect(of: change.pointer, from: before, to: same?.found ?? [])
        }
        return Effect.allCases.first(where: effects.contains) ?? .harmless
    }

    /// The records of one model at one place of a body.
    private struct Records {
        let use: ResponseContract.ModelUse
        let found: [(pointer: JSONPointer, value: JSON)]
    }

    private func records(in exchange: HTTPExchange) -> [Records] {
        shapes(of: exchange).flatMap { shape -> [Records] in
            guard case .json(let body, _) = ResponseBody.read(exchange.response.body, as: shape) else { return [] }
            return shape.models.map { Records(use: $0, found: $0.at.matches(in: body)) }
        }
    }

    /// What the contract says of a response, by the endpoints whose request it answers.
    private func shapes(of exchange: HTTPExchange) -> [ResponseContract] {
        guard let request = exchange.request.urlRequest else { return [] }
        return endpoints.compactMap { endpoint in
            ArgumentExtraction.arguments(of: request, endpoint: endpoint) == nil
                ? nil : endpoint.response(status: exchange.response.status, variant: nil)
        }
    }

    /// The effect of a change at a place of the body (`*` for elements; `nil` outside of it) on the records of a model.
    private func effect(
        of place: JSONPointer?, from old: Records, to new: [(pointer: JSONPointer, value: JSON)]
    ) -> Effect {
        guard let model = service.model(old.use.model),
            let contract = service.contract?.model(old.use.model)
        else { return .harmless }
        let good = old.found.filter { made($0.value, model) != nil }
        guard let first = good.first else { return .harmless }
        let at = old.use.at.tokens
        let tokens = place?.tokens ?? []
        guard zip(at, tokens).allSatisfy({ $0 == $1 || $0 == "*" || $1 == "*" }) else { return .harmless }
        // Where the change took the records away, there is nothing left to make a model from.
        if new.isEmpty { return tokens.count <= at.count ? .recordNowRejected : .harmless }
        guard tokens.count >= at.count else { return .harmless }
        // Below a list inside of a record, the whole list is the change.
        let path = tokens.dropFirst(at.count).prefix { $0 != "*" }
        var effect = Effect.harmless
        for record in new {
            let base = good.first { $0.pointer == record.pointer } ?? first
            let value = record.value[pointer: JSONPointer(tokens: Array(path))]
            guard value != base.value[pointer: JSONPointer(tokens: Array(path))] else { continue }
            // Just this change and no other, so that each is told its own effect.
            let changed = path.isEmpty ? record.value : base.value.setting(path, to: value)
            guard let after = made(changed, model) else { return .recordNowRejected }
            if let before = made(base.value, model), hasLost(contract.properties, from: before, to: after) {
                effect = .valueNowNil
            }
        }
        return effect
    }

    private func made(_ json: JSON, _ model: Model) -> Any? {
        // An initializer that throws refuses the record.
        try? model.make(json)
    }

    private func hasLost(_ properties: [PropertyContract], from old: Any, to new: Any) -> Bool {
        // Most properties are mapped by their names alone, so that the contract says nothing of them.
        let paths = properties.map(\.path) + Reflection.properties(of: old).map(\.name)
        return paths.contains { isNil($0, in: new) && !isNil($0, in: old) }
    }

    private func isNil(_ path: String, in value: Any) -> Bool {
        PropertyValues(of: value).value(at: path).map { Reflection.unwrapped($0) == nil } ?? false
    }
}

extension JSON {
    /// The value with another one, or none, at a place below it; as it is where there is nothing that could hold it.
    fileprivate func setting(_ path: ArraySlice<String>, to value: JSON?) -> JSON {
        guard let token = path.first else { return value ?? .null }
        let rest = path.dropFirst()
        switch self {
        case .object(var members):
            members[token] = rest.isEmpty ? value : members[token]?.setting(rest, to: value)
            return .object(members)
        case .array(var elements):
            guard let index = Int(token), elements.indices.contains(index) else { return self }
            elements[index] = elements[index].setting(rest, to: value)
            return .array(elements)
        case .null, .bool, .number, .string: return self
        }
    }
}
