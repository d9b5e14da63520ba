import ContractFormat
import HTTPRecording
import JSONSchema

/// Compares the models in a call's return value with those made from its responses, including order and number.
///
/// Models are found by Swift type anywhere in the return value. One collection, or the whole value, must hold the
/// models of a response. If it holds none of the response's models, lists of their nested models are compared instead.
struct ReturnedModels {
    let contract: Contract
    var models: [Model]
    let outcome: Outcome
    let pointer: JSONPointer
    /// Whether requests may have been concurrent, so that their responses have no order.
    var isSentAtOnce = true
    var cache = InstanceCache()
    /// The models within other models of the responses.
    fileprivate(set) var nested: Lazy<[ModelList]>?

    struct ModelList {
        let model: Model
        let endpoint: String
        let place: JSONPointer
        /// The source of the models, such as `'members' (response 2)`.
        let origin: String
        /// The parts of the response and the instances made from them. Members of a dictionary-like object have a name.
        let entries: [(name: String?, part: JSON, instance: JSON)]

        var instances: [JSON] { entries.map(\.instance) }

        /// The identity of the list; lists with the same source are pages of one list.
        var source: String { "\(endpoint) \(place)" }

        var isList: Bool { place.tokens.contains("*") }

        /// The members that differ each time the model is created, such as a generated identifier.
        var unstableMembers: Set<String> {
            entries.reduce(into: []) { names, entry in
                guard let again = model.reflections(of: [entry.part])[0], again != entry.instance else { return }
                for (name, value) in entry.instance.objectValue ?? [:] where again[name] != value { names.insert(name) }
            }
        }

        /// Returns the possible dictionary keys of an object member's instance: the member's name and its scalar
        /// values.
        func keys(of instance: JSON, ignoring unstable: Set<String>) -> [String] {
            entries.filter { $0.instance.without(unstable) == instance }.flatMap { entry -> [String] in
                guard let name = entry.name else { return [] }
                return [name] + entry.part.scalars.map(\.plainText)
            }
        }
    }

    func mismatches(
        of returned: ReflectedResult, from answers: [(endpoint: EndpointContract, response: RecordedResponse)]
    ) -> [Finding] {
        guard outcome.order != .unchecked else { return [] }
        var held = self
        held.models.removeAll { returned.instances[ObjectIdentifier($0.type)] == nil }
        if held.models.isEmpty { return [] }
        let named = held.modelLists(of: answers, \.models)
        let nested = Lazy { [held] in held.modelLists(of: answers, contract.nestedModels) }
        held.nested = nested
        let modelLists = named.isEmpty ? nested.value.outermost : named
        let byType = Dictionary(grouping: modelLists) { ObjectIdentifier($0.model.type) }
        return byType.values.sorted { $0[0].model.name < $1[0].model.name }.compactMap { modelLists in
            guard let found = returned.instances[ObjectIdentifier(modelLists[0].model.type)] else { return nil }
            if named.isEmpty { return held.nestedMismatch(of: found, in: returned.json, with: modelLists) }
            return found.isSingle && !modelLists.contains(where: \.isList)
                ? held.lastMismatch(of: found, in: returned.json, with: modelLists)
                : held.mismatch(of: found, in: returned.json, with: modelLists)
        }
    }

    /// Compares nested models. A call may return the models of one list, all lists, or all locations. A call that
    /// returns no list, or that returns a list although the response has none, made its own selection.
    private func nestedMismatch(of found: FoundInstances, in returned: JSON, with modelLists: [ModelList]) -> Finding? {
        let lists = modelLists.filter(\.isList)
        if found.groups.isEmpty || lists.isEmpty { return nil }
        let single = Dictionary(grouping: lists, by: \.source).sorted { $0.key < $1.key }.map(\.value)
        let candidates = single + [lists, modelLists]
        let mismatches = candidates.map { mismatch(of: found, in: returned, with: $0) }
        if mismatches.contains(nil) { return nil }
        // The first that has every returned instance is likely meant.
        let instances = Set(found.whole.instances)
        return mismatches[candidates.firstIndex { instances.isSubset(of: $0.flatMap(\.instances)) } ?? 0]
    }

    /// Compares a single model with that of the last response, such as the resource after its change.
    private func lastMismatch(of found: FoundInstances, in returned: JSON, with modelLists: [ModelList]) -> Finding? {
        let made = modelLists.filter { !$0.instances.isEmpty }
        guard let last = made.last, let finding = mismatch(of: found, in: returned, with: [last]) else { return nil }
        guard let earlier = made.dropLast().last(where: { mismatch(of: found, with: [$0], ignoring: []) == nil }) else {
            return finding
        }
        return self.finding(
            [last], "is that of \(earlier.origin), not that of \(last.origin)", expected: .excerpt(last.instances[0]),
            found: .excerpt(found.whole.instances[0]))
    }

    private func mismatch(of found: FoundInstances, in returned: JSON, with modelLists: [ModelList]) -> Finding? {
        guard mismatch(of: found, with: modelLists, ignoring: []) != nil,
            !mustDiffer(modelLists.flatMap(\.instances), in: returned, found)
        else { return nil }
        // Models are created again only if something differs, because it is expensive.
        let unstable = modelLists.reduce(into: Set<String>()) { $0.formUnion($1.unstableMembers) }
        return mismatch(of: found, with: modelLists, ignoring: unstable)
    }

    private func modelLists(
        of answers: [(endpoint: EndpointContract, response: RecordedResponse)],
        _ uses: (ResponseContract) -> [ResponseContract.ModelUse]
    ) -> [ModelList] {
        let counts = answers.map(\.endpoint.name).counts
        var numbers: [String: Int] = [:]
        return answers.flatMap { endpoint, response in
            numbers[endpoint.name, default: 0] += 1
            let number = counts[endpoint.name] == 1 ? "" : " (response \(numbers[endpoint.name] ?? 1))"
            return parts(of: response, endpoint, uses).map { use, model, values in
                // The response check and the model check report rejected values.
                ModelList(
                    model: model, endpoint: endpoint.name, place: use.at, origin: "'\(endpoint.name)'\(number)",
                    entries: zip(values, cache.instances(of: model, values.map(\.json))).compactMap { value, instance in
                        instance.map { (value.name, value.json, $0) }
                    })
            }
        }
    }

    /// Whether the contract's `returns` schema rejects the response's models, so the call must return something else.
    private func mustDiffer(_ models: [JSON], in returned: JSON, _ found: FoundInstances) -> Bool {
        guard let schema = outcome.returns?.schema.schema else { return false }
        let sound = (found.groups + [found.whole]).lazy.map { returned.replacing($0.instances, with: models) }
            .first { $0 != returned }
        return sound.map { !schema.accepts($0) } ?? false
    }

    /// Returns the values at the model locations of a response. Members of a dictionary-like object have a name.
    func parts(
        of response: RecordedResponse, _ endpoint: EndpointContract,
        _ uses: (ResponseContract) -> [ResponseContract.ModelUse] = \.models
    ) -> [(use: ResponseContract.ModelUse, model: Model, values: [(name: String?, json: JSON)])] {
        let variant = endpoint.responses.first { $0.key.description == outcome.response }
        guard let shape = variant ?? endpoint.shape(of: response),
            !shape.models.isEmpty, case .json(let body, _) = ResponseBody.read(response.body, as: shape)
        else { return [] }
        return uses(shape).compactMap { use in
            guard let model = models.first(where: { $0.name == use.model }) else { return nil }
            return (
                use, model,
                use.matches(in: body).map { place, value in
                    let isMember =
                        use.at.tokens.last == "*" && place.parent.flatMap { body[pointer: $0]?.objectValue } != nil
                    return (isMember ? place.tokens.last : nil, value)
                }
            )
        }
    }

    private func mismatch(
        of found: FoundInstances, with modelLists: [ModelList], ignoring unstable: Set<String>
    ) -> Finding? {
        let parts = modelLists.map { $0.instances.map { $0.without(unstable) } }
        let all = Array(parts.joined())
        let groups = (found.groups + [found.whole]).map { group in
            FoundInstances.Group(instances: group.instances.map { $0.without(unstable) }, isOrdered: group.isOrdered)
        }
        let whole = groups[groups.count - 1]
        // Fast path for calls that return the response's models unchanged.
        if whole.instances == all { return misplaced(in: found, modelLists, ignoring: unstable) }
        // Other returned models may contain further instances.
        lazy var others = (nested?.value ?? []).filter { $0.model.name == modelLists[0].model.name }
            .flatMap(\.instances).map { $0.without(unstable) }
        var known = Set(all)
        if !known.isSuperset(of: whole.instances) { known.formUnion(others) }
        if let invented = whole.instances.first(where: { !known.contains($0) }) {
            return invention(of: invented, beside: all, modelLists)
        }
        let sources = Dictionary(grouping: modelLists.indices) { modelLists[$0].source }.values.map {
            $0.map { parts[$0] }
        }
        let pages = isSentAtOnce ? parts.map { [$0] } : sources
        let isComplete =
            groups.contains { $0.holds(pages, outcome.order) }
            || parts.allSatisfy { part in groups.contains { $0.holds([[part]], outcome.order) } }
            || FoundInstances.Group(instances: whole.instances.removing(others), isOrdered: whole.isOrdered)
                .holds(pages, outcome.order)
        if isComplete { return misplaced(in: found, modelLists, ignoring: unstable) }
        let best = groups.max { Set($0.instances).count < Set($1.instances).count } ?? whole
        return difference(of: best.instances, from: all, modelLists)
    }

    /// Reports an instance that no response contains, with its differences from the most similar one.
    private func invention(of invented: JSON, beside all: [JSON], _ modelLists: [ModelList]) -> Finding {
        let differences = all.map { JSONDifference.differences(expected: $0, found: invented).map(\.pointer) }
        // Few members of an element differ, even if all of a list within it do.
        let distances = differences.map { (Set($0.map(\.tokens.first)).count, $0.count) }
        guard let nearest = all.indices.min(by: { distances[$0] < distances[$1] }) else {
            return finding(
                modelLists, "contains values that its response does not contain", expected: "none",
                found: .excerpt(invented))
        }
        let places = differences[nearest].prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        return finding(
            modelLists,
            all[nearest].sortedArrays == invented.sortedArrays
                ? "contains a list in a different order: \(places)"
                : "contains values that its response does not contain: another \(places)",
            expected: .excerpt(all[nearest]), found: .excerpt(invented))
    }

    /// Reports missing, additional or moved instances.
    private func difference(of held: [JSON], from all: [JSON], _ modelLists: [ModelList]) -> Finding {
        let known = Set(held)
        let missing = all.filter { !known.contains($0) }
        if let first = missing.first {
            return finding(
                modelLists, "lacks \(missing.count) of \(all.count)", expected: .excerpt(first), found: "not returned")
        }
        if held.count != all.count {
            return finding(
                modelLists, "contains \(held.count) instead of \(all.count)", expected: "\(all.count)",
                found: "\(held.count)")
        }
        // The same elements in the same order satisfied the contract above.
        let place = held.indices.first { held[$0] != all[$0] } ?? 0
        let origins = modelLists.flatMap { modelList in modelList.instances.map { _ in modelList.origin } }
        let wanted = origins[place]
        let given = all.firstIndex(of: held[place]).map { origins[$0] } ?? wanted
        return finding(
            modelLists,
            given == wanted
                ? "contains them in a different order"
                : "contains the instance of \(given) at \(place), expected the instance of \(wanted)",
            expected: "\(MessageText.excerpt(all[place])) at \(place)", found: .excerpt(held[place]), isOfOrder: true)
    }

    private func misplaced(
        in found: FoundInstances, _ modelLists: [ModelList], ignoring unstable: Set<String>
    ) -> Finding? {
        for (key, instance) in found.groups.flatMap(\.keyed) {
            let known = modelLists.flatMap { $0.keys(of: instance.without(unstable), ignoring: unstable) }
            let folded = MemberName.folded(key)
            // The key may add or omit a prefix of the name.
            let isKnown = known.map(MemberName.folded).contains { $0.hasSuffix(folded) || folded.hasSuffix($0) }
            if let name = known.first, !isKnown {
                return finding(
                    modelLists, "contains an instance under a different key",
                    expected: .excerpt("\(name): \(instance.text(.compact))"), found: .excerpt("\(key)"))
            }
        }
        return nil
    }

    private func finding(
        _ modelLists: [ModelList], _ what: String, expected: MessageText, found: MessageText, isOfOrder: Bool = false
    ) -> Finding {
        let name = modelLists[0].model.name
        // In a fault, `"returns": true` means only that the call returns, so the hint would not help.
        let order: MessageText = isOfOrder ? "\"returns\": \"any order\" allows any order, " : ""
        let hint: MessageText =
            outcome.returns?.schema.json == true ? "" : "; \(order)\"returns\": true allows anything"
        return Finding(
            ClientRule.returns, "the result of the call is not the '\(name)' of its response: it \(what)\(hint)",
            expected: expected, found: found, at: outcome.returns?.pointer ?? pointer)
    }
}

extension [ReturnedModels.ModelList] {
    /// The lists outside of other models, whose comparison includes their parts.
    fileprivate var outermost: [ReturnedModels.ModelList] {
        filter { list in
            !contains {
                $0.model.name != list.model.name && $0.endpoint == list.endpoint && $0.place != list.place
                    && list.place.tokens.starts(with: $0.place.tokens)
            }
        }
    }
}

extension FoundInstances.Group {
    /// Whether the group holds all pages, with each source in order. Elements repeated across pages may occur once.
    fileprivate func holds(_ sources: [[[JSON]]], _ order: ModelOrder) -> Bool {
        let pages = sources.flatMap(\.self)
        let all = Array(pages.joined())
        // Comparing is much faster than counting.
        if instances == all { return true }
        // Sets and dictionaries hold each element once.
        guard isOrdered else { return Set(instances) == Set(all) }
        let isWhole = instances.counts == all.counts
        guard isWhole || instances.counts == pages.once.counts else { return false }
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

    /// The elements of all pages without those of earlier pages.
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
    /// Whether the part is a subsequence of this array.
    fileprivate func isInOrder(_ part: [JSON]) -> Bool {
        var rest = part[...]
        for element in self where element == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }
}

extension JSON {
    fileprivate var scalars: [JSON] {
        descendants.map(\.value).filter { !$0.isNull && $0.arrayValue == nil && $0.objectValue == nil }
    }

    /// Replaces an array equal to `instances`, or a value equal to its only element.
    fileprivate func replacing(_ instances: [JSON], with others: [JSON]) -> JSON {
        if case .array(let elements) = self, elements == instances { return .array(others) }
        if instances.count == 1, others.count == 1, self == instances[0] { return others[0] }
        return mapChildren { $0.replacing(instances, with: others) }
    }

    fileprivate func without(_ names: Set<String>) -> JSON {
        guard !names.isEmpty, let object = objectValue else { return self }
        return .object(JSONObject(object.map { ($0.key, $0.value) }.filter { !names.contains($0.0) }))
    }
}

final class InstanceCache: Sendable {
    private let known = Locked<[String: [JSON: JSON?]]>([:])

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
        return parts.map { acceptedInstance(from: $0).map { walk.json(of: $0) } }
    }
}
