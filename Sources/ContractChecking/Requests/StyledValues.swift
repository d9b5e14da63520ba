import ContractFormat
import JSONSchema

extension ExpectedValues {
    /// Returns the pairs of expectations. A styled list or object becomes one pair per string.
    func expanded(_ expectations: [NamedExpectation]) -> [NamedExpectation] { expectations.flatMap(expanded) }

    private func expanded(_ expectation: NamedExpectation) -> [NamedExpectation] {
        guard let style = expectation.style, case .value(let template) = expectation.expectation else {
            return [expectation]
        }
        func pair(_ name: String, _ value: TemplateValue) -> NamedExpectation {
            NamedExpectation(
                name: name, pointer: expectation.pointer, expectation: .value(value), isOrdered: style.isOrdered)
        }
        guard let filled = template.filled(value) else { return [] }
        switch filled {
        case .null: return []
        case .bool, .number, .string: return [pair(expectation.name, template)]
        case .array(let all):
            let elements = all.filter { !$0.isNull }
            if elements.isEmpty { return [] }
            if style.kind == .deepObject { return elements.map { pair(expectation.name + "[]", .literal($0)) } }
            guard !style.explode || style.kind == .simple else {
                if case .template = template { return [pair(expectation.name, template)] }
                return elements.map { pair(expectation.name, .literal($0)) }
            }
            // Compare the elements of an argument one by one, for example a date as an instant.
            if case .template(let template) = template, let slot = template.soleSlot {
                let joined = Template(parts: [
                    .placeholder(.init(slot.placeholder, joinedBy: style.separator, as: slot.form))
                ])
                return [pair(expectation.name, .template(joined))]
            }
            let text = elements.map(\.plainText).joined(separator: style.separator)
            return [pair(expectation.name, .literal(.string(text)))]
        case .object(let all):
            let members = all.filter { !$0.value.isNull }
            if members.isEmpty { return [] }
            switch (style.kind, style.explode) {
            case (.deepObject, _):
                return StyledPairs.deep(expectation.name, filled).map { pair($0.name, .literal($0.value)) }
            case (.simple, true):
                let text = members.map { "\($0.key)=\($0.value.plainText)" }.joined(separator: ",")
                return [pair(expectation.name, .literal(.string(text)))]
            case (_, true): return members.map { pair($0.key, .literal($0.value)) }
            case (_, false):
                let text = members.flatMap { [$0.key, $0.value.plainText] }.joined(separator: style.separator)
                return [pair(expectation.name, .literal(.string(text)))]
            }
        }
    }
}

enum StyledPairs {
    /// Returns the bracketed pairs of an object: `a[b]=1`, `a[b][c]=2`, and `a[d][]=3` for each list element.
    static func deep(_ name: String, _ value: JSON) -> [(name: String, value: JSON)] {
        switch value {
        case .null: []
        case .bool, .number, .string: [(name, value)]
        case .array(let elements): elements.flatMap { deep(name + "[]", $0) }
        case .object(let members): members.flatMap { deep("\(name)[\($0.key)]", $0.value) }
        }
    }

    /// Whether a pair of this name may be part of the value.
    static func covers(_ name: String, _ expectation: NamedExpectation, _ endpoint: EndpointContract) -> Bool {
        if name == expectation.name { return true }
        guard let style = expectation.style else { return false }
        if style.kind == .deepObject { return name.hasPrefix(expectation.name + "[") }
        return style.explode && memberNames(of: expectation, endpoint).contains(name)
    }

    private static func memberNames(of expectation: NamedExpectation, _ endpoint: EndpointContract) -> Set<String> {
        guard case .value(let value) = expectation.expectation else { return [] }
        switch value {
        case .object(let members): return Set(members.map(\.name))
        case .template(let template):
            guard case .name(let name)? = template.solePlaceholder, let argument = endpoint.argument(name) else {
                return []
            }
            return Set(argument.schema.view.describingSchemas.flatMap { $0.members("properties").map(\.name) })
        case .literal, .array: return []
        }
    }

    static func value(
        of expectation: NamedExpectation, _ style: ParameterStyle, of argument: ArgumentContract,
        _ slot: Template.Slot, among pairs: [QueryPairs.Pair], _ endpoint: EndpointContract
    ) -> JSON? {
        let own = pairs.filter { $0.name == expectation.name }.map(\.value)
        if style.kind == .deepObject {
            let found = pairs.filter { covers($0.name, expectation, endpoint) }
            return found.isEmpty ? nil : deepValue(found, expectation.name, argument)
        }
        if own.isEmpty {
            let names = memberNames(of: expectation, endpoint)
            let members = pairs.filter { names.contains($0.name) }
            guard style.explode, !members.isEmpty else { return nil }
            return object(members.map { ($0.name, $0.value) }, argument)
        }
        if style.explode, style.kind != .simple { return argument.value(of: own, in: slot) }
        let text = own.first ?? ""
        let texts = text.split(separator: style.separator, omittingEmptySubsequences: false).map(String.init)
        let list = argument.value(of: texts, in: slot)
        if argument.schema.schema.accepts(list) { return list }
        if style.explode {
            return object(
                texts.map { text in
                    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                        String.init)
                    return (sides[0], sides.count == 2 ? sides[1] : "")
                }, argument)
        }
        let names = stride(from: 0, to: texts.count - 1, by: 2)
        return object(names.map { (index: Int) -> (String, String) in (texts[index], texts[index + 1]) }, argument)
    }

    private static func object(_ pairs: [(String, String)], _ argument: ArgumentContract) -> JSON {
        .object(JSONObject(pairs.map { ($0.0, argument.scalar($0.1, at: JSONPointer(tokens: [$0.0]))) }))
    }

    private static func deepValue(_ pairs: [QueryPairs.Pair], _ name: String, _ argument: ArgumentContract) -> JSON {
        pairs.reduce(.null) { value, pair in
            let path = pair.name.dropFirst(name.count).split(separator: "[").map {
                String($0.hasSuffix("]") ? $0.dropLast() : $0)
            }
            return value.inserting(pair.value, at: path[...], [], argument)
        }
    }
}

extension JSON {
    /// Inserts a string at a path of names. An empty name appends to a list.
    fileprivate func inserting(
        _ text: String, at path: ArraySlice<String>, _ walked: [String], _ argument: ArgumentContract
    ) -> JSON {
        guard let name = path.first else { return argument.scalar(text, at: JSONPointer(tokens: walked)) }
        if name.isEmpty {
            let elements = arrayValue ?? []
            let element = JSON.null.inserting(text, at: path.dropFirst(), walked + ["\(elements.count)"], argument)
            return .array(elements + [element])
        }
        var members = objectValue ?? [:]
        members[name] = (members[name] ?? .null).inserting(text, at: path.dropFirst(), walked + [name], argument)
        return .object(members)
    }
}

extension ArgumentContract {
    /// Converts a string by the schema of a place: to a string if valid, else to the parsed JSON.
    fileprivate func scalar(_ text: String, at place: JSONPointer) -> JSON {
        let schema = self.schema.view.deepest(towards: place).schema
        if schema?.accepts(.string(text)) ?? true { return .string(text) }
        return JSON(ifValid: text.utf8) ?? .string(text)
    }
}
