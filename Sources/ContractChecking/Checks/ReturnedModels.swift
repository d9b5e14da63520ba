import ContractFormat
import HTTPRecording
import JSONSchema

/// Compares what a call returned with the bound models made of its responses: each of them, in order and number.
///
/// Models are found by their Swift type, wherever they stand in the returned value. It is enough that one collection, or
/// the whole value, holds what a response gave. Where the value holds none of the models that a response names, its lists of
/// those within them count.
struct ReturnedModels {
    let contract: Contract
    var models: [Model]
    let outcome: Outcome
    /// The case or step.
    let pointer: JSONPointer
    /// Whether requests may have been under way at once, so that their responses have no order of their own.
    var isSentAtOnce = true
    var made = MadeInstances()

    /// The models of one place of a response's shape.
    struct Sequence {
        let model: Model
        let endpoint: String
        let place: JSONPointer
        /// The answer that gave them: `'members' (answer 2)`.
        let origin: String
        /// The parts of the response that the model takes, with what it makes of each; named where they are any members of an
        /// object.
        let made: [(name: String?, part: JSON, instance: JSON)]

        var instances: [JSON] { made.map(\.instance) }

        /// Sequences of one source are pages of one list.
        var source: String { "\(endpoint) \(place)" }

        var isList: Bool { place.tokens.contains("*") }

        /// Members that differ each time the model is made, such as an identifier of its own.
        var volatile: Set<String> {
            made.reduce(into: []) { names, made in
                guard let again = model.reflections(of: [made.part])[0], again != made.instance else { return }
                for (name, value) in made.instance.objectValue ?? [:] where again[name] != value { names.insert(name) }
            }
        }

        /// The keys by which a dictionary may hold an instance that is a member of an object.
        ///
        /// They are the name of the member and the values of the instance. An element of an array has none.
        func keys(of instance: JSON, ignoring volatile: Set<String>) -> [String] {
            made.filter { $0.instance.without(volatile) == instance }.flatMap { made in
                made.name.map { [$0] + made.part.scalars.map(\.plainText) } ?? []
            }
        }
    }

    /// - Parameter answers: the responses of a call, each with the endpoint whose request it answers.
    func mismatches(
        of returned: Returned, from answers: [(endpoint: EndpointContract, response: RecordedResponse)]
    ) -> [Finding] {
        guard outcome.order != .unchecked else { return [] }
        var held = self
        held.models.removeAll { returned.instances[ObjectIdentifier($0.type)] == nil }
        if held.models.isEmpty { return [] }
        let named = held.sequences(of: answers, \.models)
        let sequences = named.isEmpty ? held.sequences(of: answers, contract.innerModels) : named
        let byType = Dictionary(grouping: sequences) { ObjectIdentifier($0.model.type) }
        return byType.values.sorted { $0[0].model.name < $1[0].model.name }.compactMap { sequences in
            guard let found = returned.instances[ObjectIdentifier(sequences[0].model.type)] else { return nil }
            return named.isEmpty
                ? innerMismatch(of: found, in: returned.json, with: sequences)
                : mismatch(of: found, in: returned.json, with: sequences)
        }
    }

    /// A call may return the models of one list, of all lists, or of all places. One that returns no list has chosen some, and
    /// so has one that made a list where there is none.
    private func innerMismatch(of found: FoundInstances, in returned: JSON, with sequences: [Sequence]) -> Finding? {
        let lists = sequences.filter(\.isList)
        if found.groups.isEmpty || lists.isEmpty { return nil }
        let single = Dictionary(grouping: lists, by: \.source).sorted { $0.key < $1.key }.map(\.value)
        let mismatches = (single + [lists, sequences]).map { mismatch(of: found, in: returned, with: $0) }
        return mismatches.contains(nil) ? nil : mismatches[0]
    }

    private func mismatch(of found: FoundInstances, in returned: JSON, with sequences: [Sequence]) -> Finding? {
        guard mismatch(of: found, with: sequences, ignoring: []) != nil,
            !isExcluded(sequences.flatMap(\.instances), in: returned, found)
        else { return nil }
        // Making every model once more is only worth it where something differs.
        let volatile = sequences.reduce(into: Set<String>()) { $0.formUnion($1.volatile) }
        return mismatch(of: found, with: sequences, ignoring: volatile)
    }

    private func sequences(
        of answers: [(endpoint: EndpointContract, response: RecordedResponse)],
        _ uses: (ResponseContract) -> [ResponseContract.ModelUse]
    ) -> [Sequence] {
        let counts = Dictionary(answers.map { ($0.endpoint.name, 1) }, uniquingKeysWith: +)
        var numbers: [String: Int] = [:]
        return answers.flatMap { endpoint, response in
            numbers[endpoint.name, default: 0] += 1
            let number = counts[endpoint.name] == 1 ? "" : " (answer \(numbers[endpoint.name] ?? 1))"
            return parts(of: response, endpoint, uses).map { use, model, values in
                // The response check and the model check report values that the model refuses.
                Sequence(
                    model: model, endpoint: endpoint.name, place: use.at, origin: "'\(endpoint.name)'\(number)",
                    made: zip(values, made.instances(of: model, values.map(\.json))).compactMap { value, instance in
                        instance.map { (value.name, value.json, $0) }
                    })
            }
        }
    }

    /// Whether the contract's schema of what is returned refuses the models of the response, and so says that the call makes
    /// something else of them.
    private func isExcluded(_ models: [JSON], in returned: JSON, _ found: FoundInstances) -> Bool {
        guard let schema = outcome.returns?.schema.schema else { return false }
        let sound = (found.groups + [found.whole]).lazy.map { returned.replacing($0.instances, with: models) }
            .first { $0 != returned }
        return sound.map { !schema.accepts($0) } ?? false
    }

    /// Returns the values at the places where the contract makes a model of a response, those that are any members of an object
    /// with their names.
    func parts(
        of response: RecordedResponse, _ endpoint: EndpointContract,
        _ uses: (ResponseContract) -> [ResponseContract.ModelUse] = \.models
    ) -> [(use: ResponseContract.ModelUse, model: Model, values: [(name: String?, json: JSON)])] {
        guard let shape = endpoint.shape(of: response, named: variant(of: endpoint)),
            !shape.models.isEmpty, case .json(let body, _) = ResponseBody.read(response.body, as: shape)
        else { return [] }
        return uses(shape).compactMap { use in
            guard let model = models.first(where: { $0.name == use.model }) else { return nil }
            return (
                use, model,
                use.at.matches(in: body).map { place, value in
                    let isMember =
                        use.at.tokens.last == "*" && place.parent.flatMap { body[pointer: $0]?.objectValue } != nil
                    return (isMember ? place.tokens.last : nil, value)
                }
            )
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
            FoundInstances.Group(instances: group.instances.map { $0.without(volatile) }, isOrdered: group.isOrdered)
        }
        let parts = expected.map { $0.map { $0.without(volatile) } }
        let sources = Dictionary(grouping: sequences.indices) { sequences[$0].source }.values.map {
            $0.map { parts[$0] }
        }
        let pages = isSentAtOnce ? parts.map { [$0] } : sources
        let whole = groups[groups.count - 1].instances
        // A call that returns what came, as most do, needs no search.
        if whole == all { return misplaced(in: found, sequences, ignoring: volatile) }
        let known = Set(all)
        if let invented = whole.first(where: { !known.contains($0) }) {
            let differences = all.map { JSONDifference.differences(expected: $0, found: invented) }
            let nearest = differences.indices.min { differences[$0].count < differences[$1].count }
            let places = nearest.map { differences[$0].prefix(3).map { "'\($0.pointer)'" } } ?? []
            return finding(
                sequences,
                "holds what its response does not\(places.isEmpty ? "" : ": another \(places.joined(separator: ", "))")",
                expected: nearest.map { MessageText.excerpt(all[$0]) } ?? "none", found: .excerpt(invented))
        }
        if groups.contains(where: { $0.holds(pages, outcome.order) })
            || parts.allSatisfy({ part in groups.contains { $0.holds([[part]], outcome.order) } })
        {
            return misplaced(in: found, sequences, ignoring: volatile)
        }
        let best = groups.max { Set($0.instances).count < Set($1.instances).count }?.instances ?? whole
        let missing = all.filter { !best.contains($0) }
        if let first = missing.first {
            return finding(
                sequences, "lacks \(missing.count) of \(all.count)", expected: .excerpt(first), found: "not returned")
        }
        if best.count != all.count {
            return finding(
                sequences, "holds \(best.count) in place of \(all.count)", expected: "\(all.count)",
                found: "\(best.count)")
        }
        guard let place = best.indices.first(where: { best[$0] != all[$0] }) else {
            return finding(
                sequences, "holds them in another order", expected: "the order of the response", found: "another",
                isOfOrder: true)
        }
        let origins = sequences.flatMap { sequence in sequence.instances.map { _ in sequence.origin } }
        let wanted = origins[place]
        let given = all.firstIndex(of: best[place]).map { origins[$0] } ?? wanted
        return finding(
            sequences,
            given == wanted
                ? "holds them in another order" : "holds that of \(given) at \(place), expected that of \(wanted)",
            expected: "\(MessageText.excerpt(all[place])) at \(place)", found: .excerpt(best[place]), isOfOrder: true)
    }

    /// Finds an instance that a dictionary holds by a key of another instance, or by an unknown key.
    private func misplaced(
        in found: FoundInstances, _ sequences: [Sequence], ignoring volatile: Set<String>
    ) -> Finding? {
        for (key, instance) in found.groups.flatMap(\.keyed) {
            let known = sequences.flatMap { $0.keys(of: instance.without(volatile), ignoring: volatile) }
            let folded = MemberName.folded(key)
            // A prefix of a name may be left out or added.
            let isKnown = known.map(MemberName.folded).contains { $0.hasSuffix(folded) || folded.hasSuffix($0) }
            if let name = known.first, !isKnown {
                return finding(
                    sequences, "holds one by another key", expected: .excerpt("\(name): \(instance.text(.compact))"),
                    found: .excerpt("\(key)"))
            }
        }
        return nil
    }

    private func finding(
        _ sequences: [Sequence], _ what: String, expected: MessageText, found: MessageText, isOfOrder: Bool = false
    ) -> Finding {
        let name = sequences[0].model.name
        // A fault says so of the end of its call, not of what that holds.
        let order: MessageText = isOfOrder ? "\"returns\": \"any order\" allows another order, " : ""
        let hint: MessageText =
            outcome.returns?.schema.json == true ? "" : "; \(order)\"returns\": true allows anything"
        return Finding(
            ClientRule.returns, "what the call returns is not the '\(name)' of its response: it \(what)\(hint)",
            expected: expected, found: found, at: outcome.returns?.pointer ?? pointer)
    }
}

extension FoundInstances.Group {
    /// Whether this is what all the pages of all sources hold, those of each source in their order; what several pages hold
    /// may be there once.
    fileprivate func holds(_ sources: [[[JSON]]], _ order: ModelOrder) -> Bool {
        let pages = sources.flatMap(\.self)
        let all = Array(pages.joined())
        // A set or a dictionary has each element once.
        guard isOrdered else { return Set(instances) == Set(all) }
        let isWhole = instances.counted == all.counted
        guard isWhole || instances.counted == pages.once.counted else { return false }
        guard order == .asReceived else { return true }
        return sources.allSatisfy { pages in
            isWhole
                ? instances.isInOrder(Array(pages.joined()))
                : instances.isInOrder(pages.once) || instances.isInOrder(pages.backwards.once.reversed())
        }
    }
}

extension [[JSON]] {
    fileprivate var backwards: [[JSON]] { reversed().map { $0.reversed() } }

    /// The elements of all pages, those that earlier pages hold left out.
    fileprivate var once: [JSON] {
        var known: [JSON: Int] = [:]
        return flatMap { page -> [JSON] in
            var own: [JSON: Int] = [:]
            let new = page.filter { element in
                own[element, default: 0] += 1
                return own[element, default: 0] > known[element, default: 0]
            }
            known.merge(own) { Swift.max($0, $1) }
            return new
        }
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
    /// The texts, numbers and booleans within the value.
    fileprivate var scalars: [JSON] {
        descendants.map(\.value).filter { !$0.isNull && $0.arrayValue == nil && $0.objectValue == nil }
    }

    /// The value with other instances: in place of the list of those that are there, or of the one that is.
    fileprivate func replacing(_ instances: [JSON], with others: [JSON]) -> JSON {
        if case .array(let elements) = self, elements == instances { return .array(others) }
        if instances.count == 1, others.count == 1, self == instances[0] { return others[0] }
        switch self {
        case .null, .bool, .number, .string: return self
        case .array(let elements): return .array(elements.map { $0.replacing(instances, with: others) })
        case .object(let members):
            return .object(JSONObject(members.map { ($0.key, $0.value.replacing(instances, with: others)) }))
        }
    }

    /// An object without some members.
    fileprivate func without(_ names: Set<String>) -> JSON {
        guard !names.isEmpty, let object = objectValue else { return self }
        return .object(JSONObject(object.map { ($0.key, $0.value) }.filter { !names.contains($0.0) }))
    }
}

/// The instances that models make of parts of responses, as reflected. A call that is run again gets most of them again.
final class MadeInstances: Sendable {
    private let known = Locked<[String: [JSON: JSON?]]>([:])

    /// Returns the model made from each part; `nil` for one that the model refuses.
    fileprivate func instances(of model: Model, _ parts: [JSON]) -> [JSON?] {
        let known = known.withLock { $0[model.name] } ?? [:]
        let new = parts.filter { known[$0] == nil }.distinct
        let made = new.isEmpty ? known : known.merging(zip(new, model.reflections(of: new))) { $1 }
        if !new.isEmpty { self.known.withLock { $0[model.name] = made } }
        return parts.map { made[$0] ?? nil }
    }
}

extension Model {
    fileprivate func reflections(of parts: [JSON]) -> [JSON?] {
        var walk = ReflectionWalk()
        return parts.map { made($0).map { walk.json(of: $0) } }
    }
}
