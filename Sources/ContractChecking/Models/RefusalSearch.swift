import JSONSchema

/// Finds what makes a model take an instance that it refuses as all others: it is that which the model reads otherwise.
struct RefusalSearch {
    private let takes: (JSON) -> Bool

    init(model: Model) {
        takes = { json in
            do { return try model.make(json) != nil } catch { return false }
        }
    }

    /// Why a model refuses an instance.
    struct Reason {
        /// What follows the message that it does.
        var text: MessageText = ""
        /// The one place whose value is to blame; `nil` where there are several, or none is known.
        var place: JSONPointer?
    }

    /// What makes the model refuse everything.
    ///
    /// - Parameter change: a single change with which the model takes an instance.
    func reason(toRefuse instance: JSON, _ change: Probe?) -> Reason {
        if let name = spelling(in: instance) {
            return Reason(text: "; it reads '\(name.asked)' and not '\(name.member)'", place: name.member)
        }
        for relaxation in Relaxation.allCases {
            let places = relaxation.places(in: instance)
            let needed = least(of: places) { instance.relaxed(relaxation, at: $0) }
            guard let needed else { continue }
            let shown = needed.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
            let more = needed.count > 5 ? " and \(needed.count - 5) more" : ""
            return Reason(
                text: "; it takes one with \(shown)\(more) \(relaxation.rawValue)",
                place: needed.count == 1 ? needed.first : nil)
        }
        return change.map { Reason(text: "; it takes one in which \($0.name)", place: $0.pointer) } ?? Reason()
    }

    /// The fewest of some places whose change makes the model take an instance; `nil` where all of them do not.
    private func least(of places: [JSONPointer], _ changed: ([JSONPointer]) -> JSON) -> [JSONPointer]? {
        if let one = places.first(where: { takes(changed([$0])) }) { return [one] }
        guard places.count > 1, takes(changed(places)) else { return nil }
        var needed = places
        for place in places {
            let fewer = needed.filter { $0 != place }
            if !fewer.isEmpty, takes(changed(fewer)) { needed = fewer }
        }
        return needed
    }

    /// The member that is read in another spelling: `atomicMass` for `atomic_mass`.
    private func spelling(in instance: JSON) -> (asked: JSONPointer, member: JSONPointer)? {
        for member in instance.memberPlaces {
            guard let name = member.tokens.last, let object = member.parent else { continue }
            for spelled in Self.spellings(of: name) {
                let asked = object.appending(spelled)
                if instance[pointer: asked] == nil, let renamed = instance.renaming(member, to: asked), takes(renamed) {
                    return (asked, member)
                }
            }
        }
        return nil
    }

    private static func spellings(of name: String) -> [String] {
        let words = name.replacing(/([a-z0-9])([A-Z])/) { "\($0.1)_\($0.2)" }
            .split { $0 == "_" || $0 == "-" || $0 == " " }.map { $0.lowercased() }
        guard !words.isEmpty else { return [] }
        let capitalised: [String] = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let initials: [String] = zip(words, capitalised).map { $0 == "id" || $0 == "url" ? $0.uppercased() : $1 }
        let spellings = [
            ([words[0]] + capitalised.dropFirst()).joined(), capitalised.joined(), words.joined(separator: "_"),
            words.joined(separator: "-"), words.joined(), name.lowercased(), name.uppercased(),
            ([words[0]] + initials.dropFirst()).joined(),
        ]
        var seen: Set<String> = [name]
        return spellings.filter { seen.insert($0).inserted }
    }
}

/// A way to change every value of a kind in an instance, against what its schema says.
private enum Relaxation: String, CaseIterable {
    case leavesNullOut = "left out"
    case fillsNull = "filled with a text"
    case writesNumbers = "as text"
    case readsNumbers = "as a number"
    case writesFlags = "as 1 or 0"
    case readsFlags = "as true or false"
    case rounds = "rounded"
    case cutsFractionOfSeconds = "without a fraction of a second"
    case addsFractionOfSeconds = "with a fraction of a second"
    case wraps = "in an array"
    case unwraps = "without the array around it"

    enum Change {
        case removed
        case replaced(JSON)
    }

    /// What is done to a value; `nil` where it is of another kind.
    func change(_ json: JSON) -> Change? {
        if self == .leavesNullOut { return json.isNull ? .removed : nil }
        return replacement(of: json).map(Change.replaced)
    }

    private func replacement(of json: JSON) -> JSON? {
        switch (self, json) {
        case (.fillsNull, .null): return "text"
        case (.writesNumbers, .number(let number)): return .string(number.text)
        case (.readsNumbers, .string(let text)): return JSONNumber(text: text).map(JSON.number)
        case (.writesFlags, .bool(let flag)): return flag ? 1 : 0
        case (.readsFlags, .number): return json == 1 ? true : json == 0 ? false : nil
        case (.rounds, .number(let number)) where !number.isInteger:
            return JSONNumber(number.doubleValue.rounded()).map(JSON.number)
        case (.cutsFractionOfSeconds, .string(let text)):
            let cut = text.replacing(/(:\d\d)\.\d+/) { "\($0.1)" }
            return cut == text ? nil : .string(cut)
        case (.addsFractionOfSeconds, .string(let text)):
            let added = text.replacing(/(T\d\d:\d\d:\d\d)(?=[Z+-])/) { "\($0.1).000" }
            return added == text ? nil : .string(added)
        case (.wraps, .string), (.wraps, .number), (.wraps, .bool), (.wraps, .object): return [json]
        case (.unwraps, .array(let elements)): return elements.count == 1 ? elements[0] : nil
        default: return nil
        }
    }

    func places(in instance: JSON) -> [JSONPointer] {
        instance.memberPlaces.filter { place in
            guard let value = instance[pointer: place] else { return false }
            return change(value) != nil
        }
    }
}

extension JSON {
    /// The places of all members, the outer before the inner.
    fileprivate var memberPlaces: [JSONPointer] {
        var places: [JSONPointer] = []
        func visit(_ json: JSON, _ pointer: JSONPointer) {
            switch json {
            case .object(let members):
                for (name, value) in members {
                    places.append(pointer.appending(name))
                    visit(value, pointer.appending(name))
                }
            case .array(let elements):
                for (index, element) in elements.enumerated() { visit(element, pointer.appending(index)) }
            case .null, .bool, .number, .string: break
            }
        }
        visit(self, .root)
        return places
    }

    /// The value with a member under another name.
    fileprivate func renaming(_ member: JSONPointer, to name: JSONPointer) -> JSON? {
        self[pointer: member].flatMap { setting(name, to: $0).removing(member) }
    }

    /// The value relaxed at some places, the inner ones first, so that the outer ones still are where they were.
    fileprivate func relaxed(_ relaxation: Relaxation, at places: [JSONPointer]) -> JSON {
        places.reversed().reduce(self) { json, place in
            switch json[pointer: place].flatMap(relaxation.change) {
            case nil: json
            case .removed?: json.removing(place) ?? json
            case .replaced(let value)?: json.replacing(place, with: value)
            }
        }
    }
}
