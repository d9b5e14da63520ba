import JSONSchema

/// Finds changes with which a model takes an instance, where it refuses every good one.
struct RefusalSearch {
    struct Reason {
        /// The end of the message.
        var text: MessageText = ""
        /// The one place whose value is refused; `nil` where there are several, or none is known.
        var place: JSONPointer?
    }

    /// Single changes of the instances, which the model was given before.
    let changes: [Probe]
    let takes: (JSON) -> Bool

    /// Returns the member that is read in another spelling, the change with which the model takes an instance, or the fewest
    /// places that have to change together.
    func reason(toRefuse instance: JSON, _ change: Probe?) -> Reason {
        for member in instance.memberPlaces {
            guard let asked = spelling(of: member, in: instance) else { continue }
            return Reason(text: "; it reads '\(asked)' and not '\(member)'", place: member)
        }
        if let change { return Reason(text: "; it takes one in which \(change.name)", place: change.pointer) }
        let changes = changes.filter { $0.base == instance && !$0.pointer.tokens.isEmpty }
        for kind in changes.map(\.changeOfType).distinct {
            let alike = changes.filter { $0.changeOfType == kind }
            guard alike.count > 1, takes(instance.changed(alike)) else { continue }
            var needed = alike
            for probe in alike {
                let fewer = needed.filter { $0.pointer != probe.pointer }
                if takes(instance.changed(fewer)) { needed = fewer }
            }
            return Reason(text: "; it takes one in which \(needed.map(\.name).joined(separator: " and "))")
        }
        return Reason()
    }

    /// The name by which a member is read in place of its own: `atomicMass` for `atomic_mass`.
    private func spelling(of member: JSONPointer, in instance: JSON) -> JSONPointer? {
        guard let name = member.tokens.last, let object = member.parent, let value = instance[pointer: member],
            let rest = instance.removing(member)
        else { return nil }
        return name.otherSpellings.map(object.appending).first { asked in
            instance[pointer: asked] == nil && takes(rest.setting(asked, to: value))
        }
    }
}

extension Probe {
    /// The end of its name, which says what is done to the place, and the type of the value there.
    fileprivate var changeOfType: [String] {
        [String(name.dropFirst(place.label.count + 1)), base?[pointer: pointer]?.plainType ?? ""]
    }
}

extension String {
    /// A member's name as other services and Swift code spell it.
    var otherSpellings: [String] {
        let words = nameWords.map { $0.lowercased() }
        guard let first = words.first else { return [] }
        let capitalised = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        // Swift writes abbreviations in capitals.
        let initials = zip(words, capitalised).map { $0 == "id" || $0 == "url" ? $0.uppercased() : $1 }
        let spellings = [
            ([first] + capitalised.dropFirst()).joined(), capitalised.joined(), words.joined(separator: "_"),
            words.joined(separator: "-"), words.joined(), lowercased(), uppercased(),
            ([first] + initials.dropFirst()).joined(),
        ]
        return spellings.filter { $0 != self }.distinct
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

    /// The places of all members, the outer before the inner.
    var memberPlaces: [JSONPointer] {
        func places(_ json: JSON, _ pointer: JSONPointer) -> [JSONPointer] {
            switch json {
            case .object(let members):
                members.flatMap { name, value in
                    [pointer.appending(name)] + places(value, pointer.appending(name))
                }
            case .array(let elements): elements.enumerated().flatMap { places($1, pointer.appending($0)) }
            case .null, .bool, .number, .string: []
            }
        }
        return places(self, .root)
    }
}
