import ContractFormat
import Foundation
import JSONSchema

extension ValueMap {
    func compare(
        _ values: [Any], _ elements: [JSON], of value: Any, by differences: (Any, JSON, Int) -> [ValueDifference]
    ) -> [ValueDifference] {
        guard values.count == elements.count else {
            let message = "it has \(counted(values.count, "element")), not \(elements.count)"
            return [ValueDifference(value, .array(elements), message)]
        }
        let found = values.indices.flatMap { index in
            differences(values[index], elements[index], index).map { $0.within("[\(index)]", at: ["\(index)"]) }
        }
        // Skip long lists, because the search is quadratic.
        guard let wrong = found.first(where: { $0.rule == .wrongValue }), 2...100 ~= values.count,
            let index = wrong.pointer.tokens.first.flatMap({ Int($0) }),
            matches(values, elements, by: { differences($0, $1, 0) })
        else { return found }
        let moved = ValueDifference(values[index], elements[index], "the elements are in a different order")
        return found.filter { $0.rule != .wrongValue } + [moved.within("[\(index)]", at: ["\(index)"])]
    }

    func compare(
        dictionary mirror: Mirror, _ members: JSONObject, of value: Any,
        by differences: (Any, JSON, String) -> [ValueDifference]
    ) -> [ValueDifference] {
        let values = Dictionary(Reflection.entries(of: value, mirror).map { (Reflection.key($0), $1) }) { $1 }
        // A UUID is the same in either letter case (RFC 9562, section 4). Any other key is a string.
        func held(_ key: String) -> Any? { values[key] ?? UUID(uuidString: key).flatMap { values[$0.uuidString] } }
        guard values.count == members.count else {
            let lost = members.keys.first { held($0) == nil }
            let change = lost.map { "it has no entry for '\($0)'" } ?? "it has an additional entry"
            return [ValueDifference(value, .object(members), change)]
        }
        let step = step(in: .object(members))
        return members.flatMap { key, expected -> [ValueDifference] in
            if step != nil, step != key { return [] }
            guard let found = held(key) else {
                let isRespelled = values.keys.contains { MemberName.folded($0) == MemberName.folded(key) }
                if isRespelled { return [ValueDifference(value, .object(members), "its keys are spelled differently")] }
                return [ValueDifference(Optional<Int>.none as Any, expected).within("[\(key)]", at: [key])]
            }
            return differences(found, expected, key).map { $0.within("[\(key)]", at: [key]) }
        }
    }

    /// Compares a list of dictionary entries: one property of each element is the key, the others show the value.
    func compare(
        pairs mirror: Mirror, _ members: JSONObject, of value: Any, by place: MappedPlace,
        as conversion: ConversionContract?
    ) -> [ValueDifference] {
        guard mirror.children.count == members.count else { return [ValueDifference(value, .object(members))] }
        var keys: Set<String> = []
        return mirror.children.flatMap { child -> [ValueDifference] in
            var rest = Reflection.properties(of: child.value)
            let index = rest.firstIndex { !Reflection.isNull($0.value) && members[Reflection.key($0.value)] != nil }
            guard let index else { return [ValueDifference(value, .object(members))] }
            let key = Reflection.key(rest.remove(at: index).value)
            guard keys.insert(key).inserted, let expected = members[key], !rest.isEmpty else {
                return [ValueDifference(value, .object(members))]
            }
            let inner = place.member(key)
            let found =
                rest.count == 1 && expected.objectValue == nil
                ? comparePart(rest[0].value, expected, by: inner, as: conversion)
                : compare(rest, by: inner.plan(of: child.value, rest), expected)
            return found.map { $0.within("[\(key)]", at: [key]) }
        }
    }

    /// Compares a set, in which unknown elements share one case.
    func compare(
        set mirror: Mirror, _ elements: [JSON], of value: Any, by differences: (Any, JSON) -> [ValueDifference]
    ) -> [ValueDifference] {
        let values = mirror.children.map(\.value)
        let isSame = comparingEverything {
            elements.allSatisfy { element in values.contains { differences($0, element).isEmpty } }
                && values.allSatisfy { value in elements.contains { differences(value, $0).isEmpty } }
        }
        return isSame ? [] : [ValueDifference(value, .array(elements))]
    }

    func matches(_ values: [Any], _ elements: [JSON], by differences: (Any, JSON) -> [ValueDifference]) -> Bool {
        guard values.count == elements.count else { return false }
        var open = values
        return comparingEverything {
            elements.allSatisfy { element in
                guard let index = open.firstIndex(where: { differences($0, element).isEmpty }) else { return false }
                open.remove(at: index)
                return true
            }
        }
    }

    /// Compares unchanged parts too, because a value meets elements other than its own.
    private func comparingEverything(_ compare: () -> Bool) -> Bool {
        let known = (steps, reports)
        if reports == .problems { reports = .nothing }
        steps = nil
        defer { (steps, reports) = known }
        return compare()
    }
}

extension ValueMap {
    /// Whether a place is in a member that the model does not read and need not.
    func leavesUnread(_ place: JSONPointer) -> Bool {
        let tokens = place.pattern.tokens
        // The enumeration around a payload reads its tag.
        if sources.tags[contract.name]?.contains(where: { tokens.starts(with: $0) }) ?? false { return true }
        // A list that the map reads by position is read only at those positions.
        let path = place.tokens
        let isBeside = path.indices.contains { index in
            Int(path[index]) != nil && !positions.contains(path[...index])
                && positions.contains { $0.count == index + 1 && $0.dropLast() == path[..<index] }
        }
        if isBeside { return true }
        if unread.contains(where: { Self.covers($0, path) }) { return true }
        // A model's map applies wherever its values occur.
        return path.indices.contains { index in
            let schemas = root.place(at: JSONPointer(tokens: Array(path[..<index]))).schemas
            return sources.contracts.contains { model in
                (index > 0 || model.name != contract.name) && schemas.contains(model.schema.view)
                    && model.unread.contains { Self.covers($0.target.tokens, path[index...]) }
            }
        }
    }

    /// Whether a pattern, with `*` for any name or index, matches a place or an ancestor.
    private static func covers(_ pattern: [String], _ path: some Collection<String>) -> Bool {
        pattern.count <= path.count && zip(pattern, path).allSatisfy { $0 == "*" || $0 == $1 }
    }
}
