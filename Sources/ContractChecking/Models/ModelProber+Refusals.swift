import ContractFormat
import JSONSchema

/// Explanations of refusals: the change that makes the model accept an instance, or the one value that it refuses.
extension ModelProber {
    struct AcceptedVariant {
        let taken: JSON
        let places: [JSONPointer]
        let text: MessageText
    }

    /// Explains refusals of whole instances. Returns accepted variants, if the model refuses every unchanged instance.
    @discardableResult func explainRefusals(_ state: inout State, _ changes: [Probe] = []) -> [AcceptedVariant] {
        var variants: [AcceptedVariant] = []
        let refusals = state.refusedWholes
        if state.refusesEveryInstance {
            var found = refusals.map { reason(toRefuse: $0.json, changes, state.firstAcceptedChange) }
            if !refusals.isEmpty, !found.contains(where: { $0 != nil }), refusals[0].failed == nil {
                let properties = contract.properties.compactMap(\.names.last)
                let names = properties.flatMap { [$0] + $0.otherSpellings } + Self.commonNames
                found[0] = renamed(refusals[0].json) { $0.shortened.flatMap { [$0] + $0.otherSpellings } + names }
            }
            variants = found.compactMap(\.self)
            // An instance without change probes inherits the reason found for a similar instance.
            let reasons = zip(refusals, found).map { refusal, reason in
                reason
                    ?? variants.first { variant in
                        variant.places.allSatisfy { refusal.json[pointer: $0].map { !$0.isNull } ?? false }
                    }
            }
            let places = Set(reasons.map { $0?.places })
            let place = places.count == 1 && reasons[0]?.places.count == 1 ? reasons[0]?.places[0] : nil
            for (refusal, reason) in zip(refusals, reasons) {
                // Without a change that helps, the decoder's error names the member.
                let failed = refusal.failed.flatMap { reason == nil && refusal.json[pointer: $0] != nil ? $0 : nil }
                // A list that must be empty says less than the value within it.
                let inner = reason.flatMap { $0.places.count == 1 ? narrowed($0.places[0], in: refusal.json) : nil }
                let cause = failed ?? (inner == reason?.places.first ? nil : inner)
                var finding =
                    cause.map { self.refusal(at: $0, refusal.finding.observation ?? "nil") } ?? refusal.finding
                if cause == nil, let place {
                    finding.contract = Place(file: "", pointer: contract.schema.pointer(towards: place))
                }
                let unknown: MessageText = "; no change of one member helps: it may read one that the contract lacks"
                state.faults.add(
                    refusal.probe, finding, hint: reason?.text ?? (refusal.failed == nil ? unknown : ""))
            }
        } else {
            for (probe, json, finding, _) in refusals {
                let isReported = state.refusedChanges.contains { change in
                    change.input.json?[pointer: change.pointer] == json[pointer: change.pointer]
                }
                if isReported { continue }
                let culprit = probe.isWhole ? culprit(in: json, against: state.acceptedInstances) : nil
                let blaming = culprit.map { place in
                    refusal(at: place, state.verdict.limit(at: place, of: json) ?? finding.observation ?? "nil")
                }
                state.faults.add(probe, blaming ?? finding)
            }
        }
        // A fatal change explains a fatal instance, even if the two hit different limits.
        if !state.faults.hasFatal {
            for (probe, finding) in state.fatalInstances { state.faults.add(probe, finding) }
        }
        return variants
    }

    /// Returns an accepted variant of an instance: members respelled, one change, or a minimal set of changes.
    private func reason(toRefuse instance: JSON, _ changes: [Probe], _ taken: Probe?) -> AcceptedVariant? {
        if let variant = renamed(instance, \.otherSpellings) { return variant }
        if let taken, taken.base == instance, let json = taken.input.json {
            return AcceptedVariant(
                taken: json, places: [taken.pointer], text: "; it accepts an instance in which \(taken.name)")
        }
        let changes = changes.filter { $0.base == instance && !$0.pointer.tokens.isEmpty }
        for kind in changes.map(\.changeOfType).distinct {
            let alike = changes.filter { $0.changeOfType == kind }
            guard alike.count > 1, value(of: instance.changed(alike)) != nil else { continue }
            let needed = alike.reduce(alike) { needed, probe in
                let fewer = needed.filter { $0.pointer != probe.pointer }
                return value(of: instance.changed(fewer)) == nil ? needed : fewer
            }
            return AcceptedVariant(
                taken: instance.changed(needed), places: needed.map(\.pointer),
                text: "; it accepts an instance in which \(needed.map(\.name).joined(separator: " and "))")
        }
        return nil
    }

    /// Names that code may read in place of each other: many APIs have members of these names.
    private static let commonNames = """
        id uuid key code name title label text body message description summary type kind category status state value \
        amount price count total size length number index date time timestamp created created_at createdAt updated \
        updated_at updatedAt modified uploaded url link href image email user author owner items data results subject \
        content comment caption login username slug
        """.split(separator: " ").map(String.init)

    /// Returns the instance with the member under the name that the model reads: `atomicMass` for `atomic_mass`.
    private func renamed(_ instance: JSON, _ names: (String) -> [String]) -> AcceptedVariant? {
        func shown(_ json: JSON) -> JSON? { self.value(of: json).map(Reflection.json) }
        for member in instance.memberPlaces {
            guard let name = member.tokens.last, let object = member.parent, let value = instance[pointer: member],
                let rest = instance.removing(member)
            else { continue }
            let without = shown(rest)
            for asked in names(name).map(object.appending) where instance[pointer: asked] == nil {
                let renamed = rest.setting(asked, to: value)
                // Acceptance alone proves nothing: an optional is accepted if its member is missing.
                guard let shown = shown(renamed), shown != without else { continue }
                return AcceptedVariant(
                    taken: instance.setting(asked, to: value), places: [member],
                    text: "; it reads '\(asked)' and not '\(member)'")
            }
        }
        return nil
    }

    /// Returns the deepest place whose value alone makes the model refuse an otherwise accepted instance.
    private func culprit(in refused: JSON, against taken: [JSON]) -> JSONPointer? {
        guard let good = taken.first else { return nil }
        var pointer = JSONPointer.root
        while let part = refused[pointer: pointer], part.objectValue != nil || part.arrayValue != nil {
            let own = part.partNames
            let missing = good[pointer: pointer]?.objectValue?.keys.filter { !own.contains($0) } ?? []
            let names = own + missing
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
        let place = narrowed(pointer, in: refused)
        return place.tokens.isEmpty ? nil : place
    }

    /// Returns a number that is refused among plain ones, or the deepest part without which the instance is accepted.
    private func narrowed(_ place: JSONPointer, in refused: JSON) -> JSONPointer {
        func isAccepted(_ json: JSON?) -> Bool {
            json.map { contract.schema.schema.accepts($0) && value(of: $0) != nil } ?? false
        }
        let part = refused[pointer: place]
        var numbers: [(place: JSONPointer, value: JSON)] = []
        part?.forEachValue(at: place) { if $1.numberValue != nil { numbers.append(($0, $1)) } }
        let few = numbers.prefix(Self.maximumParts)
        let plain = few.reduce(refused) { $0.replacing($1.place, with: 1) }
        if isAccepted(plain), let number = few.first(where: { !isAccepted(plain.replacing($0.place, with: $0.value)) })
        {
            return number.place
        }
        let inner = (part?.partNames ?? []).prefix(Self.maximumParts).lazy.map(place.appending)
            .first { isAccepted(refused.removing($0)) }
        return inner.map { narrowed($0, in: refused) } ?? place
    }

    /// Bounds the decodings that explain one refusal.
    private static let maximumParts = 64
}

extension Probe {
    /// The part of the name that describes the change, and the type of the changed value.
    fileprivate var changeOfType: [String] {
        [String(name.dropFirst(pointer.label.count + 1)), base?[pointer: pointer]?.plainType ?? ""]
    }
}

extension String {
    /// The name without its last word, and without its first.
    fileprivate var shortened: [String] {
        nameWords.count < 2 ? [] : [nameWords.dropLast(), nameWords.dropFirst()].map { $0.joined(separator: "_") }
    }
}

extension JSON {
    fileprivate func changed(_ probes: [Probe]) -> JSON {
        probes.reversed().reduce(self) { json, probe in
            guard let value = probe.input.json?[pointer: probe.pointer] else {
                return json.removing(probe.pointer) ?? json
            }
            return json.replacing(probe.pointer, with: value)
        }
    }

    /// The names of an object's members, or the indices of an array's elements.
    fileprivate var partNames: [String] { objectValue?.keys ?? arrayValue?.indices.map { "\($0)" } ?? [] }

    var memberPlaces: [JSONPointer] {
        var places: [JSONPointer] = []
        forEachValue { place, _ in
            if let around = place.parent, self[pointer: around]?.objectValue != nil { places.append(place) }
        }
        return places
    }
}
