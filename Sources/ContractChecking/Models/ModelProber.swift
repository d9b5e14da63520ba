import ContractFormat
import JSONSchema

/// Runs the probes of a model and tells what its initializer did wrong: one mismatch a fault, however many probes met it.
package struct ModelProber {
    let contract: ModelContract
    let model: Model
    let sources: ValueSources
    let watch: ProbeWatch
    private let parts = StoredParts()

    init(contract: ModelContract, model: Model, sources: ValueSources, watch: ProbeWatch) {
        self.contract = contract
        self.model = model
        self.sources = sources
        self.watch = watch
    }

    /// A prober that notes its probes as those of a check.
    package init(contract: ModelContract, model: Model, of service: LoadedService, check: Check, options: Options) {
        self.init(
            contract: contract, model: model, sources: ValueSources(service.contract, service.binding),
            watch: ProbeWatch(check: check, monitor: options.observers.monitor))
    }

    struct Result {
        var probes = 0
        var mismatches: [Finding] = []
        var outcomes: [ProbeOutcome] = []
        var score = ModelScore(enforced: 0, total: 0, missing: [])
        var adaptations: [Adaptation] = []
    }

    /// What an initializer made of a probe.
    enum Made {
        case value(Any)
        case refused(thrown: String?)

        var value: Any? { if case .value(let value) = self { value } else { nil } }
    }

    /// Runs whole instances first, then the changes of those that the model takes.
    ///
    /// - Parameter isWanted: whether a place is changed.
    func run(_ instances: [Instance], where isWanted: (ProbeSite) -> Bool = { _ in true }) -> Result {
        var (state, probes) = probe(instances, where: isWanted)
        let sensitivity = sensitivity(to: state.changed)
        var adaptations = converted(state, sensitivity)
        if let fitted = fitted(to: state, sensitivity()) {
            adaptations += self.adaptations(to: fitted, state, sensitivity())
            let takesNone = state.takesNone
            state = State(verdict(by: fitted))
            state.takesNone = takesNone
            run(probes, from: 0, &state)
        }
        explainRefusals(&state)
        state.faults.tellWhatIsFollowed { sensitivity().members(followedBy: $0) }
        let score = ModelScore(
            enforced: state.constraints.subtracting(state.unenforced).subtracting(state.left).count,
            total: state.constraints.count, missing: state.unenforced.sorted(),
            left: state.left.subtracting(state.unenforced).sorted())
        adaptations += habits(state, score)
        return Result(
            probes: probes.count, mismatches: state.faults.findings, outcomes: state.outcomes, score: score,
            adaptations: adaptations)
    }

    private func probe(_ instances: [Instance], where isWanted: (ProbeSite) -> Bool) -> (State, [Probe]) {
        var state = State(verdict(by: contract))
        let whole = ProbeGenerator.wholeProbes(of: contract, instances: instances)
        run(whole, from: 0, &state)
        // A model that refuses every good instance may still take a bad one.
        state.takesNone = state.taken.isEmpty
        let good = state.takesNone ? instances.map(\.json).filter(state.verdict.accepts) : state.taken
        let changes = changes(of: good, state.verdict, where: isWanted)
        run(changes, from: whole.count, &state)
        return (state, whole + changes)
    }

    /// Instances changed in every way that matters.
    private func changes(
        of good: [JSON], _ verdict: ModelVerdict, where isWanted: (ProbeSite) -> Bool = { _ in true }
    ) -> [Probe] {
        for instance in good { parts.add(instance) }
        return ProbeGenerator.changeProbes(
            of: contract, verdict.values, good: good, takesData: model.makeFromBytes != nil, where: isWanted)
    }

    /// The probes that are run on a model that takes every good instance, with their outcomes in words.
    func planned(_ instances: [Instance]) -> [CheckExplanation.Probe] {
        let verdict = verdict(by: contract)
        let whole = ProbeGenerator.wholeProbes(of: contract, instances: instances)
        let good = whole.compactMap(\.input.json).filter(verdict.accepts)
        return (whole + changes(of: good, verdict)).map {
            CheckExplanation.Probe(name: $0.name, expected: verdict.demand(of: $0).words)
        }
    }

    /// What the initializer makes wrong of good instances, with nothing changed in them.
    package func mismatches(ofWhole instances: [Instance]) -> [Finding] {
        let whole = instances.map { Probe($0.name, .recorded, at: .root, .json($0.json)) }
        var state = State(verdict(by: contract))
        run(whole, from: 0, &state)
        if !state.unmapped.isEmpty {
            // It takes changes to find out what reads the members that no property is named after.
            let (changed, _) = probe(instances) { _ in true }
            if let fitted = fitted(to: changed, sensitivity(to: changed.changed)()) {
                state = State(verdict(by: fitted))
                run(whole, from: 0, &state)
            }
        }
        explainRefusals(&state)
        return state.faults.findings
    }

    func verdict(by contract: ModelContract) -> ModelVerdict {
        ModelVerdict(of: contract, isDecodable: model.isDecodable, sources, parts: parts)
    }

    /// Whether the initializer makes a value of an instance.
    package func takes(_ json: JSON) -> Bool {
        if case .value = make(.json(json)) { return true }
        return false
    }

    private func run(_ probes: [Probe], from first: Int, _ state: inout State) {
        for (index, probe) in probes.enumerated() {
            switch watch.begin(first + index, probe.name) {
            case .run: examine(probe, &state)
            case .skip: continue
            case .fatal(let step):
                let mismatch = Finding(
                    FatalRule.rule(.model, step.end), step.explanation, expected: "a value or nil",
                    found: .excerpt(step.message, limit: 300), at: contract.schema.pointer(towards: probe.pointer))
                if probe.isWhole {
                    state.fatalInstances.append((probe, mismatch))
                } else {
                    state.faults.add(probe, mismatch)
                }
                state.outcomes.append(
                    ProbeOutcome(
                        name: probe.name, kind: probe.kind.rawValue, pointer: probe.place.text,
                        expected: "a value or nil", found: step.message, rule: mismatch.rule))
            }
        }
    }

    private func examine(_ probe: Probe, _ state: inout State) {
        if let json = probe.input.json { parts.look(at: json) }
        let made = make(probe.input)
        let demand = state.verdict.demand(of: probe, made: made.value.map(model.shown))
        let rule: String?
        if case .refused = made, !probe.isWhole { state.refusing.insert(probe.place) }
        if state.takesNone, state.takenChange == nil, case .value = made { state.takenChange = probe }
        switch (demand, made) {
        case (.taken, .refused(let thrown)): rule = refused(probe, thrown, &state)
        case (.taken, .value(let value)):
            if probe.isWhole, case .json(let json) = probe.input, state.verdict.accepts(json) {
                state.taken.append(json)
                state.verdict.learn(json, model.shown(value))
            }
            if probe.isOtherValue { state.changed.append(probe) }
            rule = check(value, probe, demand, &state)
        case (.either, .value(let value)), (.promised, .value(let value)):
            note(made, open: probe, &state)
            rule = check(value, probe, demand, &state)
        case (.either, .refused), (.promised, .refused):
            note(made, open: probe, &state)
            rule = nil
        case (.refused, let made): rule = note(made, rejected: probe, &state)
        }
        state.outcomes.append(outcome(probe, demand.words, made, rule))
    }

    func make(_ input: Probe.Input) -> Made {
        do {
            let value: Any? =
                switch input {
                case .json(let json): try model.make(json, knowing: parts)
                case .bytes(let bytes): try model.makeFromBytes?(bytes)
                }
            return value.map(Made.value) ?? .refused(thrown: nil)
        } catch {
            return .refused(thrown: ErrorName.reason(error))
        }
    }

    private func outcome(_ probe: Probe, _ expected: String, _ made: Made, _ rule: String?) -> ProbeOutcome {
        let found: MessageText =
            switch made {
            case .value: "a value"
            case .refused(nil): "nil"
            case .refused(let thrown?): "thrown: \(MessageText.excerpt(thrown))"
            }
        return ProbeOutcome(
            name: probe.name, kind: probe.kind.rawValue, pointer: probe.place.text, expected: expected,
            found: found, rule: rule)
    }

    private func refused(_ probe: Probe, _ thrown: String?, _ state: inout State) -> String {
        let mismatch = Finding(
            ModelRule.falseReject, "the initializer refuses what the contract accepts", expected: "a value",
            found: thrown.map { "thrown: \(MessageText.excerpt($0))" } ?? "nil",
            at: contract.schema.pointer(towards: probe.pointer))
        if state.takesNone { return mismatch.rule }
        if probe.isWhole || probe.kind == .pair {
            state.refusedWholes.append((probe, mismatch))
        } else {
            state.refusedChanges.append(probe)
            state.faults.add(probe, mismatch)
        }
        return mismatch.rule
    }

    /// An input that the contract refuses: a value of it breaks a constraint.
    private func note(_ made: Made, rejected probe: Probe, _ state: inout State) -> String? {
        let (place, reason, constraint) = broken(by: probe)
        let detail = probe.place.pattern
        state.constraints.insert(constraint)
        guard case .value(let value) = made else { return nil }
        if probe.isBridged, contract.bridging != .deny {
            guard contract.bridging != .allow else { return nil }
            state.faults.add(
                probe, detail: detail,
                Finding(
                    ModelRule.bridging, "the initializer accepts a boolean for a number, or a number for a boolean",
                    expected: "nil", found: accepted(value, at: probe.pointer), at: place))
            return ModelRule.bridging.id
        }
        let rule = probe.isBridged ? ModelRule.bridging : ModelRule.falseAccept
        state.unenforced.insert(constraint)
        state.faults.add(
            probe, detail: detail, ending: state.verdict.allowance(of: probe),
            Finding(
                rule, "the initializer accepts what the contract refuses (\(reason))", expected: "nil",
                found: accepted(value, at: probe.pointer), at: place,
                severity: .error))
        return rule.id
    }

    /// An input that the model may take or refuse: what it takes of what the schema does not accept is left to it.
    private func note(_ made: Made, open probe: Probe, _ state: inout State) {
        guard case .bySchema = probe.expectation, case .json(let json) = probe.input, !state.verdict.accepts(json)
        else { return }
        let constraint = broken(by: probe).constraint
        state.constraints.insert(constraint)
        if case .value = made { state.left.insert(constraint) }
    }

    /// What of the schema an input breaks first, and how the score names it.
    private func broken(by probe: Probe) -> (place: JSONPointer, reason: String, constraint: String) {
        var place = contract.schema.pointer
        var reason = "it is no JSON text"
        if case .json(let json) = probe.input {
            let violations = contract.schema.schema.violations(of: json, knowing: parts)
            if let violation = violations.first {
                place = contract.schema.pointer(of: violation.alternatives(among: violations) ?? violation)
                reason = violation.message
            }
        }
        // One `required` stands for many members, and one shared definition for many places: each is a constraint.
        return (place, reason, probe.kind == .missing ? "\(place) of \(probe.place.pattern)" : "\(place)")
    }

    /// The property that a changed place feeds, as the initializer filled it.
    private func accepted(_ value: Any, at pointer: JSONPointer) -> MessageText {
        let mapped = contract.properties.first { $0.pointer == pointer }?.path
        guard let path = mapped ?? Self.path(of: pointer.tokens, in: value),
            let found = PropertyValues(of: value).value(at: path)
        else { return "a value" }
        return "a value with \(path) = \(MessageText.excerpt(property: found))"
    }

    /// The path of the properties that map themselves to members.
    private static func path(of members: [String], in value: Any) -> String? {
        var value: Any? = value
        var path: [String] = []
        for member in members {
            let properties = value.flatMap(Reflection.unwrapped).map { Reflection.properties(of: $0) } ?? []
            guard let property = properties.first(where: { MemberName.match($0.name, among: [member]) != nil }) else {
                return nil
            }
            path.append(property.name)
            value = property.value
        }
        return path.isEmpty ? nil : path.joined(separator: ".")
    }

    /// A value of an input that the contract accepts: each property holds what its pointer says.
    private func check(
        _ value: Any, _ probe: Probe, _ demand: ModelVerdict.Demand, _ state: inout State
    ) -> String? {
        guard case .json(let json) = probe.input else { return nil }
        var broken: String?
        let differences = state.verdict.faults(
            of: model.shown(value), in: probe, demand, comparesAll: probe.comparesAll || state.takesNone)
        if demand == .taken { state.notice(differences, probe, json) }
        for difference in differences {
            // What is read, and read right, can be unstable all the same.
            if difference.rule == ModelRule.wrongValue { broken = difference.rule.id }
            if difference.isUnmapped, !state.unmapped.contains(difference.mapPath) {
                state.unmapped.append(difference.mapPath)
            }
            if difference.rule == .unread, difference.place == nil {
                state.unshown.insert(ProbePlace.pattern(of: difference.pointer.tokens))
            }
            if difference.rule == .wrongValue, probe.isWhole, demand == .taken {
                state.wrong[difference.mapPath] = ProbePlace.pattern(of: difference.pointer.tokens)
            }
            let mismatch = mismatch(of: difference)
            if difference.rule != ModelRule.unmapped, state.unread[difference.pointer] == nil {
                state.unread[difference.pointer] = mismatch
            }
            // A property that is not mapped is told by its name: it has no place of its own.
            state.faults.add(
                probe, at: difference.pointer, of: difference.propertyPath,
                detail: difference.rule == ModelRule.unmapped ? difference.pathText : "",
                mismatch)
        }
        // What is alike in members and types is made by the same code: the first shows whether that is stable.
        if broken == nil, probe.isWhole, state.outlines.insert(JSONOutline(of: json)).inserted {
            broken = checkStability(of: value, probe, &state.faults)
        }
        return broken
    }

    /// The same input gives the same value.
    private func checkStability(of value: Any, _ probe: Probe, _ faults: inout FaultGroups) -> String? {
        let first = Reflection.json(of: value)
        guard case .value(let again) = make(probe.input) else {
            let mismatch = Finding(
                ModelRule.unstable, "the initializer refuses an input that it took before", expected: .excerpt(first),
                found: "nil", at: contract.pointer)
            faults.add(probe, mismatch)
            return mismatch.rule
        }
        let second = Reflection.json(of: again)
        guard first != second,
            let difference = JSONDifference.differences(expected: first, found: second).first(where: { !isIgnored($0) })
        else { return nil }
        let mismatch = Finding(
            ModelRule.unstable, "two values of one input differ at '\(difference.pointer)'",
            expected: .excerpt(difference.expected), found: .excerpt(difference.found), at: contract.pointer)
        faults.add(probe, mismatch)
        return mismatch.rule
    }

    /// Whether a place of a reflected value is a property that is no data, of this model or of one within it.
    private func isIgnored(_ difference: JSONDifference) -> Bool {
        let path = difference.pointer.tokens.filter { Int($0) == nil }
        return sources.ignored.contains { ignored in
            path.indices.contains { path[$0...].starts(with: ignored) }
        }
    }

    private func mismatch(of difference: ValueDifference) -> Finding {
        let path = difference.pathText
        let (message, place): (String, JSONPointer) =
            switch difference.rule {
            case ModelRule.unmapped: ("\(difference.message ?? "") '\(path)'", contract.pointer(to: .properties))
            case ModelRule.unread:
                (
                    "'\(difference.pointer)' never reaches the model: \(difference.message ?? "")",
                    contract.schema.pointer(towards: difference.pointer)
                )
            default:
                (
                    "\(path.isEmpty ? "the value" : "'\(path)'") is not what '\(difference.pointer)' holds"
                        + (difference.message.map { " (\($0))" } ?? ""),
                    contract.schema.pointer(towards: difference.pointer)
                )
            }
        return Finding(
            difference.rule, MessageText(message), expected: difference.expected, found: difference.found,
            at: difference.place ?? place, severity: difference.isUnmapped ? .info : nil)
    }
}

extension Violation {
    /// What tells that none of several alternatives holds, of which this is a part: it is their keyword's fault.
    fileprivate func alternatives(among violations: [Violation]) -> Violation? {
        let path = evaluationPath.tokens
        guard let index = path.firstIndex(where: { $0 == "anyOf" || $0 == "oneOf" }) else { return nil }
        return violations.first { $0.evaluationPath.tokens.elementsEqual(path[...index]) }
    }
}
