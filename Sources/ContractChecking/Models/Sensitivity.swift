import ContractFormat
import Foundation
import JSONSchema

/// The members that each property of a model follows, found without knowledge of names, types or conversions.
///
/// All members of one depth are changed together, then bisected if a property changes or the model refuses the
/// instance. A large part that no property exposes costs as little as one member.
struct Sensitivity {
    /// The values tried per member, and the reads in total: enough for the 868 members of GitHub's full repository.
    private static let (tries, maximumReadings) = (12, 5_000)

    /// A valid instance, its reflected value, and the properties that differ on each read, such as a timestamp.
    private struct Base {
        let instance: JSON, shown: JSON
        let unsteady: Set<[String]>
    }

    private struct Change {
        let place: JSONPointer
        let value: JSON
        let isGood: Bool
    }

    /// The members that each property follows. Paths and pointers have `*` for every index.
    private var followed: [[String]: Set<[String]>] = [:]
    private var tried: Set<[String]> = []
    /// Valid instances with another value at a place, which the model accepts.
    private(set) var others: [JSONPointer: [JSON]] = [:]
    private var readings = 0

    /// - Parameter shown: returns the JSON form of the value made from an instance, or `nil` if the model refuses it.
    init(to sites: [ProbeSite], _ accepts: @escaping (JSON) -> Bool, _ shown: (JSON, String) -> JSON?) {
        let again = "an instance, decoded again"
        for (instance, sites) in sites.grouped(by: \.instance) {
            guard let first = shown(instance, again), let second = shown(instance, again) else { continue }
            let base = Base(instance: instance, shown: first, unsteady: Self.changes(first, second))
            // Places of one depth never contain each other.
            let levels = Dictionary(grouping: sites) { $0.place.tokens.count }.sorted { $0.key < $1.key }
            for (_, level) in levels {
                var open = level.sorted { $0.place.description < $1.place.description }.map {
                    (place: $0.place, values: Self.otherValues(at: $0, accepts))
                }
                for _ in 0..<Self.tries {
                    let changes = open.compactMap { $0.values.next() }
                    if changes.isEmpty { break }
                    let found = follow(changes[...], of: base, shown)
                    open.removeAll { found.contains($0.place) }
                }
            }
            for path in shown(instance, again).map({ Self.changes(first, $0) }) ?? [] { followed[path] = nil }
        }
    }

    /// Applies all changes, then bisects them until each property change follows one member. Returns the followed
    /// places.
    private mutating func follow(
        _ changes: ArraySlice<Change>, of base: Base, _ shown: (JSON, String) -> JSON?
    ) -> Set<JSONPointer> {
        guard let first = changes.first, readings < Self.maximumReadings else { return [] }
        readings += 1
        let json = changes.reduce(base.instance) { $0.replacing($1.place, with: $1.value) }
        let name = changes.count == 1 ? "\(first.place.label) has a different value" : "members have different values"
        let changed = shown(json, name).map { Self.changes(base.shown, $0).subtracting(base.unsteady) }
        if changes.count > 1, changed != [] {
            let middle = changes.startIndex + changes.count / 2
            return follow(changes[..<middle], of: base, shown).union(follow(changes[middle...], of: base, shown))
        }
        guard let changed else { return [] }
        for change in changes {
            let member = change.place.pattern.tokens
            tried.insert(member)
            for path in changed { followed[path, default: []].insert(member) }
            if change.isGood {
                let other = base.instance.replacing(change.place, with: change.value)
                others[change.place, default: []].append(other)
            }
        }
        return changed.isEmpty ? [] : [first.place]
    }

    func members(followedBy path: [String]) -> Set<[String]> {
        followed.reduce(into: []) { members, entry in
            if entry.key.filter({ $0 != "*" }).starts(with: path) { members.formUnion(entry.value) }
        }
    }

    func hasTried(_ member: [String]) -> Bool { tried.contains { $0.starts(with: member) } }

    /// Whether any property, except those at `path`, follows a member or a part of it.
    func isFollowed(_ member: [String], besides path: [String]? = nil) -> Bool {
        followed.contains { property, members in
            path.map { !property.filter { $0 != "*" }.starts(with: $0) } ?? true
                && members.contains { $0.starts(with: member) }
        }
    }

    /// Returns other values of the same JSON type, likeliest first, or an invalid one if there is no valid one.
    private static func otherValues(
        at site: ProbeSite, _ accepts: @escaping (JSON) -> Bool
    ) -> AnyIterator<Change> {
        let strategies: [any ProbeStrategy.Type] = [
            ChoiceStrategy.self, NumberStrategy.self, StringStrategy.self, ArrayStrategy.self,
        ]
        let near = site.value.stringValue?.withOtherLastDigit().map { [JSON.string($0)] } ?? []
        let changed = strategies.flatMap { $0.changes(at: site) }.compactMap(\.value)
        let values = (near + changed).filter { $0 != site.value }
        var good = values.lazy.filter { accepts(site.instance.replacing(site.place, with: $0)) }.makeIterator()
        var bad = values.first
        return AnyIterator {
            defer { bad = nil }
            let value = good.next()
            return (value ?? bad).map { Change(place: site.place, value: $0, isGood: value != nil) }
        }
    }

    private static func changes(_ base: JSON, _ changed: JSON) -> Set<[String]> {
        Set(JSONDifference.differences(expected: base, found: changed).map(\.pointer.pattern.tokens))
    }
}

extension String {
    /// The string with its last digit changed, which usually keeps a number, time or identifier valid.
    func withOtherLastDigit(by step: Int = 5) -> String? {
        guard let index = lastIndex(where: { $0.isASCII && $0.isNumber }), let digit = self[index].wholeNumberValue
        else { return nil }
        return replacingCharacters(in: index...index, with: "\((digit + step) % 10)")
    }
}

extension ModelProber {
    func sensitivity(of good: [JSON], _ verdict: ModelVerdict) -> () -> Sensitivity {
        lazy var sensitivity: Sensitivity = {
            let sites = ProbeGenerator.sites(in: good, of: contract.schema).filter(isWanted)
            for site in sites { cache.add(site.instance) }
            return Sensitivity(to: sites, verdict.accepts) { json, name in
                value(of: json, name).map(Reflection.json)
            }
        }()
        return { sensitivity }
    }

    /// Returns the contract with unmapped properties mapped to the members that they follow, or ignored as computed from
    /// them. Returns `nil` if sensitivity explains none of them.
    func fitted(to state: State, _ sensitivity: () -> Sensitivity) -> ModelContract? {
        if state.unmapped.isEmpty { return nil }
        let (sensitivity, made) = (sensitivity(), shownValues(of: state.acceptedInstances))
        let place = contract.pointer(to: .properties)
        var fitted = contract
        for text in state.unmapped {
            let path = text.pathNames
            let members = sensitivity.members(followedBy: path)
            guard let first = members.first else { continue }
            let shared = members.reduce(first) { shared, member in zip(shared, member).prefix { $0 == $1 }.map(\.0) }
            let mapped = fitted.mapping(
                PropertyContract(path: text, pointer: JSONPointer(tokens: shared), place: place))
            let elements = text.components(separatedBy: "[]").count - 1
            if !shared.isEmpty, shared.count(where: { $0 == "*" }) == elements, holds(mapped, at: path, made) {
                fitted = mapped
            } else {
                let unread = members.filter { !sensitivity.isFollowed($0, besides: path) }
                fitted = fitted.ignoring(
                    NamedText(text: path.joined(separator: "."), pointer: place),
                    unread: unread.map { NamedPointer(target: JSONPointer(tokens: $0), pointer: place) })
            }
        }
        return fitted === contract ? nil : fitted
    }

    func shownValues(of instances: [JSON]) -> [(json: JSON, shown: Any)] {
        instances.compactMap { json in value(of: json).map { (json, $0) } }
    }

    func holds(_ contract: ModelContract, at path: [String], _ made: [(json: JSON, shown: Any)]) -> Bool {
        let values = verdict(by: contract).values
        return made.allSatisfy { json, shown in
            !values.differences(shown, json, isWhole: false).contains { $0.propertyPath.starts(with: path) }
        }
    }
}
