import ContractFormat
import JSONSchema

/// The prober of a model's initializer. It reports each fault once, however many probes meet it.
package struct ModelProber {
    var contract: ModelContract
    let model: Model
    var sources: ValueSources
    let watch: ProbeWatch
    /// Whether the places of an instance are changed.
    package var isWanted: (ProbeSite) -> Bool = { _ in true }
    let cache = JSONPartCache()

    package init(contract: ModelContract, model: Model, sources: ValueSources, watch: ProbeWatch) {
        self.contract = contract
        self.model = model
        self.sources = sources
        self.watch = watch
    }

    /// The result of an initializer.
    struct Made {
        /// The value in the form in which it is compared.
        var value: Any?
        var error: (any Error)?

        var words: MessageText {
            value != nil ? "a value" : error.map { "thrown: \(MessageText.excerpt(ErrorName.reason($0)))" } ?? "nil"
        }
    }

    /// Runs whole instances, then changes of the accepted ones.
    package func run(_ instances: [Instance]) -> Evaluation {
        var (whole, fitted, sensitivity, state) = probe(instances)
        // A model that refuses every valid instance may still accept an invalid one.
        let good =
            state.refusesEveryInstance ? instances.map(\.json).filter(state.verdict.accepts) : state.acceptedInstances
        let changes = changes(of: good, state.verdict, asked: askedKeys(good))
        run(changes, &state)
        var adaptations = converted(state, sensitivity)
        if let fitted { adaptations += self.adaptations(to: fitted, state, sensitivity()) }
        let variants = explainRefusals(&state, changes)
        let noted = state
        state.faults.joinCauses(sensitivity) { noted.isRead($0) }
        let score = ModelScore(
            enforced: state.constraints.subtracting(state.unenforced).subtracting(state.toleratedConstraints).count,
            total: state.constraints.count, missing: state.unenforced.sorted(),
            left: state.toleratedConstraints.subtracting(state.unenforced).sorted())
        adaptations += looserSettings(state, score, sensitivity) + tolerances(state)
        var evaluation = Evaluation(
            findings: state.faults.findings, probes: whole.count + changes.count, score: score,
            outcomes: state.outcomes, adaptations: adaptations)
        if let variant = variants.first(where: { $0.places.count > 1 && state.verdict.accepts($0.taken) }) {
            let other = run(variant)
            evaluation.findings += other.findings
            evaluation.outcomes += other.outcomes
            evaluation.probes += other.probes
            (evaluation.score, evaluation.adaptations) = (other.score, other.adaptations)
        }
        return evaluation
    }

    /// Probes an accepted variant of the refused instances for faults at other places.
    private func run(_ variant: AcceptedVariant) -> Evaluation {
        let instance = Instance(name: "an accepted instance", json: variant.taken, isRecorded: false)
        var evaluation = run([instance])
        let known =
            variant.places.map { contract.schema.pointer(towards: $0) }
            + contract.properties.filter { variant.places.contains($0.pointer) }.map(\.place)
        evaluation.findings.removeAll { finding in
            known.contains { finding.contract.pointer.tokens.starts(with: $0.tokens) }
        }
        return evaluation
    }

    /// Runs whole instances against the contract, or against the contract fitted to its unmapped properties.
    private func probe(
        _ instances: [Instance]
    ) -> (whole: [Probe], fitted: ModelContract?, sensitivity: () -> Sensitivity, state: State) {
        var whole = ProbeGenerator.wholeProbes(of: contract, instances: instances)
        var state = State(verdict(by: contract))
        run(whole, &state)
        if let wider = widened(state) {
            run([wider], &state)
            whole.append(wider)
        }
        let sensitivity = sensitivity(of: state.acceptedInstances, state.verdict)
        let fitted = fitted(to: state, sensitivity)
        if let fitted {
            state = State(verdict(by: fitted))
            run(whole, &state)
        }
        state.refusesEveryInstance = state.acceptedInstances.isEmpty
        return (whole, fitted, sensitivity, state)
    }

    /// Returns a valid instance extended by every member of refused instances that the model accepts.
    private func widened(_ state: State) -> Probe? {
        let largest = state.acceptedInstances.max { $0.objectValue?.count ?? 0 < $1.objectValue?.count ?? 0 }
        guard let base = largest else { return nil }
        let known = Set(state.acceptedInstances.flatMap { $0.objectValue?.keys ?? [] })
        let members = state.refusedWholes.flatMap { Array($0.json.objectValue ?? [:]) }
        let wide = members.reduce(base) { wide, member in
            if known.contains(member.key) || wide[member.key] != nil { return wide }
            let wider = wide.setting(JSONPointer(tokens: [member.key]), to: member.value)
            let isTaken = state.verdict.accepts(wider) && value(of: wider, "'/\(member.key)' has a value") != nil
            return isTaken ? wider : wide
        }
        let name = "every accepted property has a value"
        return wide == base ? nil : Probe(name: name, kind: .example, input: .json(wide), isMade: true)
    }

    func changes(of good: [JSON], _ verdict: ModelVerdict, asked: Set<String> = []) -> [Probe] {
        let probes = ProbeGenerator.changeProbes(
            of: contract, verdict.values, good: good, takesData: model.makeFromBytes != nil, asked: asked,
            where: isWanted)
        for base in probes.compactMap(\.base) { cache.add(base) }
        return probes
    }

    /// Returns the keys that the model requests from a valid instance, and from copies that lack one member.
    private func askedKeys(_ good: [JSON]) -> Set<String> {
        guard let keys = model.askedKeys, let first = good.first, let members = first.objectValue else { return [] }
        defer { watch.rest() }
        let inputs = [first] + members.keys.compactMap { first.removing(JSONPointer(tokens: [$0])) }
        return inputs.reduce(into: []) { names, input in
            guard case .run = watch.begin("the keys that the model requests") else { return }
            do { names.formUnion(try keys(cache.bytes(of: input))) } catch { return }
        }
    }

    /// Returns the probes for a model that accepts every valid instance, except those that depend on requested keys.
    func planned(_ instances: [Instance]) -> [CheckExplanation.Probe] {
        let verdict = verdict(by: contract)
        let whole = ProbeGenerator.wholeProbes(of: contract, instances: instances)
        let good = whole.compactMap(\.input.json).filter(verdict.accepts)
        return (whole + changes(of: good, verdict)).map {
            CheckExplanation.Probe(name: $0.name, expected: verdict.expectedOutcome(of: $0).words)
        }
    }

    /// Returns the initializer's faults on unchanged instances.
    package func mismatches(ofWhole instances: [Instance]) -> [Finding] {
        let fitted = probe(instances).fitted
        var state = State(verdict(by: fitted ?? contract))
        run(instances.map { Probe(name: $0.name, kind: .recorded, input: .json($0.json)) }, &state)
        explainRefusals(&state)
        return state.faults.findings
    }

    func verdict(by contract: ModelContract) -> ModelVerdict {
        ModelVerdict(of: contract, isDecodable: model.isDecodable, sources, cache: cache)
    }

    package func takes(_ json: JSON) -> Bool { make(.json(json)).value != nil }

    func run(_ probes: [Probe], _ state: inout State) {
        defer { watch.rest() }
        for probe in probes {
            switch watch.begin(probe.name) {
            case .run: examine(probe, &state)
            case .skip: continue
            case .fatal(let step):
                let mismatch = step.finding(
                    .model, expected: "a value or nil", at: contract.schema.pointer(towards: probe.pointer))
                if probe.isWhole || probe.kind == .pair {
                    state.fatalInstances.append((probe, mismatch))
                } else {
                    state.faults.add(probe, mismatch)
                }
                state.outcomes.append(
                    ProbeOutcome(
                        of: probe, expected: "a value or nil", found: MessageText(step.message), rule: mismatch.rule))
            }
        }
    }

    private func examine(_ probe: Probe, _ state: inout State) {
        if let json = probe.input.json { cache.beginExamining(json) }
        let made = make(probe.input)
        noteTolerance(of: made.value, probe, &state)
        let expected = state.verdict.expectedOutcome(of: probe, made: made.value)
        if made.value == nil, !probe.isWhole { state.refusingPlaces.insert(probe.pointer) }
        if state.refusesEveryInstance, state.firstAcceptedChange == nil, probe.kind != .pair, made.value != nil {
            state.firstAcceptedChange = probe
        }
        let rule: String?
        switch (expected, made.value) {
        case (.taken, nil): rule = refused(probe, made, &state)
        case (.taken, let shown?):
            if probe.isWhole, case .json(let json) = probe.input, state.verdict.accepts(json) {
                state.acceptedInstances.append(json)
                state.verdict.learn(json, shown)
            }
            rule = check(shown, probe, expected, &state)
        case (.either, let shown), (.promised, let shown):
            note(shown, open: probe, &state)
            rule = shown.flatMap { check($0, probe, expected, &state) }
        case (.refused, let shown): rule = note(shown, rejected: probe, &state)
        }
        state.outcomes.append(ProbeOutcome(of: probe, expected: expected.words, found: made.words, rule: rule))
    }

    /// Makes a value again as a step of its own, so that idle time is not charged to the code under test.
    func value(of json: JSON, _ name: String = "an instance, decoded again") -> Any? {
        guard case .run = watch.begin(name) else { return nil }
        defer { watch.rest() }
        return make(.json(json)).value
    }

    private func make(_ input: Probe.Input) -> Made {
        do {
            let value: Any? =
                switch input {
                case .json(let json): try model.instance(from: json, cache: cache)
                case .bytes(let bytes): try model.makeFromBytes?(bytes)
                }
            return Made(value: value.map(model.comparableForm))
        } catch {
            return Made(error: error)
        }
    }

    private func refused(_ probe: Probe, _ made: Made, _ state: inout State) -> String {
        // Foundation reports a number outside a type's range as invalid JSON.
        let limit = state.verdict.limit(at: probe.pointer, of: probe.input.json)
        let isTolerated = probe.input.json.map { !state.verdict.accepts($0) } ?? false
        let finding = refusal(at: probe.pointer, limit ?? made.words, isTolerated: isTolerated)
        if let json = probe.input.json, probe.isWhole || probe.kind == .pair && !state.refusesEveryInstance {
            state.refusedWholes.append((probe, json, finding, (made.error as? DecodingError)?.place))
        } else if !state.refusesEveryInstance {
            state.refusedChanges.append(probe)
            state.faults.add(probe, finding)
        }
        return finding.rule
    }

    /// - Parameter isTolerated: whether the schema rejects the input and a promise accepts it.
    func refusal(at place: JSONPointer, _ found: MessageText, isTolerated: Bool = false) -> Finding {
        let promise = isTolerated ? "tolerates ('lossy', 'otherwise' or a default)" : "accepts"
        return Finding(
            ModelRule.falseReject, "\(name) refuses \(Self.input(at: place)) that the contract \(promise)",
            expected: "a value", found: found, at: contract.schema.pointer(towards: place))
    }

    private var name: String { "'\(contract.name)'" }

    private static func input(at place: JSONPointer) -> String { place.tokens.isEmpty ? "an input" : "a '\(place)'" }

    /// Records an input that the contract refuses, and returns the broken rule if the model accepted it.
    private func note(_ shown: Any?, rejected probe: Probe, _ state: inout State) -> String? {
        let (place, constraint, broken) = broken(by: probe)
        let violation = probe.input.json.flatMap(variantViolation) ?? broken
        state.constraints.insert(constraint)
        guard let shown else { return nil }
        let isBridged = probe.isBridged && contract.bridging != .deny
        if isBridged, contract.bridging == .allow { return nil }
        if !isBridged {
            state.unenforced.insert(constraint)
            state.wronglyAcceptedMembers.insert(probe.pointer.pattern)
        }
        let input =
            probe.kind == .missing && violation?.keyword == "required"
            ? "an object without '\(probe.pointer.tokens.last ?? "")', which the contract requires"
            : "\(Self.input(at: probe.pointer)) that the contract refuses: \(violation?.message ?? "it is not valid JSON")"
        let differences = probe.input.json.map { json in
            state.verdict.values.differences(shown, json, isWhole: false, changedAt: probe.pointer)
        }
        let held = differences?.first { $0.pointer == probe.pointer && !$0.path.isEmpty }
        let replaced = differences?.first { difference in
            let around = difference.pointer.tokens
            return !around.isEmpty && around.count < probe.pointer.tokens.count
                && probe.pointer.tokens.starts(with: around)
        }
        let whole = differences?.first { $0.path.isEmpty }?.message
        let finding = Finding(
            probe.isBridged ? ModelRule.bridging : ModelRule.falseAccept,
            isBridged
                ? "\(name) accepts a boolean for a number, or a number for a boolean" : "\(name) accepts \(input)",
            expected: "nil",
            found: held.map { "a value with \($0.pathText) = \($0.found)" }
                ?? MessageText(whole.map { "a value: \($0)" } ?? "a value"),
            at: place, severity: isBridged ? nil : .error)
        state.faults.add(
            probe, finding, detail: "\(probe.pointer.pattern)", replaced: isBridged ? nil : replaced?.pointer,
            hint: isBridged || held != nil ? "" : state.verdict.allowance(of: probe))
        return finding.rule
    }

    /// Records an input that the model may accept or refuse, and whether it accepted a schema violation.
    private func note(_ shown: Any?, open probe: Probe, _ state: inout State) {
        guard !probe.mayBeRefused, case .json(let json) = probe.input, !state.verdict.accepts(json) else { return }
        let constraint = broken(by: probe).name
        state.constraints.insert(constraint)
        if shown != nil { state.toleratedConstraints.insert(constraint) }
    }

    private func check(
        _ shown: Any, _ probe: Probe, _ expected: ModelVerdict.ExpectedOutcome, _ state: inout State
    ) -> String? {
        guard case .json(let json) = probe.input else { return nil }
        var broken: String?
        let (faults, excused) = state.verdict.faults(
            of: shown, in: probe, expected, comparesAll: probe.comparesAll || state.refusesEveryInstance)
        if probe.isWhole, expected == .taken { state.comparedInstances.append((json, faults)) }
        for difference in faults {
            if difference.rule == ModelRule.wrongValue { broken = difference.rule.id }
            let isUnmapped = difference.rule == ModelRule.unmapped
            state.faults.add(
                probe, difference.finding(in: contract), isUnmapped ? nil : difference,
                detail: isUnmapped ? difference.propertyName : "",
                hint: difference.rule != .wrongValue || state.verdict.accepts(json)
                    ? "" : "; the contract refuses this input", isGood: expected == .taken)
        }
        // Instances with one outline run the same code, so check stability only for the first.
        let isFirst =
            probe.isWhole
            ? broken == nil && state.outlines.insert(json.outline).inserted
            : faults.isEmpty && !excused.isEmpty && state.reread.insert(probe.pointer.pattern).inserted
        return isFirst ? checkStability(of: shown, probe, &state.faults) ?? broken : broken
    }

    private func checkStability(of shown: Any, _ probe: Probe, _ faults: inout FaultGroups) -> String? {
        let first = Reflection.json(of: shown)
        var finding = Finding(
            ModelRule.unstable, "\(name) refuses an input that it accepted before", expected: .excerpt(first),
            found: "nil", at: contract.pointer)
        if let again = make(probe.input).value {
            let differences = JSONDifference.differences(expected: first, found: Reflection.json(of: again))
            guard let difference = differences.first(where: { !isIgnored($0) }) else { return nil }
            finding.text = "two values decoded from one input differ at '\(difference.pointer)'"
            finding.expectation = .excerpt(difference.expected)
            finding.observation = .excerpt(difference.found)
        }
        faults.add(probe, finding)
        return finding.rule
    }

    private func isIgnored(_ difference: JSONDifference) -> Bool {
        let path = difference.pointer.tokens.filter { Int($0) == nil }
        return sources.ignored.contains { ignored in
            path.indices.contains { path[$0...].starts(with: ignored) }
        }
    }
}
