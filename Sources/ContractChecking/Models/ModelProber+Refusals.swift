import ContractFormat
import JSONSchema

extension ModelProber {
    /// Explains refusals of instances with several things, or nothing, changed by the one value that is refused.
    func explainRefusals(_ state: inout State, _ changes: [Probe] = []) {
        let search = RefusalSearch(changes: changes) { value(of: $0) != nil }
        let refusals = state.refusedWholes.compactMap { probe, finding in
            probe.input.json.map { (probe: probe, finding: finding, json: $0) }
        }
        if state.takesNone {
            let reasons = refusals.map { search.reason(toRefuse: $0.json, state.takenChange) }
            // A place for which all instances are refused is reported there.
            let places = Set(reasons.map(\.place))
            // An instance of which no changes were probed is refused for the reason that is known of another.
            let known = reasons.first { $0.text != "" }?.text ?? ""
            for ((probe, finding, _), reason) in zip(refusals, reasons) {
                let place = places.count == 1 ? reason.place : nil
                state.faults.add(
                    probe, place.map { blaming($0, finding) } ?? finding,
                    hint: reason.text == "" ? known : reason.text)
            }
        } else {
            for (probe, finding, json) in refusals {
                let isTold = state.refusedChanges.contains { change in
                    change.input.json?[pointer: change.pointer] == json[pointer: change.pointer]
                }
                if isTold { continue }
                let culprit = probe.isWhole ? culprit(in: json, against: state.taken) : nil
                state.faults.add(
                    probe, culprit.map { blaming($0, refusal(at: $0, finding.observation ?? "nil")) } ?? finding)
            }
        }
        // A change that is fatal explains why an instance is, whichever limit either came to first.
        if !state.faults.hasFatal {
            for (probe, finding) in state.fatalInstances { state.faults.add(probe, finding) }
        }
    }

    private func blaming(_ place: JSONPointer, _ finding: Finding) -> Finding {
        var blaming = finding
        blaming.contract = Place(file: "", pointer: contract.schema.pointer(towards: place))
        return blaming
    }

    /// The deepest place whose value alone makes the model refuse an instance that it takes otherwise.
    private func culprit(in refused: JSON, against taken: [JSON]) -> JSONPointer? {
        guard let good = taken.first else { return nil }
        var pointer = JSONPointer.root
        while case .object(let members)? = refused[pointer: pointer] {
            let names = members.keys + (good[pointer: pointer]?.objectValue?.keys.filter { members[$0] == nil } ?? [])
            let found = names.first { name in
                let place = pointer.appending(name)
                let changed = refused[pointer: place].map { good.setting(place, to: $0) } ?? good.removing(place)
                guard let changed, changed != good, contract.schema.schema.accepts(changed) else { return false }
                return value(of: changed) == nil
            }
            guard let found else { break }
            pointer = pointer.appending(found)
            guard good[pointer: pointer] != nil else { break }
        }
        return pointer.tokens.isEmpty ? nil : pointer
    }
}
