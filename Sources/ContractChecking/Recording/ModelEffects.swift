import ContractFormat
import HTTPRecording
import JSONSchema

/// The changes between two recordings and their effects on models.
package struct ModelEffects: Sendable {
    package typealias Effect = RecordingChange.Change.Effect

    let service: LoadedService
    let endpoints: [EndpointContract]

    package init(service: LoadedService, endpoints: [EndpointContract]) {
        self.service = service
        self.endpoints = endpoints
    }

    /// Returns all semantic changes, worst first.
    package func changes(from old: Recording, to new: Recording) -> [RecordingChange.Change] {
        let changes = effects(from: old, to: new).map { change, effect in
            let place = new.entries.count > 1 && change.oldEntry != nil ? "entry \(change.entry + 1): " : ""
            return RecordingChange.Change(
                message: place + change.message, effect: effect, severity: Self.severity(of: change.kind, effect))
        }
        return Severity.allCases.flatMap { severity in
            Effect.allCases.flatMap { effect in changes.filter { $0.severity == severity && $0.effect == effect } }
        }
    }

    /// Returns all semantic changes with their effects, in the order of the difference.
    package func effects(from old: Recording, to new: Recording) -> [(change: SemanticDiff.Change, effect: Effect)] {
        SemanticDiff(from: decoded(old), to: decoded(new)).changes.map { ($0, effect(of: $0, old, new)) }
    }

    /// Returns the recording with all bodies in UTF-8, so that other charsets are compared too.
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
        if effect == .refuses || kind == .statusChanged { return .error }
        // A value that a model shows as absent counts as removed.
        if effect == .losesValue || kind == .propertyRemoved || kind == .becameNull { return .warning }
        return .info
    }

    private func effect(of change: SemanticDiff.Change, _ old: Recording, _ new: Recording) -> Effect {
        switch change.kind {
        // Missing exchanges have no records, and models read no headers.
        case .exchangeAdded, .exchangeRemoved, .headerAdded, .headerRemoved: return .survives
        case .statusChanged, .mediaTypeChanged, .propertyRemoved, .typeChanged, .becameNull, .becameOptional, .newValue,
            .propertyAdded:
            break
        }
        guard let oldEntry = change.oldEntry else { return .survives }
        let after = records(in: new.entries[change.entry])
        let effects = records(in: old.entries[oldEntry]).map { before in
            let same = after.first { $0.use.model == before.use.model && $0.use.at == before.use.at }
            return effect(of: change.kind, at: change.pointer, from: before, to: same?.found ?? [])
        }
        return Effect.allCases.first(where: effects.contains) ?? .survives
    }

    private typealias Records = (use: ResponseContract.ModelUse, found: [(pointer: JSONPointer, value: JSON)])

    private func records(in exchange: HTTPExchange) -> [Records] {
        shapes(of: exchange).flatMap { shape -> [Records] in
            guard case .json(let body, _) = ResponseBody.read(exchange.response.body, as: shape) else { return [] }
            return shape.models.map { ($0, $0.matches(in: body)) }
        }
    }

    private func shapes(of exchange: HTTPExchange) -> [ResponseContract] {
        endpoints.compactMap { endpoint in
            ArgumentExtraction.arguments(of: exchange.request, endpoint: endpoint) == nil
                ? nil : endpoint.shape(of: exchange.response)
        }
    }

    /// Returns the effect of a change on the records of a model. A `nil` place is outside of the body.
    private func effect(
        of kind: SemanticDiff.Change.Kind, at place: JSONPointer?, from old: Records,
        to new: [(pointer: JSONPointer, value: JSON)]
    ) -> Effect {
        guard let model = service.model(old.use.model), let contract = service.contract,
            let modelContract = contract.model(old.use.model)
        else { return .survives }
        let good = old.found.filter { model.acceptedInstance(from: $0.value) != nil }
        guard let first = good.first else { return .survives }
        let at = old.use.at.tokens
        let tokens = place?.tokens ?? []
        guard zip(at, tokens).allSatisfy({ $0 == $1 || $0 == "*" || $1 == "*" }) else { return .survives }
        if new.isEmpty { return tokens.count <= at.count ? .refuses : .survives }
        guard tokens.count >= at.count else { return .survives }
        // A change below a list in a record affects the whole list.
        let path = tokens.dropFirst(at.count).prefix { $0 != "*" }
        let pointer = JSONPointer(tokens: Array(path))
        let survival = ModelSurvival(
            contract: modelContract, model: model, sources: ValueSources(contract, service.binding))
        var effect = Effect.survives
        for record in new {
            let base = good.first { $0.pointer == record.pointer } ?? first
            let (before, after) = (base.value[pointer: pointer], record.value[pointer: pointer])
            guard before != after else { continue }
            // Apply only this change, so that its own effect shows.
            let changed =
                after.map { base.value.setting(pointer, to: $0) } ?? base.value.removing(pointer) ?? base.value
            let edit = ProviderEdit(
                change: Self.change(kind, from: before, to: after), place: pointer, before: base.value,
                after: changed)
            switch survival.outcome(of: edit).outcome {
            case .traps, .refuses: return .refuses
            case .losesValue: effect = .losesValue
            case .survives: break
            }
        }
        return effect
    }

    /// Maps the change to a provider change, so that both are judged alike.
    private static func change(_ kind: SemanticDiff.Change.Kind, from old: JSON?, to new: JSON?) -> ProviderChange {
        switch kind {
        case .propertyRemoved, .becameOptional: return new == nil ? .memberGone : .newMember
        case .becameNull: return new?.isNull ?? true ? .valueNull : .newMember
        case .newValue: return .unknownEnumValue
        case .typeChanged:
            switch (old, new) {
            case (.number?, .string?): return .numberAsText
            case (.string?, .number?): return .textAsNumber
            case (.object?, .array?): return .listForObject
            // Any other type change is judged by whether the value is shown.
            default: return .fraction
            }
        case .propertyAdded, .statusChanged, .mediaTypeChanged, .exchangeAdded, .exchangeRemoved, .headerAdded,
            .headerRemoved:
            return .newMember
        }
    }
}
