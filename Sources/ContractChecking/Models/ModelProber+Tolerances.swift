import ContractFormat
import JSONSchema

/// The promises by which a model accepts more than its schema.
extension ModelProber {
    /// Records a property that replaces an unlisted enumeration value or an element of the wrong type.
    func noteTolerance(of shown: Any?, _ probe: Probe, _ state: inout State) {
        let place = probe.pointer.tokens
        let list = place.last.flatMap { Int($0) == nil ? nil : place.dropLast() }
        guard probe.kind == .choice || probe.kind == .type && list != nil, state.verdict.strictness != .exact,
            let shown,
            case .json(let json) = probe.input, state.tolerated["\(probe.pointer.pattern)"] == nil
        else { return }
        let differences = state.verdict.values.differences(shown, json, isWhole: false, changedAt: probe.pointer)
        let difference = differences.first {
            $0.rule == ModelRule.wrongValue && ($0.pointer.tokens == place || $0.pointer.tokens[...] == list)
        }
        guard let difference else { return }
        let isOfElement = difference.mapPath.hasSuffix("[]")
        let path = isOfElement ? String(difference.mapPath.dropLast(2)) : difference.mapPath
        let pointer = (isOfElement ? JSONPointer(tokens: place.dropLast()) : difference.pointer).pattern
        let mapped = (contract.properties + contract.elementProperties).first { $0.path == path }
        if let mapped, mapped.pointer != pointer || !mapped.isSimple { return }
        // Without a replacement, the array drops the element.
        let otherwise =
            difference.pointer.tokens.count == place.count
            ? Reflection.json(of: shown)[pointer: JSONPointer(tokens: difference.tokens)] : nil
        let property = PropertyContract(
            path: path, pointer: pointer, place: contract.pointer(to: .properties), conversion: mapped?.conversion,
            otherwise: otherwise, isLossy: otherwise == nil)
        state.tolerated["\(probe.pointer.pattern)"] = (property, difference.tokens)
    }

    /// Proposes, for each tolerant property, a promise of the observed behavior, if the model keeps it.
    func tolerances(_ state: State) -> [Adaptation] {
        state.tolerated.sorted { $0.key < $1.key }.compactMap { pattern, tolerated in
            let (property, path) = (tolerated.property, tolerated.property.path)
            guard !isShown(property.otherwise, at: tolerated.tokens, pattern, state), keeps(property, state) else {
                return nil
            }
            return Adaptation(
                property.otherwise.map(\.isNull) ?? true ? .lossy : .otherwise, .set(property.entry),
                at: property.place.appending(path),
                reason: property.otherwise.map { "'\(path)' is \($0.text(.compact)) for every unknown value" }
                    ?? "'\(path)' omits elements that the document does not allow")
        }
    }

    /// Whether a listed value is shown like an unknown one, which would confuse the two.
    private func isShown(_ otherwise: JSON?, at tokens: [String], _ pattern: String, _ state: State) -> Bool {
        guard let otherwise else { return false }
        let sites = ProbeGenerator.sites(in: state.acceptedInstances, of: contract.schema)
        return sites.filter { "\($0.place.pattern)" == pattern }.contains { site in
            site.listedValues.contains { listed in
                let value = value(of: site.instance.replacing(site.place, with: listed))
                return value.map(Reflection.json)?[pointer: JSONPointer(tokens: tokens)] == otherwise
            }
        }
    }

    /// Whether a promise breaks no probe of its member and explains at least one.
    private func keeps(_ property: PropertyContract, _ state: State) -> Bool {
        var prober = self
        prober.contract = contract.mapping(property)
        prober.sources.isTolerant = true
        prober.isWanted = { $0.place.pattern.tokens.starts(with: property.pointer.tokens) }
        var tried = State(prober.verdict(by: prober.contract))
        let again = state.acceptedInstances.map {
            Probe(name: "an instance, decoded again", kind: .example, input: .json($0))
        }
        prober.run(again, &tried)
        let changes = prober.changes(of: state.acceptedInstances, tried.verdict)
        prober.run(changes, &tried)
        let names = Set(changes.map(\.name))
        func broken(_ state: State) -> Set<String> {
            Set(state.outcomes.filter { $0.rule != nil && names.contains($0.name) }.map(\.name))
        }
        // A dedicated case for unknown values is worth a promise even if no probe requires it.
        let (now, before) = (broken(tried), broken(state))
        return now.isSubset(of: before) && (now != before || property.otherwise.map { !$0.isNull } ?? false)
    }
}

extension PropertyContract {
    /// Whether it maps one value, at most with a standard conversion.
    fileprivate var isSimple: Bool {
        (conversion == nil || standardName != nil) && model == nil && !isTolerant && order == .same && !isCollected
    }
}
