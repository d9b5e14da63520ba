import ContractFormat
import JSONSchema

/// A property that shows something in place of a value that the schema refuses.
struct ToleratedPlace {
    /// The property as a map writes it, and its member with `*` for every element.
    let path: String
    let member: [String]
    /// The path in the value as JSON.
    let tokens: [String]
    /// The value that is shown in place of an unknown one; `nil` where an array lacks the element.
    let shown: JSON?
}

/// The promises by which a model takes more than its schema accepts.
extension ModelProber {
    /// Notes a property with something in place of a value that no enumeration lists, or of an element of another type.
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
        let tokens = difference.path.flatMap { part in
            part.hasPrefix("[") ? [String(part.dropFirst().dropLast())] : part.split(separator: ".").map(String.init)
        }
        let isOfElement = difference.mapPath.hasSuffix("[]")
        state.tolerated[probe.place.pattern] = ToleratedPlace(
            path: isOfElement ? String(difference.mapPath.dropLast(2)) : difference.mapPath,
            member: ProbePlace.pattern(of: isOfElement ? place.dropLast() : difference.pointer.tokens), tokens: tokens,
            shown: difference.pointer.tokens.count == place.count
                ? Reflection.json(of: shown)[pointer: JSONPointer(tokens: tokens)] : nil)
    }

    /// Promises, for each tolerant property, what it was seen to do, where the promise is kept.
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
                kind: place.shown.map(\.isNull) ?? true ? .lossy : .otherwise,
                edit: ContractEdit(.set(.object(words)), at: contract.pointer(to: .properties).appending(place.path)),
                reason: place.shown.map { "'\(place.path)' is \($0.text(.compact)) for every unknown value" }
                    ?? "'\(place.path)' leaves out elements that the document does not allow")
        }
    }

    /// Whether a listed value is shown like an unknown one, which takes one for the other.
    private func isShown(_ shown: JSON, at place: ToleratedPlace, _ pattern: String, _ state: State) -> Bool {
        let sites = ProbeGenerator.sites(in: state.taken, of: contract.schema).filter { $0.place.pattern == pattern }
        let instances = sites.flatMap { site in
            site.schemas.flatMap(\.listedValues).distinct.compactMap { listed -> JSON? in
                site.instance.replacing(site.place.pointer, with: listed)
            }
        }
        return instances.contains { json in
            let value = value(of: json).map { Reflection.json(of: model.shown($0)) }
            return value?[pointer: JSONPointer(tokens: place.tokens)] == shown
        }
    }

    /// Whether a promise breaks no probe of its member, and explains some.
    private func keeps(_ property: PropertyContract, at place: ToleratedPlace, _ state: State) -> Bool {
        var prober = self
        prober.contract.properties.removeAll { $0.path == property.path }
        prober.contract.elementProperties.removeAll { $0.path == property.path }
        prober.contract.map(property)
        prober.sources.isTolerant = true
        var tried = State(prober.verdict(by: prober.contract))
        let again = state.taken.map { Probe(name: "an instance, read again", kind: .example, input: .json($0)) }
        prober.run(again, &tried)
        let changes = prober.changes(of: state.taken, tried.verdict) { site in
            ProbePlace.pattern(of: site.place.pointer.tokens).starts(with: place.member)
        }
        prober.run(changes, &tried)
        let names = Set(changes.map(\.name))
        func broken(_ state: State) -> Set<String> {
            Set(state.outcomes.filter { $0.rule != nil && names.contains($0.name) }.map(\.name))
        }
        // A case of its own for unknown values is worth a promise even where nothing asks for it.
        let (now, before) = (broken(tried), broken(state))
        return now.isSubset(of: before) && (now != before || place.shown.map { !$0.isNull } ?? false)
    }
}

extension PropertyContract {
    /// Whether a standard conversion is all that it says besides a path and a pointer.
    fileprivate var isConverted: Bool {
        guard case .standard? = conversion else { return false }
        return model == nil && !isTolerant && order == .same && !isCollected
    }
}
