import ContractFormat
import JSONSchema

/// A property that replaces a value that the schema rejects.
struct ToleratedPlace {
    /// The property in map notation. `member` has `*` for every array index.
    let path: String
    let member: [String]
    let tokens: [String]
    /// The replacement for an unknown value, or `nil` if the array drops the element.
    let shown: JSON?
}

/// The promises by which a model accepts more than its schema.
extension ModelProber {
    /// Records a property that replaces an unlisted enumeration value or an element of the wrong type.
    func noteTolerance(of shown: Any?, _ probe: Probe, _ state: inout State) {
        let place = probe.pointer.tokens
        let isElement = probe.kind == .type && place.last.map { Int($0) != nil } ?? false
        guard isElement || probe.kind == .choice, state.verdict.strictness != .exact, let shown,
            case .json(let json) = probe.input, state.tolerated[probe.place.pattern] == nil
        else { return }
        let values = state.verdict.values
        let difference = values.differences(shown, json, isWhole: false, changedAt: probe.pointer).first { difference in
            difference.rule == ModelRule.wrongValue && place.starts(with: difference.pointer.tokens)
                && place.count - difference.pointer.tokens.count <= 1
        }
        guard let difference,
            difference.pointer.tokens.count == place.count || isElement || Int(place.last ?? "") != nil
        else { return }
        let tokens = difference.path.flatMap { part -> [String] in
            part.hasPrefix("[") ? [String(part.dropFirst().dropLast())] : part.split(separator: ".").map(String.init)
        }
        let isOfElement = difference.mapPath.hasSuffix("[]")
        state.tolerated[probe.place.pattern] = ToleratedPlace(
            path: isOfElement ? String(difference.mapPath.dropLast(2)) : difference.mapPath,
            member: ProbePlace.pattern(of: isOfElement ? place.dropLast() : difference.pointer.tokens), tokens: tokens,
            shown: difference.pointer.tokens.count == place.count
                ? Reflection.json(of: shown)[pointer: JSONPointer(tokens: tokens)] : nil)
    }

    /// Proposes, for each tolerant property, a promise of the observed behavior, if the model keeps it.
    func tolerances(_ state: State) -> [Adaptation] {
        state.tolerated.sorted { $0.key < $1.key }.compactMap { pattern, place in
            let pointer = JSONPointer(tokens: place.member)
            let mapped = (contract.properties + contract.elementProperties).first { $0.path == place.path }
            guard mapped.map({ $0.isPlain || $0.isConverted }) ?? true, mapped.map({ $0.pointer == pointer }) ?? true,
                !(place.shown.map { isShown($0, at: place, pattern, state) } ?? false)
            else { return nil }
            let property = PropertyContract(
                path: place.path, pointer: pointer, place: contract.pointer(to: .properties),
                conversion: mapped?.conversion, otherwise: place.shown, isLossy: place.shown == nil)
            guard keeps(property, at: place, state) else { return nil }
            var words: JSONObject = ["pointer": .string("\(pointer)")]
            if case .standard(let standard)? = mapped?.conversion { words["as"] = .string(standard.rawValue) }
            if let shown = place.shown { words["otherwise"] = shown } else { words["lossy"] = true }
            return Adaptation(
                place.shown.map(\.isNull) ?? true ? .lossy : .otherwise, .set(.object(words)),
                at: contract.pointer(to: .properties).appending(place.path),
                reason: place.shown.map { "'\(place.path)' is \($0.text(.compact)) for every unknown value" }
                    ?? "'\(place.path)' omits elements that the document does not allow")
        }
    }

    /// Whether a listed value is shown like an unknown one, which would confuse the two.
    private func isShown(_ shown: JSON, at place: ToleratedPlace, _ pattern: String, _ state: State) -> Bool {
        let sites = ProbeGenerator.sites(in: state.acceptedInstances, of: contract.schema).filter {
            $0.place.pattern == pattern
        }
        let instances = sites.flatMap { site in
            site.schemas.flatMap(\.listedValues).distinct.compactMap { listed -> JSON? in
                site.instance.replacing(site.place.pointer, with: listed)
            }
        }
        return instances.contains { json in
            let value = value(of: json).map { Reflection.json(of: $0) }
            return value?[pointer: JSONPointer(tokens: place.tokens)] == shown
        }
    }

    /// Whether a promise breaks no probe of its member and explains at least one.
    private func keeps(_ property: PropertyContract, at place: ToleratedPlace, _ state: State) -> Bool {
        var prober = self
        prober.contract = contract.mapping(property)
        prober.sources.isTolerant = true
        var tried = State(prober.verdict(by: prober.contract))
        let again = state.acceptedInstances.map {
            Probe(name: "an instance, decoded again", kind: .example, input: .json($0))
        }
        prober.run(again, &tried)
        let changes = prober.changes(of: state.acceptedInstances, tried.verdict) { site in
            ProbePlace.pattern(of: site.place.pointer.tokens).starts(with: place.member)
        }
        prober.run(changes, &tried)
        let names = Set(changes.map(\.name))
        func broken(_ state: State) -> Set<String> {
            Set(state.outcomes.filter { $0.rule != nil && names.contains($0.name) }.map(\.name))
        }
        // A dedicated case for unknown values is worth a promise even if no probe requires it.
        let (now, before) = (broken(tried), broken(state))
        return now.isSubset(of: before) && (now != before || place.shown.map { !$0.isNull } ?? false)
    }
}

extension PropertyContract {
    fileprivate var isConverted: Bool {
        guard case .standard? = conversion else { return false }
        return model == nil && !isTolerant && order == .same && !isCollected
    }
}
