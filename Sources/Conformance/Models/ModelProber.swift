import ContractFormat
import JSONSchema

/// Runs the probes of a model and tells what its initializer did wrong: one mismatch a fault, however many probes met it.
struct ModelProber {
    let contract: ModelContract
    let model: Model
    let watch: ProbeWatch

    struct Result {
        var mismatches: [Mismatch] = []
        var outcomes: [ProbeOutcome] = []
        var score = ModelScore(enforced: 0, total: 0, missing: [])
    }

    /// What an initializer made of a probe.
    private enum Made {
        case value(Any)
        case refused(thrown: String?)
    }

    func run(_ probes: [Probe]) -> Result {
        var state = State()
        for (index, probe) in probes.enumerated() {
            switch watch.begin(index, probe.name) {
            case .run: examine(probe, &state)
            case .skip: state.skipped += 1
            case .fatal(let step):
                let mismatch = Mismatch(
                    "model.\(step.rule)", step.explanation, expected: "a value or nil", found: step.message,
                    at: SchemaPlace.find(probe.pointer, in: contract.schema))
                state.faults.add(probe, mismatch)
                state.outcomes.append(
                    ProbeOutcome(
                        name: probe.name, kind: probe.kind.rawValue, pointer: probe.pointer.description,
                        expected: "a value or nil", found: step.message, rule: mismatch.rule))
            }
        }
        state.explainRefusedInstances(contract)
        return Result(
            mismatches: state.faults.mismatches, outcomes: state.outcomes,
            score: ModelScore(
                enforced: state.constraints.count - state.unenforced.count, total: state.constraints.count,
                missing: state.unenforced.sorted()))
    }

    fileprivate struct State {
        var faults = FaultGroups()
        var outcomes: [ProbeOutcome] = []
        var constraints: Set<String> = []
        var unenforced: Set<String> = []
        /// Probes that were left out because too many others were fatal.
        var skipped = 0
        /// Whole instances that were refused, and changes that were: one may explain the other.
        var refusedInstances: [(probe: Probe, mismatch: Mismatch)] = []
        var refusedChanges: [Probe] = []
    }

    private func examine(_ probe: Probe, _ state: inout State) {
        let made = make(probe.input)
        let accepts: Bool
        let expected: String
        switch (probe.expectation, probe.input) {
        case (.either, _):
            state.outcomes.append(outcome(probe, "either", made, nil))
            return
        case (.bySchema, .json(let json)):
            accepts = contract.schema.schema.accepts(json)
            expected = accepts ? "a value" : "nil"
        case (.refused, _), (.bySchema, .bytes):
            accepts = false
            expected = "nil"
        }
        let rule: String?
        switch (accepts, made) {
        case (true, .refused(let thrown)): rule = refused(probe, thrown, &state)
        case (true, .value(let value)): rule = check(value, probe, &state)
        case (false, let made): rule = note(made, rejected: probe, &state)
        }
        state.outcomes.append(outcome(probe, expected, made, rule))
    }

    private func make(_ input: Probe.Input) -> Made {
        do {
            let value: Any? =
                switch input {
                case .json(let json): try model.make(json)
                case .bytes(let bytes): try model.makeFromBytes?(bytes)
                }
            return value.map(Made.value) ?? .refused(thrown: nil)
        } catch {
            return .refused(thrown: "\(error)")
        }
    }

    private func outcome(_ probe: Probe, _ expected: String, _ made: Made, _ rule: String?) -> ProbeOutcome {
        let found =
            switch made {
            case .value: "a value"
            case .refused(nil): "nil"
            case .refused(let thrown?): "thrown: \(Excerpt.of(thrown))"
            }
        return ProbeOutcome(
            name: probe.name, kind: probe.kind.rawValue, pointer: probe.pointer.description, expected: expected,
            found: found, rule: rule)
    }

    private func refused(_ probe: Probe, _ thrown: String?, _ state: inout State) -> String {
        let mismatch = Mismatch(
            "model.false-reject", "the initializer refuses what the contract accepts", expected: "a value",
            found: thrown.map { "thrown: \(Excerpt.of($0))" } ?? "nil", at: SchemaPlace.find(probe.pointer, in: contract.schema))
        if probe.pointer.tokens.isEmpty, probe.kind == .example || probe.kind == .recorded {
            state.refusedInstances.append((probe, mismatch))
        } else {
            state.refusedChanges.append(probe)
            state.faults.add(probe, mismatch)
        }
        return mismatch.rule
    }

    /// An input that the contract refuses: a value of it breaks a constraint.
    private func note(_ made: Made, rejected probe: Probe, _ state: inout State) -> String? {
        var place = contract.schema.pointer
        var reason = "it is no JSON text"
        if case .json(let json) = probe.input, let violation = contract.schema.schema.violations(of: json).first {
            place = contract.schema.pointer(of: violation)
            reason = violation.message
        }
        // One `required` stands for many members; each is a constraint of its own.
        let detail = probe.kind == .missing ? probe.pointer.description : ""
        let constraint = detail.isEmpty ? "\(place)" : "\(place) of \(detail)"
        state.constraints.insert(constraint)
        guard case .value(let value) = made else { return nil }
        if probe.isBridged, contract.bridging != .deny {
            guard contract.bridging == .warn else { return nil }
            state.faults.add(
                probe,
                Mismatch(
                    "model.bridging", "the initializer accepts a boolean for a number, or a number for a boolean",
                    expected: "nil", found: accepted(value, at: probe.pointer), at: place, severity: .warning))
            return "model.bridging"
        }
        let rule = probe.isBridged ? "model.bridging" : "model.false-accept"
        state.unenforced.insert(constraint)
        state.faults.add(
            probe, detail: detail,
            Mismatch(
                rule, "the initializer accepts what the contract refuses (\(reason))", expected: "nil",
                found: accepted(value, at: probe.pointer), at: place))
        return rule
    }

    /// The property that a changed place feeds, as the initializer filled it.
    private func accepted(_ value: Any, at pointer: JSONPointer) -> String {
        guard let property = contract.properties.first(where: { $0.pointer == pointer }),
            case .value(let found) = PropertyPath.find(property.path, in: value)
        else { return "a value" }
        return "a value with \(property.path) = \(Excerpt.ofProperty(found))"
    }

    /// A value of an input that the contract accepts: each property holds what its pointer says.
    private func check(_ value: Any, _ probe: Probe, _ state: inout State) -> String? {
        guard case .json(let json) = probe.input else { return nil }
        // Whole instances show every optional part of a value, which one of them alone may lack.
        if probe.kind == .example || probe.kind == .recorded { checkStructure(of: value, probe, &state.faults) }
        var broken: String?
        let values = PropertyValues(of: value)
        for property in contract.properties {
            let expected = json[pointer: property.pointer]
            guard let found = values.value(at: property.path) else { continue }
            guard !PropertyComparison.holds(found, expected, as: property.conversion) else { continue }
            broken = "model.wrong-value"
            state.faults.add(
                probe,
                Mismatch(
                    "model.wrong-value", "'\(property.path)' is not what '\(property.pointer)' holds",
                    expected: expected.map { $0.isNull ? "nil" : Excerpt.of($0) } ?? "nil",
                    found: Excerpt.ofProperty(found), at: property.place))
        }
        if broken == nil, probe.kind == .example || probe.kind == .recorded {
            broken = checkStability(of: value, probe, &state.faults)
        }
        return broken
    }

    /// The same input gives the same value.
    private func checkStability(of value: Any, _ probe: Probe, _ faults: inout FaultGroups) -> String? {
        guard case .value(let again) = make(probe.input), Reflection.json(of: value) != Reflection.json(of: again) else {
            return nil
        }
        let difference = JSONDifference.differences(
            expected: Reflection.json(of: value), found: Reflection.json(of: again)
        ).first
        let mismatch = Mismatch(
            "model.unstable", "two values of one input differ at '\(difference?.pointer ?? .root)'",
            expected: Excerpt.of(difference?.expected), found: Excerpt.of(difference?.found), at: contract.pointer)
        faults.add(probe, mismatch)
        return mismatch.rule
    }

    /// Every mapped property exists, and every stored property is mapped.
    private func checkStructure(of value: Any, _ probe: Probe, _ faults: inout FaultGroups) {
        for property in contract.properties {
            if case .missing = PropertyPath.find(property.path, in: value) {
                faults.add(
                    probe,
                    Mismatch(
                        "model.unread", "'\(property.pointer)' never reaches the model: it has no such property",
                        expected: "a stored property '\(property.path)'", found: "none", at: property.place))
            }
        }
        for path in PropertyPath.unmapped(in: value, mapped: contract.properties.map(\.path)) {
            faults.add(
                probe, detail: path,
                Mismatch(
                    "model.unmapped", "the contract does not map the stored property '\(path)'",
                    expected: "\"\(path)\": \"/…\"", found: "nothing", at: contract.pointer.appending("properties")))
        }
    }
}

extension ModelProber.State {
    /// A whole instance that is refused for what a changed one was refused for is the same fault once more.
    fileprivate mutating func explainRefusedInstances(_ contract: ModelContract) {
        for (probe, mismatch) in refusedInstances {
            guard case .json(let instance) = probe.input else { continue }
            let isExplained = refusedChanges.contains { change in
                guard case .json(let changed) = change.input else { return false }
                return changed[pointer: change.pointer] == instance[pointer: change.pointer]
            }
            if !isExplained { faults.add(probe, mismatch) }
        }
    }
}
