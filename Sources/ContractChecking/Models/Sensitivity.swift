import ContractFormat
import JSONSchema

/// Tells which members the properties of a model follow: one member of a good instance is changed, the rest is kept, and the
/// properties that change with it follow it.
///
/// It needs no knowledge of names, types or conversions, so that it sees through private coding keys and computed values.
struct Sensitivity {
    private static let mostMembers = 200
    /// Changes of one member that are tried until a property changes.
    private static let tries = 6
    /// The members that each property follows; paths and pointers have no indices but `*`.
    private var followed: [[String]: Set<[String]>] = [:]

    /// - Parameter shown: what the model shows of an instance, as JSON; `nil` where it refuses it.
    init(to instances: [JSON], of schema: EmbeddedSchema, _ shown: (JSON) -> JSON?) {
        var bases: [JSON: JSON] = [:]
        var noise: Set<[String]> = []
        for instance in instances {
            guard let base = shown(instance), let again = shown(instance) else { continue }
            bases[instance] = base
            noise.formUnion(Self.changes(base, again))
        }
        for site in ProbeGenerator.sites(in: instances, of: schema).filter(\.isLeaf).prefix(Self.mostMembers) {
            guard let base = bases[site.instance] else { continue }
            for json in site.goodChanges(of: schema).prefix(Self.tries) {
                let changed = shown(json).map { Self.changes(base, $0).subtracting(noise) } ?? []
                for path in changed { followed[path, default: []].insert(ProbePlace.pattern(of: site.place.pointer.tokens)) }
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
        Set(JSONDifference.differences(expected: base, found: changed).map { ProbePlace.pattern(of: $0.pointer.tokens) })
    }
}

extension ProbeSite {
    fileprivate var isLeaf: Bool { value.objectValue == nil && value.arrayValue?.isEmpty ?? true && !value.isNull && !isRepeated }

    /// Other values of the same JSON type that the schema accepts, in the instance.
    fileprivate func goodChanges(of schema: EmbeddedSchema) -> [JSON] {
        ProbeGenerator.probes(at: self).compactMap { probe in
            guard let json = probe.input.json, let other = json[pointer: probe.pointer], other.typeName == value.typeName,
                schema.schema.accepts(json)
            else { return nil }
            return json
        }
    }
}

extension ModelContract {
    /// The contract with what the code shows of properties that it does not map: one that holds what the members that it
    /// follows hold is mapped to them, and one that is computed of them is no data of its own. One that follows no member
    /// comes from nowhere, and is left as it is.
    ///
    /// - Parameter holds: whether a contract finds nothing at a property, in any good instance.
    func fitted(to unmapped: [[String]], _ sensitivity: Sensitivity, holds: (ModelContract, [String]) -> Bool) -> ModelContract {
        var fitted = self
        for path in unmapped {
            let members = sensitivity.members(followedBy: path)
            guard let first = members.first else { continue }
            let shared = members.reduce(first) { shared, member in zip(shared, member).prefix { $0 == $1 }.map(\.0) }
            let (text, place) = (path.joined(separator: "."), pointer(to: .properties))
            var mapped = fitted
            mapped.properties.append(PropertyContract(path: text, pointer: JSONPointer(tokens: shared), place: place))
            if !shared.isEmpty, !shared.contains("*"), holds(mapped, path) {
                fitted = mapped
            } else {
                fitted.ignored.append(NamedText(text: text, pointer: place))
                fitted.unread += members.filter { !sensitivity.isFollowed($0, besides: path) }.map {
                    NamedPointer(target: JSONPointer(tokens: $0), pointer: place)
                }
            }
        }
        return fitted
    }
}
