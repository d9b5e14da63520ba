import ContractFormat
import Foundation
import JSONSchema

/// The members that the properties of a model follow: one member of a good instance is changed, and what changes with it
/// follows it. That needs no knowledge of names, types or conversions.
struct Sensitivity {
    /// Other values of one member that are tried until a property changes, and members that are tried.
    private static let (tries, mostMembers) = (12, 400)
    /// The members that each property follows; paths and pointers have no indices but `*`.
    private var followed: [[String]: Set<[String]>] = [:]
    private var tried: Set<[String]> = []
    /// Good instances with another value at a place that the model takes.
    private(set) var others: [JSONPointer: [JSON]] = [:]

    /// - Parameter shown: the JSON that the model shows of an instance; `nil` where it refuses it.
    init(to sites: [ProbeSite], _ accepts: (JSON) -> Bool, _ shown: (JSON, ProbePlace) -> JSON?) {
        // A property that differs for the same instance, such as the time of reading, follows nothing.
        var bases: [JSON: (shown: JSON, unsteady: Set<[String]>)] = [:]
        let outerFirst = sites.sorted { one, other in
            (one.place.pointer.tokens.count, one.place.text) < (other.place.pointer.tokens.count, other.place.text)
        }
        for site in outerFirst.prefix(Self.mostMembers) {
            if bases[site.instance] == nil {
                guard let first = shown(site.instance, .root), let again = shown(site.instance, .root) else { continue }
                bases[site.instance] = (first, Self.changes(first, again))
            }
            guard let base = bases[site.instance] else { continue }
            let member = ProbePlace.pattern(of: site.place.pointer.tokens)
            for other in site.otherValues.lazy.filter(accepts).prefix(Self.tries) {
                guard let now = shown(other, site.place) else { continue }
                tried.insert(member)
                others[site.place.pointer, default: []].append(other)
                let changed = Self.changes(base.shown, now).subtracting(base.unsteady)
                for path in changed { followed[path, default: []].insert(member) }
                if !changed.isEmpty { break }
            }
        }
        for (instance, base) in bases {
            for path in shown(instance, .root).map({ Self.changes(base.shown, $0) }) ?? [] { followed[path] = nil }
        }
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

extension ProbeSite {
    /// The instance with other values of the same JSON type here, the likeliest first: one that differs in a digit.
    fileprivate var otherValues: [JSON] {
        let strategies: [any ProbeStrategy.Type] = [
            NumberStrategy.self, StringStrategy.self, ChoiceStrategy.self, ArrayStrategy.self,
        ]
        let near = value.stringValue?.withOtherLastDigit.map(JSON.string)
        let first = near.flatMap { instance.replacing(place.pointer, with: $0) }.map { [$0] } ?? []
        return first + probes(strategies, isBrief: false).compactMap(\.input.json)
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
        for instance in good { parts.add(instance) }
        lazy var sensitivity = Sensitivity(
            to: ProbeGenerator.sites(in: good, of: contract.schema).filter(isWanted), verdict.accepts
        ) { json, place in
            value(of: json, "\(place.label) has another value").map { Reflection.json(of: model.shown($0)) }
        }
        return { sensitivity }
    }

    /// The contract with what sensitivity tells of properties that it does not map; `nil` where that is nothing.
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
    /// - Parameter holds: tells whether a contract finds nothing at a property, in any good instance.
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
