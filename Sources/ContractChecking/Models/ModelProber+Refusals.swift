import ContractFormat
import JSONSchema

extension ModelProber {
    /// Lays what was refused with several things changed, or with nothing changed, to the one thing that is refused.
    func explainRefusals(_ state: inout State) {
        let reasons = state.takesNone ? reasonsToRefuse(state) : []
        // Where all instances are refused for one place, it is told there.
        let places = Set(reasons.map { $0?.place })
        let blamed = places.count == 1 ? places.first ?? nil : nil
        for (index, (probe, mismatch)) in state.refusedWholes.enumerated() {
            guard case .json(let refused) = probe.input else { continue }
            if state.takesNone {
                let reason = reasons[index] ?? RefusalSearch.Reason()
                var finding = mismatch
                if let blamed { finding.contract = Place(file: "", pointer: contract.schema.pointer(towards: blamed)) }
                state.faults.add(probe, ending: reason.text, finding)
                continue
            }
            let isTold = state.refusedChanges.contains { change in
                guard case .json(let changed) = change.input else { return false }
                return changed[pointer: change.pointer] == refused[pointer: change.pointer]
            }
            if isTold { continue }
            guard probe.isWhole, let culprit = culprit(in: refused, against: state.taken) else {
                state.faults.add(probe, mismatch)
                continue
            }
            var finding = mismatch
            finding.contract = Place(file: "", pointer: contract.schema.pointer(towards: culprit))
            finding.text = "\(mismatch.text), for what '\(culprit)' holds"
            state.faults.add(probe, finding)
        }
        // A change that is fatal tells why an instance is, whichever limit either came to first.
        if !state.faults.hasFatal {
            for (probe, mismatch) in state.fatalInstances { state.faults.add(probe, mismatch) }
        }
        state.faults.dropBridgingBesideAcceptance()
        for (place, mismatch) in state.neverRead { state.faults.joinAcceptance(of: place, to: mismatch) }
    }

    /// Why a model that takes no good instance refuses each of them; `nil` for what is no JSON.
    private func reasonsToRefuse(_ state: State) -> [RefusalSearch.Reason?] {
        let search = RefusalSearch(model: model)
        return state.refusedWholes.map { probe, _ in
            guard case .json(let refused) = probe.input else { return nil }
            return search.reason(toRefuse: refused, state.takenChange)
        }
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
                if case .refused = make(.json(changed)) { return true }
                return false
            }
            guard let found else { break }
            pointer = pointer.appending(found)
            guard good[pointer: pointer] != nil else { break }
        }
        return pointer.tokens.isEmpty ? nil : pointer
    }
}
