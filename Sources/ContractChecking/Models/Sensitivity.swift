import ContractFormat
import Foundation
import JSONSchema

/// Tells which members the properties of a model follow: one member of a good instance is changed, the rest is kept, and the
/// properties that change with it follow it.
///
/// It needs no knowledge of names, types or conversions, so that it sees through private coding keys and computed values.
struct Sensitivity {
    /// Changes of one member that are tried until a property changes, and members that are tried.
    private static let (tries, mostMembers) = (6, 400)
    /// The members that each property follows; paths and pointers have no indices but `*`.
    private var followed: [[String]: Set<[String]>] = [:]

    /// - Parameters:
    ///   - probes: other values at one place of good instances, which the model takes.
    ///   - shown: what the model shows of an instance, as JSON; `nil` where it refuses it.
    init(to probes: [Probe], _ shown: (JSON) -> JSON?) {
        var bases: [JSON: JSON] = [:]
        let members = Dictionary(grouping: probes) { ObjectIdentifier($0.place) }.values
        let outerFirst = members.sorted { one, other in
            let (left, right) = (one[0].place, other[0].place)
            return (left.pointer.tokens.count, left.text) < (right.pointer.tokens.count, right.text)
        }
        for probes in outerFirst.prefix(Self.mostMembers) {
            for probe in probes.prefix(Self.tries) {
                guard let base = probe.base, let before = bases[base] ?? shown(base),
                    let now = probe.input.json.flatMap(shown)
                else { continue }
                bases[base] = before
                var changed = Self.changes(before, now)
                // A property that differs for the same instance, such as the time of reading, follows nothing.
                if !changed.isEmpty { changed.subtract(shown(base).map { Self.changes(before, $0) } ?? []) }
                for path in changed {
                    followed[path, default: []].insert(ProbePlace.pattern(of: probe.pointer.tokens))
                }
                if !changed.isEmpty { break }
            }
        }
    }

    /// The members that a property, or a part of it, follows.
    func members(followedBy path: [String]) -> Set<[String]> {
        followed.reduce(into: []) { members, entry in
            if entry.key.filter({ $0 != "*" }).starts(with: path) { members.formUnion(entry.value) }
        }
    }

    /// Whether another property follows a member.
    func isFollowed(_ member: [String], besides path: [String]) -> Bool {
        followed.contains { !$0.key.filter { $0 != "*" }.starts(with: path) && $0.value.contains(member) }
    }

    private static func changes(_ base: JSON, _ changed: JSON) -> Set<[String]> {
        Set(
            JSONDifference.differences(expected: base, found: changed).map { ProbePlace.pattern(of: $0.pointer.tokens) }
        )
    }
}

extension Probe {
    /// Whether it has another value of the same JSON type at a place that holds no others.
    var isOtherValue: Bool {
        switch kind {
        case .number, .string, .choice: base != nil
        case .example, .recorded, .missing, .null, .type, .array, .unknown, .pair, .text: false
        }
    }
}

extension ModelProber {
    /// Gives what is found out at the first call.
    ///
    /// - Parameter changed: probes that the model took, so that none of them is fatal.
    func sensitivity(to changed: [Probe]) -> () -> Sensitivity {
        var known: Sensitivity?
        return {
            let sensitivity =
                known
                ?? Sensitivity(to: changed) { json in
                    make(.json(json)).value.map { Reflection.json(of: model.shown($0)) }
                }
            known = sensitivity
            return sensitivity
        }
    }

    /// The contract with what sensitivity tells of properties that it does not map; `nil` where that is nothing.
    func fitted(to state: State, _ sensitivity: @autoclosure () -> Sensitivity) -> ModelContract? {
        if state.unmapped.isEmpty { return nil }
        let made = state.taken.compactMap { json in make(.json(json)).value.map { (json, model.shown($0)) } }
        let fitted = contract.fitted(to: state.unmapped, sensitivity()) { mapped, path in
            let values = verdict(by: mapped).values
            return made.allSatisfy { json, shown in
                !values.differences(shown, json, isWhole: false).contains { $0.propertyPath.starts(with: path) }
            }
        }
        let isFitted =
            fitted.properties.count + fitted.ignored.count > contract.properties.count + contract.ignored.count
        return isFitted ? fitted : nil
    }
}

extension ModelContract {
    /// The contract with what the code shows of properties that it does not map: one that holds what the members that it
    /// follows hold is mapped to them, and one that is computed of them is no data of its own. One that follows no member
    /// comes from nowhere, and is left as it is.
    ///
    /// - Parameter holds: whether a contract finds nothing at a property, in any good instance.
    func fitted(to unmapped: [String], _ sensitivity: Sensitivity, holds: (ModelContract, [String]) -> Bool)
        -> ModelContract
    {
        var fitted = self
        for text in unmapped {
            let path = text.replacing("[]", with: "").split(separator: ".").map(String.init)
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
