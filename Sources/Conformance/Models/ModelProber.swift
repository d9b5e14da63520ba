import ContractFormat
import JSONSchema

/// Runs the probes of a model and tells what its initializer did wrong: one mismatch a fault, however many probes met it.
struct ModelProber {
    let contract: ModelContract
    let model: Model

    func mismatches(of probes: [Probe]) -> [Mismatch] {
        var faults = FaultGroups()
        var checkedProperties = false
        for probe in probes {
            let isAccepted = contract.schema.schema.accepts(probe.json)
            let made = make(probe.json)
            switch (isAccepted, made) {
            case (true, .refused(let why)):
                faults.add(
                    probe, rule: "model.false-reject", at: place(of: probe), expected: "a value",
                    found: why.map { "thrown: \(Excerpt.of($0))" } ?? "nil",
                    "the initializer refuses what the contract accepts")
            case (false, .value(let value)):
                guard !(probe.isBridged && contract.bridging == .allow) else { continue }
                let isWarning = probe.isBridged && contract.bridging == .warn
                let violation = contract.schema.schema.violations(of: probe.json).first
                faults.add(
                    probe, rule: probe.isBridged ? "model.bridging" : "model.false-accept",
                    at: violation.map(contract.schema.pointer(of:)) ?? contract.schema.pointer, expected: "nil",
                    found: accepted(value, at: probe.pointer),
                    probe.isBridged
                        ? "the initializer accepts a boolean for a number, or a number for a boolean"
                        : "the initializer accepts what the contract refuses (\(violation?.message ?? "schema"))",
                    severity: isWarning ? .warning : .error)
            case (true, .value(let value)):
                if !checkedProperties {
                    checkedProperties = true
                    checkStructure(of: value, probe, &faults)
                }
                compare(value, probe, &faults)
            case (false, .refused): break
            }
        }
        return faults.mismatches
    }

    private enum Made {
        case value(Any)
        case refused(String?)
    }

    private func make(_ json: JSON) -> Made {
        do {
            return try model.make(json).map(Made.value) ?? .refused(nil)
        } catch {
            return .refused("\(error)")
        }
    }

    /// The property that a changed place feeds, as the initializer filled it.
    private func accepted(_ value: Any, at pointer: JSONPointer) -> String {
        guard let property = contract.properties.first(where: { $0.pointer == pointer }),
            case .value(let found) = PropertyPath.find(property.path, in: value)
        else { return "a value" }
        return "a value with \(property.path) = \(Excerpt.ofProperty(found))"
    }

    /// Every mapped property exists, and every stored property is mapped.
    private func checkStructure(of value: Any, _ probe: Probe, _ faults: inout FaultGroups) {
        for property in contract.properties {
            if case .missing = PropertyPath.find(property.path, in: value) {
                faults.add(
                    probe, rule: "model.unread", at: property.place, expected: "a stored property '\(property.path)'",
                    found: "none", "'\(property.pointer)' never reaches the model: it has no such property")
            }
        }
        for path in PropertyPath.unmapped(in: value, mapped: contract.properties.map(\.path)) {
            faults.add(
                probe, rule: "model.unmapped", at: contract.pointer.appending("properties"),
                expected: "\"\(path)\": \"/…\"", found: "nothing", "the contract does not map the stored property '\(path)'")
        }
    }

    private func compare(_ value: Any, _ probe: Probe, _ faults: inout FaultGroups) {
        for property in contract.properties {
            let expected = probe.json[pointer: property.pointer]
            let found: Any
            switch PropertyPath.find(property.path, in: value) {
            case .missing: continue
            case .absent: found = JSON?.none as Any
            case .value(let value): found = value
            }
            guard !PropertyComparison.holds(found, expected, as: property.conversion) else { continue }
            faults.add(
                probe, rule: "model.wrong-value", at: property.place,
                expected: expected.map { $0.isNull ? "nil" : Excerpt.of($0) } ?? "nil",
                found: Excerpt.ofProperty(found), "'\(property.path)' is not what '\(property.pointer)' holds")
        }
    }

    /// The line of the schema that speaks of the changed place, as far as it is spelled out there.
    private func place(of probe: Probe) -> JSONPointer {
        var pointer = contract.schema.pointer
        var schema = contract.schema.json
        for token in probe.pointer.tokens {
            if let child = schema["properties"]?[token] {
                pointer = pointer.appending("properties").appending(token)
                schema = child
            } else if let child = schema["items"], Int(token) != nil {
                pointer = pointer.appending("items")
                schema = child
            } else {
                break
            }
        }
        return pointer
    }
}

/// Gathers what probes met by fault: one mismatch each, with the shortest probe and how many others met it.
private struct FaultGroups {
    private struct Key: Hashable {
        let rule: String
        let pointer: JSONPointer
        let message: String
    }

    private var order: [Key] = []
    private var groups: [Key: (probe: Probe, mismatch: Mismatch, count: Int)] = [:]

    mutating func add(
        _ probe: Probe, rule: String, at pointer: JSONPointer, expected: String, found: String, _ message: String,
        severity: Severity = .error
    ) {
        let key = Key(rule: rule, pointer: pointer, message: message)
        let mismatch = Mismatch(
            rule, message, expected: expected, found: found, at: pointer, severity: severity)
        guard let group = groups[key] else {
            order.append(key)
            groups[key] = (probe, mismatch, 1)
            return
        }
        let isShorter = probe.json.text().utf8.count < group.probe.json.text().utf8.count
        groups[key] = (isShorter ? probe : group.probe, isShorter ? mismatch : group.mismatch, group.count + 1)
    }

    var mismatches: [Mismatch] {
        order.compactMap { key in
            guard let (probe, mismatch, count) = groups[key] else { return nil }
            let others = count == 1 ? "" : ", and \(count - 1) more like it"
            return Mismatch(
                mismatch.rule, "\(mismatch.message); probe: \(probe.name)\(others)", expected: mismatch.expected,
                found: mismatch.found, at: mismatch.pointer, severity: mismatch.severity)
        }
    }
}
