import ContractFormat
import JSONSchema

/// Derives the probes of a model from good instances of it, deterministically and in a stable order.
package enum ProbeGenerator {
    /// The instances themselves, then each property at every depth missing, null and of each other JSON type.
    ///
    /// Only instances that the schema accepts are changed; the others are probes as they are.
    package static func probes(for instances: [Instance], accepted: (JSON) -> Bool) -> [Probe] {
        var probes = instances.map {
            Probe($0.name, $0.isRecorded ? .recorded : .example, at: JSONPointer(tokens: []), $0.json)
        }
        for site in sites(in: instances.filter { accepted($0.json) }) {
            probes.append(contentsOf: mutations(at: site))
        }
        return probes
    }

    /// A place to change, in the first instance that has a value there.
    private struct Site {
        let pointer: JSONPointer
        let instance: JSON
        let value: JSON
    }

    private static func sites(in instances: [Instance]) -> [Site] {
        var seen: Set<JSONPointer> = []
        var sites: [Site] = []
        for instance in instances {
            // A pointer whose value is null in one instance is probed again where it has a value, for its type.
            visit(instance.json, at: JSONPointer(tokens: [])) { pointer, value in
                guard !pointer.tokens.isEmpty, !value.isNull, seen.insert(pointer).inserted else { return }
                sites.append(Site(pointer: pointer, instance: instance.json, value: value))
            }
        }
        for instance in instances {
            visit(instance.json, at: JSONPointer(tokens: [])) { pointer, value in
                guard value.isNull, seen.insert(pointer).inserted else { return }
                sites.append(Site(pointer: pointer, instance: instance.json, value: value))
            }
        }
        return sites
    }

    /// Every value below `json`; of an array the first, a middle and the last element stand for all.
    private static func visit(_ json: JSON, at pointer: JSONPointer, _ body: (JSONPointer, JSON) -> Void) {
        body(pointer, json)
        switch json {
        case .object(let members):
            for member in members { visit(member.value, at: pointer.appending(member.key), body) }
        case .array(let elements):
            for index in Set([0, elements.count / 2, elements.count - 1]).sorted() where elements.indices.contains(index) {
                visit(elements[index], at: pointer.appending(index), body)
            }
        case .null, .bool, .number, .string: break
        }
    }

    private static func mutations(at site: Site) -> [Probe] {
        let pointer = site.pointer
        var probes: [Probe] = []
        if let removed = site.instance.removing(pointer.tokens[...]) {
            probes.append(Probe("\(pointer) is missing", .missing, at: pointer, removed))
        }
        if !site.value.isNull {
            probes.append(Probe("\(pointer) is null", .null, at: pointer, site.instance.replacing(pointer, with: .null)))
        }
        let others: [(String, JSON)] = [
            ("true", true), ("an integer", 7), ("a fraction", 1.5), ("a string", "text"), ("an array", []),
            ("an object", [:]),
        ]
        for (name, value) in others where value.typeName != site.value.typeName {
            probes.append(
                Probe(
                    "\(pointer) is \(name)", .type, at: pointer, site.instance.replacing(pointer, with: value),
                    isBridged: isBridged(site.value, value)))
        }
        return probes
    }

    /// Foundation reads a boolean as a number and back, so a cast does not tell them apart.
    private static func isBridged(_ good: JSON, _ other: JSON) -> Bool {
        switch (good, other) {
        case (.number, .bool), (.bool, .number): true
        default: false
        }
    }
}

extension JSON {
    /// The value with another one at a place that exists.
    package func replacing(_ pointer: JSONPointer, with value: JSON) -> JSON { replacing(pointer.tokens[...], with: value) }

    private func replacing(_ tokens: ArraySlice<String>, with value: JSON) -> JSON {
        guard let token = tokens.first else { return value }
        switch self {
        case .object(var members):
            if let child = members[token] { members[token] = child.replacing(tokens.dropFirst(), with: value) }
            return .object(members)
        case .array(var elements):
            if let index = Int(token), elements.indices.contains(index) {
                elements[index] = elements[index].replacing(tokens.dropFirst(), with: value)
            }
            return .array(elements)
        case .null, .bool, .number, .string: return self
        }
    }

    /// The value without the member at a place; `nil` where no member stands there (an array has no missing elements).
    fileprivate func removing(_ tokens: ArraySlice<String>) -> JSON? {
        guard let token = tokens.first else { return nil }
        switch self {
        case .object(var members):
            guard let child = members[token] else { return nil }
            if tokens.count == 1 {
                members[token] = nil
            } else {
                guard let changed = child.removing(tokens.dropFirst()) else { return nil }
                members[token] = changed
            }
            return .object(members)
        case .array(var elements):
            guard tokens.count > 1, let index = Int(token), elements.indices.contains(index),
                let changed = elements[index].removing(tokens.dropFirst())
            else { return nil }
            elements[index] = changed
            return .array(elements)
        case .null, .bool, .number, .string: return nil
        }
    }
}
