import ContractFormat
import HTTPRecording
import JSONSchema

/// Arguments that no call of a binding requests, and arguments that every call reads as a narrower type.
///
/// An unrequested argument counts only if requests carry its default or constant value, or omit it if it is optional. A
/// credential counts if the binding requests another one.
struct UnaskedArguments {
    private let endpoint: EndpointContract
    private let contract: Contract
    /// The edits of each argument's templates, or `nil` before the first request.
    private var changes: [String: [ContractEdit]]?
    private var readings: [String: Set<JSON>] = [:]

    init(of endpoint: EndpointContract, in contract: Contract) {
        self.endpoint = endpoint
        self.contract = contract
    }

    mutating func record(_ built: SentRequest, read: [String: Set<JSON>]) {
        guard let request = endpoint.request else { return }
        readings.merge(read) { $0.intersection($1) }
        let hasCredential = endpoint.arguments.contains { $0.isSecret && read[$0.name] != nil }
        let pairs = built.query
        // A body that is not JSON has no members.
        let json = built.message.body.flatMap { JSON(ifValid: $0) }
        let known = changes
        changes = [:]
        for argument in endpoint.arguments where !argument.isSecret || hasCredential {
            let usual = [argument.documentedDefault, constant(argument)].compactMap(\.self)
            guard read[argument.name] == nil, argument.isOptional || !usual.isEmpty else { continue }
            let uses = request.templates.filter { $0.template.placeholders.contains(.name(argument.name)) }
            let edits = uses.compactMap { use -> ContractEdit? in
                if let name = use.pointer.token(behind: request.pointer(to: .headers)) {
                    let isAlone = use.template.placeholders == [.name(argument.name)]
                    return isAlone && built.message.headers[name] == nil
                        ? ContractEdit(.remove, at: use.pointer) : nil
                }
                guard use.template.solePlaceholder == .name(argument.name) else { return nil }
                let sent: [JSON]
                if let name = use.pointer.token(behind: request.pointer(to: .query)) {
                    sent = pairs.values(of: name).map(JSON.string)
                } else if let member = use.pointer.token(behind: request.bodyPointer), let json {
                    sent = [json[member]].compactMap(\.self)
                } else {
                    return nil
                }
                if sent.isEmpty { return argument.isOptional ? ContractEdit(.remove, at: use.pointer) : nil }
                let isUsual = usual.contains { sent == [$0] || sent == [.string($0.plainText)] }
                return isUsual ? ContractEdit(.set(sent[0]), at: use.pointer) : nil
            }
            // The edits that fit every request.
            let isKept =
                !uses.isEmpty && edits.count == uses.count && (known.map { $0[argument.name] == edits } ?? true)
            if isKept { changes?[argument.name] = edits }
        }
    }

    private var steps: [ScenarioContract.Step] {
        contract.scenarios.flatMap(\.steps).filter { $0.endpoint.text == endpoint.name }
    }

    private var given: [[ArgumentValue]] {
        endpoint.cases.map(\.arguments) + steps.map { $0.mergedArguments(of: endpoint) }
    }

    private func constant(_ argument: ArgumentContract) -> JSON? {
        let values = given.map { values in values.first { $0.name == argument.name }?.value }.distinct
        return values.count == 1 ? values[0]?.filled { _ in nil } : nil
    }

    /// The changes of arguments to the narrower types that the binding reads and always receives.
    var narrower: [Adaptation] {
        endpoint.arguments.compactMap { argument in
            guard let reading = readings[argument.name] else { return nil }
            let schema = argument.schema.json.narrowed(
                toIntegers: reading.contains(1) && !reading.contains(0.5),
                dropsNull: argument.isOptional && !reading.contains(.null)
                    && given.allSatisfy { values in
                        values.contains { $0.name == argument.name && $0.value != .literal(.null) }
                    })
            guard schema != argument.schema.json else { return nil }
            return Adaptation(
                .narrower, .set(schema), at: argument.schema.pointer,
                reason: "the binding reads '\(argument.name)' as \(schema.typeNames.joined(separator: " or "))")
        }
    }

    /// The removals of unrequested arguments from the endpoint and its cases, and the narrower types.
    var adaptations: [Adaptation] {
        if contract.endpoints.contains(where: { $0.uses.contains(endpoint.name) }) { return narrower }
        let given = endpoint.cases.flatMap(\.arguments) + steps.flatMap(\.arguments)
        return narrower
            + endpoint.arguments.flatMap { argument -> [Adaptation] in
                guard let edits = changes?[argument.name],
                    !endpoint.rejects.contains(where: { $0.arguments.contains { $0.name == argument.name } })
                else { return [] }
                let own = [ContractEdit(.remove, at: argument.schema.pointer)]
                let cases = given.filter { $0.name == argument.name }.map { ContractEdit(.remove, at: $0.pointer) }
                return (own + edits + cases).map {
                    Adaptation(
                        argument.isSecret || !argument.isOptional ? .narrower : .unasked, $0.action, at: $0.pointer,
                        reason: "the binding does not read '\(argument.name)'")
                }
            }
    }
}

extension JSONPointer {
    fileprivate func token(behind place: JSONPointer) -> String? {
        tokens.dropLast() == place.tokens[...] ? tokens.last : nil
    }
}

extension JSON {
    /// Returns the schema without null, or with integers instead of numbers if it contains no fraction.
    fileprivate func narrowed(toIntegers: Bool, dropsNull: Bool) -> JSON {
        guard case .object(var schema) = self else { return self }
        var types = typeNames
        let isWhole = schema.allSatisfy { _, value in
            (value.arrayValue ?? [value]).allSatisfy { $0.numberValue?.isInteger ?? true }
        }
        if toIntegers, isWhole { types = types.map { $0 == "number" ? "integer" : $0 } }
        if dropsNull {
            types.removeAll { $0 == "null" }
            if let values = schema["enum"]?.arrayValue { schema["enum"] = .array(values.filter { !$0.isNull }) }
        }
        if !types.isEmpty { schema["type"] = types.count == 1 ? .string(types[0]) : .array(types.map(JSON.string)) }
        return .object(schema)
    }

    fileprivate var typeNames: [String] {
        let type = self["type"] ?? .null
        return (type.arrayValue ?? [type]).compactMap(\.stringValue)
    }
}
