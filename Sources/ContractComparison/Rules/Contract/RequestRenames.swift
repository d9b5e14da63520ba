import ContractFormat
import JSONSchema

/// The renamed arguments of a request. Placeholder names are never sent, so they may differ.
struct RequestRenames {
    /// Maps old argument names to new ones.
    let arguments: [String: String]
    /// The arguments that only one side declares, under their new names.
    private let oneSided: Set<String>

    init(_ endpoint: ValuePair) {
        let request = endpoint[ContractKeys.Endpoint.request]
        let declared = endpoint[ContractKeys.Endpoint.arguments]
        var found: [String: String] = [:]
        var kept: Set<String> = []
        Self.collect(request.old?.value, request.new?.value, &found, &kept)
        var arguments = found.filter { old, new in
            declared.old?[old] != nil && declared.new?[new] != nil && !kept.contains(old) && !kept.contains(new)
        }
        // A name on both sides keeps its meaning, unless its argument was renamed and another one took the name.
        var count: Int
        repeat {
            count = arguments.count
            let (given, taken) = (Set(arguments.values), Set(arguments.keys))
            arguments = arguments.filter { old, new in
                (declared.new?[old] == nil || given.contains(old)) && (declared.old?[new] == nil || taken.contains(new))
            }
        } while arguments.count < count
        self.arguments = arguments
        let old = Set((declared.old?.members ?? []).map { arguments[$0.key] ?? $0.key })
        oneSided = old.symmetricDifference((declared.new?.members ?? []).map(\.key))
    }

    /// - Parameter kept: the names used at the same place on both sides.
    private static func collect(
        _ old: JSON?, _ new: JSON?, _ arguments: inout [String: String], _ kept: inout Set<String>
    ) {
        switch (old, new) {
        case (.string(let old)?, .string(let new)?):
            let (before, after) = (placeholders(of: old), placeholders(of: new))
            guard before.count == after.count else { return }
            for (old, new) in zip(before, after) {
                if old == new { kept.insert(old) }
                if arguments[old] == nil, !arguments.values.contains(new) { arguments[old] = new }
            }
        case (.object(let old)?, .object(let new)?):
            // The path comes first in a contract and is the most reliable evidence.
            for (key, value) in old { collect(value, new[key], &arguments, &kept) }
        case (.array(let old)?, .array(let new)?):
            for (old, new) in zip(old, new) { collect(old, new, &arguments, &kept) }
        default: return
        }
    }

    private static func placeholders(of text: String) -> [String] {
        Template.read(text)?.placeholders.compactMap(\.argument) ?? []
    }

    /// Applies the new names to the old side of a part of the request.
    func applied(to pair: ValuePair) -> ValuePair {
        guard !arguments.isEmpty, let old = pair.old else { return pair }
        let renamed = old.value.mapStrings { text in
            // `{{` is an escaped brace.
            text.replacing(#/\{\{|\{([^{}|]+)/#) { match in
                match.output.1.map { "{" + (arguments[String($0)] ?? String($0)) } ?? "{{"
            }
        }
        return ValuePair(old: old.at([], renamed), new: pair.new)
    }

    /// Returns a call's arguments under their new names, without those that only one side declares.
    func shared(_ arguments: ValuePair) -> ValuePair {
        func side(_ located: LocatedValue?, _ names: [String: String]) -> LocatedValue? {
            located.map { located in
                let members = located.members.map { (names[$0.key] ?? $0.key, $0.located.value) }
                return located.at([], .object(JSONObject(members.filter { !oneSided.contains($0.0) })))
            }
        }
        return ValuePair(old: side(arguments.old, self.arguments), new: side(arguments.new, [:]))
    }
}

struct PathShape: Hashable {
    let segments: [String]

    init(_ path: String) {
        segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            String(segment.replacing(#/\{[^{}]*\}/#) { _ in "{}" })
        }
    }

    /// Returns the differing prefixes, without placeholders, of two paths with a common suffix, or `nil`.
    static func prefixes(_ old: PathShape, _ new: PathShape) -> (old: String, new: String)? {
        if old == new { return nil }
        var (before, after) = (old.segments[...], new.segments[...])
        while let last = before.last, last == after.last {
            before.removeLast()
            after.removeLast()
        }
        guard before.count < old.segments.count, !(before + after).contains(where: { $0.contains("{}") }) else {
            return nil
        }
        return (before.joined(separator: "/"), after.joined(separator: "/"))
    }

    func replacing(_ old: String, with new: String) -> PathShape? {
        let path = segments.joined(separator: "/")
        guard path == old || path.hasPrefix(old + "/") else { return nil }
        return PathShape(new + path.dropFirst(old.count))
    }
}
