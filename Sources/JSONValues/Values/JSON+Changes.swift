extension JSON {
    /// The elements or members, with the tokens of their pointers.
    package var children: [(token: String, json: JSON)] {
        arrayValue?.enumerated().map { (String($0), $1) } ?? objectValue?.map { ($0.key, $0.value) } ?? []
    }

    package func mapStrings(keys: (String) -> String = { $0 }, _ change: (String) -> String) -> JSON {
        switch self {
        case .null, .bool, .number: self
        case .string(let text): .string(change(text))
        case .array(let elements): .array(elements.map { $0.mapStrings(keys: keys, change) })
        case .object(let members):
            .object(JSONObject(members.map { (keys($0.key), $0.value.mapStrings(keys: keys, change)) }))
        }
    }

    /// Returns the value with each element or member changed.
    package func mapChildren(_ change: (JSON) -> JSON) -> JSON {
        switch self {
        case .null, .bool, .number, .string: self
        case .array(let elements): .array(elements.map(change))
        case .object(let members): .object(members.mapValues(change))
        }
    }

    /// Visits the value and all nested values in preorder.
    package func forEachValue(at pointer: JSONPointer = .root, _ visit: (JSONPointer, JSON) -> Void) {
        visit(pointer, self)
        for (token, child) in children { child.forEachValue(at: pointer.appending(token), visit) }
    }

    /// Returns the value with the one at an existing pointer replaced.
    package func replacing(_ pointer: JSONPointer, with value: JSON) -> JSON {
        replacing(pointer.tokens[...], with: value)
    }

    /// Returns the value with the one at a pointer set. The parent must exist.
    package func setting(_ pointer: JSONPointer, to value: JSON) -> JSON {
        guard let last = pointer.tokens.last, let parent = pointer.parent,
            var members = self[pointer: parent]?.objectValue
        else { return replacing(pointer, with: value) }
        members[last] = value
        return replacing(parent, with: .object(members))
    }

    /// Returns the value without the member at a pointer, or `nil` if no object member is there.
    package func removing(_ pointer: JSONPointer) -> JSON? {
        guard let last = pointer.tokens.last, let parent = pointer.parent,
            var members = self[pointer: parent]?.objectValue, members[last] != nil
        else { return nil }
        members[last] = nil
        return replacing(parent, with: .object(members))
    }

    private func replacing(_ tokens: ArraySlice<String>, with value: JSON) -> JSON {
        guard let token = tokens.first else { return value }
        switch self {
        case .object(var members):
            if let child = members[token] { members[token] = child.replacing(tokens.dropFirst(), with: value) }
            return .object(members)
        case .array(var elements):
            if let index = JSONPointer.index(token), elements.indices.contains(index) {
                elements[index] = elements[index].replacing(tokens.dropFirst(), with: value)
            }
            return .array(elements)
        case .null, .bool, .number, .string: return self
        }
    }
}

extension JSON {
    package var descendants: [(name: String?, value: JSON)] {
        var found: [(name: String?, value: JSON)] = [(nil, self)]
        var next = 0
        while next < found.count {
            let isObject = found[next].value.objectValue != nil
            found += found[next].value.children.map { (isObject ? $0.token : nil, $0.json) }
            next += 1
        }
        return found
    }
}

package struct JSONDifference: Sendable, Hashable {
    package let pointer: JSONPointer
    /// `nil` if only `found` has a value.
    package let expected: JSON?
    package let found: JSON?

    /// Returns the deepest differences, in the order of the expected value, followed by additional members.
    package static func differences(
        expected: JSON?, found: JSON?, at pointer: JSONPointer = .root
    ) -> [Self] {
        if expected == found { return [] }
        if let expected = expected?.objectValue, let found = found?.objectValue {
            let names = expected.keys + found.keys.filter { expected[$0] == nil }
            return names.flatMap {
                differences(expected: expected[$0], found: found[$0], at: pointer.appending($0))
            }
        }
        if let elements = expected?.arrayValue, let others = found?.arrayValue {
            return (0..<max(elements.count, others.count)).flatMap { index in
                differences(expected: expected?[index], found: found?[index], at: pointer.appending(index))
            }
        }
        return [Self(pointer: pointer, expected: expected, found: found)]
    }
}
