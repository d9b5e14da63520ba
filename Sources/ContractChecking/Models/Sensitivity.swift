import ContractFormat
import Foundation
import JSONSchema

/// The members that the properties of a model follow: members of a good instance are changed, and what changes with one
/// follows it. That needs no knowledge of names, types or conversions.
///
/// Members of one depth are changed together, and in halves where a property changes or no value is made. A large part that no
/// property shows takes no longer than one member.
struct Sensitivity {
    /// Other values of one member that are tried until a property changes, and instances that are read: enough for the 868
    /// members of GitHub's full repository.
    private static let (tries, mostReadings) = (12, 5_000)

    /// A good instance, what the model shows of it, and the properties that differ each time, such as the time of reading.
    private struct Base {
        let instance: JSON, shown: JSON
        let unsteady: Set<[String]>
    }

    /// The members that each property follows; paths and pointers have no indices but `*`.
    private var followed: [[String]: Set<[String]>] = [:]
    private var tried: Set<[String]> = []
    /// Good instances with another value at a place that the model takes.
    private(set) var others: [JSONPointer: [JSON]] = [:]
    private var readings = 0

    /// - Parameter shown: the JSON that the model shows of an instance, which has a name; `nil` where it refuses it.
    init(to sites: [ProbeSite], _ accepts: @escaping (JSON) -> Bool, _ shown: (JSON, String) -> JSON?) {
        let again = "an instance, read again"
        for (instance, sites) in sites.grouped(by: \.instance) {
            guard let first = shown(instance, again), let second = shown(instance, again) else { continue }
            let base = Base(instance: instance, shown: first, unsteady: Self.changes(first, second))
            // Places of one depth do not lie within each other.
            let levels = Dictionary(grouping: sites) { $0.place.pointer.tokens.count }.sorted { $0.key < $1.key }
            for (_, level) in levels {
                var open = level.sorted { $0.place.text < $1.place.text }.map { OtherValues(at: $0, accepts) }
                for _ in 0..<Self.tries {
                    let changes = open.indices.compactMap { open[$0].next() }
                    if changes.isEmpty { break }
                    let found = follow(changes[...], of: base, shown)
                    open.removeAll { found.contains($0.site.place.pointer) }
                }
            }
            for path in shown(instance, again).map({ Self.changes(first, $0) }) ?? [] { followed[path] = nil }
        }
    }

    /// Reads an instance with all of some changes, and with fewer of them until what changes follows one member.
    ///
    /// - Returns: the places that properties follow.
    private mutating func follow(
        _ changes: ArraySlice<OtherValues.Change>, of base: Base, _ shown: (JSON, String) -> JSON?
    ) -> Set<JSONPointer> {
        guard let first = changes.first, readings < Self.mostReadings else { return [] }
        readings += 1
        let json = changes.reduce(base.instance) { $0.replacing($1.place.pointer, with: $1.value) }
        let name = changes.count == 1 ? "\(first.place.label) has another value" : "members have other values"
        let changed = shown(json, name).map { Self.changes(base.shown, $0).subtracting(base.unsteady) }
        if changes.count > 1, changed != [] {
            let middle = changes.startIndex + changes.count / 2
            return follow(changes[..<middle], of: base, shown).union(follow(changes[middle...], of: base, shown))
        }
        guard let changed else { return [] }
        for change in changes {
            let member = ProbePlace.pattern(of: change.place.pointer.tokens)
            tried.insert(member)
            for path in changed { followed[path, default: []].insert(member) }
            if change.isGood {
                let other = base.instance.replacing(change.place.pointer, with: change.value)
                others[change.place.pointer, default: []].append(other)
            }
        }
        return changed.isEmpty ? [] : [first.place.pointer]
    }

    /// The members that a property, or a part of it, follows.
    func members(followedBy path: [String]) -> Set<[String]> {
        followed.reduce(into: []) { members, entry in
            if entry.key.filter({ $0 != "*" }).starts(with: path) { members.formUnion(entry.value) }
        }
    }

    /// Whether a member or a part of it was changed.
    func hasTried(_ member: [String]) -> Bool { tried.contains { $0.starts(with: member) } }

    /// Whether a property, but for one, follows a member or a part of it.
    func isFollowed(_ member: [String], besides path: [String]? = nil) -> Bool {
        followed.contains { property, members in
            path.map { !property.filter { $0 != "*" }.starts(with: $0) } ?? true
                && members.contains { $0.starts(with: member) }
        }
    }

    private static func changes(_ base: JSON, _ changed: JSON) -> Set<[String]> {
        Set(
            JSONDifference.differences(expected: base, found: changed).map { ProbePlace.pattern(of: $0.pointer.tokens) }
        )
    }
}

/// Other values of the same JSON type at a place, the likeliest first: one that differs in a digit.
///
/// A value that the schema refuses serves where it accepts no other one: a constant is read or not, too.
private struct OtherValues {
    struct Change {
        let place: ProbePlace
        let value: JSON
        let isGood: Bool
    }

    let site: ProbeSite
    private let accepts: (JSON) -> Bool
    private var rest: ArraySlice<JSON>
    private var hasGood = false

    init(at site: ProbeSite, _ accepts: @escaping (JSON) -> Bool) {
        let strategies: [any ProbeStrategy.Type] = [
            ChoiceStrategy.self, NumberStrategy.self, StringStrategy.self, ArrayStrategy.self,
        ]
        let near = site.value.stringValue?.withOtherLastDigit.map { [JSON.string($0)] } ?? []
        let values = strategies.flatMap { $0.changes(at: site) }.compactMap { change in
            if case .replace(let value) = change.edit { value } else { nil }
        }
        (self.site, self.accepts) = (site, accepts)
        rest = (near + values).filter { $0 != site.value }[...]
    }

    mutating func next() -> Change? {
        let place = site.place
        let bad = hasGood ? nil : rest.first
        while let value = rest.popFirst() {
            guard accepts(site.instance.replacing(place.pointer, with: value)) else { continue }
            hasGood = true
            return Change(place: place, value: value, isGood: true)
        }
        return bad.map { Change(place: place, value: $0, isGood: false) }
    }
}

extension String {
    /// The text with another digit in place of its last one, which is as good a number, time or identifier.
    var withOtherLastDigit: String? {
        guard let index = lastIndex(where: { $0.isASCII && $0.isNumber }), let digit = self[index].wholeNumberValue
        else { return nil }
        return replacingCharacters(in: index...index, with: "\((digit + 5) % 10)")
    }
}

extension ModelProber {
    func sensitivity(
        of good: [JSON], _ verdict: ModelVerdict, where isWanted: @escaping (ProbeSite) -> Bool
    ) -> () -> Sensitivity {
        lazy var sensitivity: Sensitivity = {
            let sites = ProbeGenerator.sites(in: good, of: contract.schema).filter(isWanted)
            for site in sites { parts.add(site.instance) }
            return Sensitivity(to: sites, verdict.accepts) { json, name in
                value(of: json, name).map { Reflection.json(of: model.shown($0)) }
            }
        }()
        return { sensitivity }
    }

    /// The contract with what sensitivity shows of properties that it does not map; `nil` where that is nothing.
    func fitted(to state: State, _ sensitivity: () -> Sensitivity) -> ModelContract? {
        if state.unmapped.isEmpty { return nil }
        let made = state.taken.compactMap { json in value(of: json).map { (json, model.shown($0)) } }
        let fitted = contract.fitted(to: state.unmapped, sensitivity()) { holds($0, at: $1, made) }
        func words(_ contract: ModelContract) -> Int {
            contract.properties.count + contract.elementProperties.count + contract.ignored.count
        }
        return words(fitted) > words(contract) ? fitted : nil
    }

    /// Whether a contract finds nothing at a property of values that were made of good instances.
    func holds(_ contract: ModelContract, at path: [String], _ made: [(json: JSON, shown: Any)]) -> Bool {
        let values = verdict(by: contract).values
        return made.allSatisfy { json, shown in
            !values.differences(shown, json, isWhole: false).contains { $0.propertyPath.starts(with: path) }
        }
    }
}

extension ModelContract {
    /// Returns the contract with properties that it does not map.
    ///
    /// A property that holds what the members that it follows hold is mapped to them. One that is computed of them is no data
    /// of its own, and one that follows none is left as it is.
    ///
    /// - Parameter holds: returns whether a contract finds nothing at a property, in any good instance.
    func fitted(to unmapped: [String], _ sensitivity: Sensitivity, holds: (ModelContract, [String]) -> Bool)
        -> ModelContract
    {
        var fitted = self
        for text in unmapped {
            let path = ModelProber.names(in: text)
            let members = sensitivity.members(followedBy: path)
            guard let first = members.first else { continue }
            let shared = members.reduce(first) { shared, member in zip(shared, member).prefix { $0 == $1 }.map(\.0) }
            let place = pointer(to: .properties)
            let property = PropertyContract(path: text, pointer: JSONPointer(tokens: shared), place: place)
            var mapped = fitted
            mapped.map(property)
            let elements = text.components(separatedBy: "[]").count - 1
            if !shared.isEmpty, shared.count(where: { $0 == "*" }) == elements, holds(mapped, path) {
                fitted = mapped
            } else {
                fitted.ignored.append(NamedText(text: path.joined(separator: "."), pointer: place))
                fitted.unread += members.filter { !sensitivity.isFollowed($0, besides: path) }.map {
                    NamedPointer(target: JSONPointer(tokens: $0), pointer: place)
                }
            }
        }
        return fitted
    }
}
