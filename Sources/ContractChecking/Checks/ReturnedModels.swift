import ContractFormat
import HTTPRecording
import JSONSchema

/// Compares what a call returned with the bound models made of its responses: each of them, in order and number.
///
/// Models are found by their Swift type, wherever they stand in the returned value. It is enough that one collection, or
/// the whole value, holds what a response gave.
struct ReturnedModels {
    let models: [Model]
    let outcome: Outcome
    /// The case or step.
    let pointer: JSONPointer

    /// What one place of a response's shape gives of a model.
    struct Sequence {
        let model: Model
        /// The parts of the response that the model takes, with what it makes of each.
        let made: [(part: JSON, instance: JSON)]

        var instances: [JSON] { made.map(\.instance) }

        /// Members that differ each time the model is made, such as an identifier of its own.
        var volatile: Set<String> {
            made.reduce(into: []) { names, made in
                guard let again = model.reflection(of: made.part), again != made.instance else { return }
                for (name, value) in made.instance.objectValue ?? [:] where again[name] != value { names.insert(name) }
            }
        }
    }

    /// - Parameter answers: the responses of a call, each with the endpoint whose request it answers.
    func mismatches(
        of returned: Returned, from answers: [(endpoint: EndpointContract, response: RecordedResponse)]
    ) -> [Finding] {
        guard outcome.order != .unchecked else { return [] }
        let sequences = answers.flatMap { self.sequences(in: $0.response, of: $0.endpoint) }
        if let schema = outcome.returns {
            // A schema that the response's own models do not satisfy says that the call makes something else of them.
            guard returned.json.arrayValue != nil,
                schema.schema.schema.accepts(.array(sequences.flatMap(\.instances)))
            else { return [] }
        }
        let byType = Dictionary(grouping: sequences) { ObjectIdentifier($0.model.type) }
        return byType.values.sorted { $0[0].model.name < $1[0].model.name }.compactMap { sequences in
            guard let found = returned.instances[ObjectIdentifier(sequences[0].model.type)],
                mismatch(of: found, with: sequences, ignoring: []) != nil
            else { return nil }
            // Making every model once more is only worth it where something differs.
            let volatile = sequences.reduce(into: Set<String>()) { $0.formUnion($1.volatile) }
            return mismatch(of: found, with: sequences, ignoring: volatile)
        }
    }

    private func sequences(in response: RecordedResponse, of endpoint: EndpointContract) -> [Sequence] {
        parts(of: response, endpoint).map { model, values in
            // What the model refuses is for the response check and the model check to tell.
            Sequence(
                model: model, made: values.compactMap { value in model.reflection(of: value).map { (value, $0) } })
        }
    }

    /// What stands where the contract makes a model of a response.
    func parts(of response: RecordedResponse, _ endpoint: EndpointContract) -> [(model: Model, values: [JSON])] {
        guard let shape = endpoint.shape(of: response, named: variant(of: endpoint)),
            !shape.models.isEmpty, case .json(let body, _) = ResponseBody.read(response.body, as: shape)
        else { return [] }
        return shape.models.compactMap { use in
            models.first { $0.name == use.model }.map { ($0, use.at.matches(in: body).map(\.value)) }
        }
    }

    /// The named response shape, where it is one of this endpoint's.
    private func variant(of endpoint: EndpointContract) -> String? {
        outcome.response.flatMap { name in endpoint.responses.contains { $0.key.description == name } ? name : nil }
    }

    private func mismatch(
        of found: FoundInstances, with sequences: [Sequence], ignoring volatile: Set<String>
    ) -> Finding? {
        let expected = sequences.map(\.instances)
        let all = expected.joined().map { $0.without(volatile) }
        let groups = (found.groups + [found.whole]).map { group in
            FoundInstances.Group(
                instances: group.instances.map { $0.without(volatile) },
                isOrdered: group.isOrdered && outcome.order == .asReceived)
        }
        let parts = expected.map { $0.map { $0.without(volatile) } }
        let whole = groups[groups.count - 1].instances
        let known = Set(all)
        if let invented = whole.first(where: { !known.contains($0) }) {
            let nearest = all.first
            return told(
                sequences, "holds what its response does not", expected: nearest.map(MessageText.excerpt) ?? "none",
                found: .excerpt(invented))
        }
        if groups.contains(where: { $0.holds(parts) })
            || parts.allSatisfy({ part in groups.contains { $0.holds([part]) } })
        {
            return nil
        }
        let best = groups.max { Set($0.instances).count < Set($1.instances).count }?.instances ?? whole
        let missing = all.filter { !best.contains($0) }
        if let first = missing.first {
            return told(
                sequences, "lacks \(missing.count) of \(all.count)", expected: .excerpt(first), found: "not returned")
        }
        if best.count != all.count {
            return told(
                sequences, "holds \(best.count) in place of \(all.count)", expected: "\(all.count)",
                found: "\(best.count)")
        }
        let place = zip(best, all).enumerated().first { $0.element.0 != $0.element.1 }
        return told(
            sequences, "holds them in another order",
            expected: place.map { "\(MessageText.excerpt($0.element.1)) at \($0.offset)" }
                ?? "the order of the response",
            found: place.map { .excerpt($0.element.0) } ?? "another")
    }

    private func told(
        _ sequences: [Sequence], _ what: String, expected: MessageText, found: MessageText
    ) -> Finding {
        let name = sequences[0].model.name
        return Finding(
            ClientRule.returns,
            """
            what the call returns is not the '\(name)' of its response: it \(what); \
            \(outcome.order == .asReceived ? "\"returns\": \"any order\" allows another order, " : "")\"returns\": true anything
            """,
            expected: expected, found: found, at: outcome.returns?.pointer ?? pointer)
    }
}

extension FoundInstances.Group {
    /// Whether this is what all the parts hold, each part in its order; what several parts hold may be there once.
    fileprivate func holds(_ parts: [[JSON]]) -> Bool {
        let all = Array(parts.joined())
        let isWhole = instances.counted == all.counted
        let isJoined = parts.count > 1 && instances.count == Set(instances).count && Set(instances) == Set(all)
        guard isWhole || isJoined else { return false }
        return !isOrdered || parts.allSatisfy(instances.isInOrder)
    }
}

extension [JSON] {
    fileprivate var counted: [JSON: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }

    /// Whether the elements of a part come one after the other, whatever stands between them.
    fileprivate func isInOrder(_ part: [JSON]) -> Bool {
        var rest = part[...]
        for element in self where element == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }
}

extension JSON {
    /// An object without some members.
    fileprivate func without(_ names: Set<String>) -> JSON {
        guard !names.isEmpty, let object = objectValue else { return self }
        return .object(JSONObject(object.map { ($0.key, $0.value) }.filter { !names.contains($0.0) }))
    }
}

extension Model {
    /// What the model shows, made from a part of a response; `nil` where it is refused.
    func reflection(of json: JSON) -> JSON? {
        do { return try make(json).map(Reflection.json) } catch { return nil }
    }
}
