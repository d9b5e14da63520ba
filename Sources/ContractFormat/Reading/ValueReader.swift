import JSONSchema

/// One value of a contract file while it is read: it gives typed values and reports what does not fit, with its place.
struct ValueReader {
    let json: JSON
    let pointer: JSONPointer
    let context: ReadingContext

    /// The value as an object of these keys; every missing or unknown key is a fault.
    ///
    /// `required` and `known` are given where only a part of the keys belongs here.
    func object<Key: ContractKey>(
        of _: Key.Type, required: [Key] = Key.required, known: [Key] = Array(Key.allCases)
    ) -> ObjectReader<Key>? {
        guard let members = json.objectValue else { return wrongType("an object") }
        let names = known.map(\.rawValue)
        for name in members.keys where !names.contains(name) {
            context.keyFault(
                "unknown key '\(name)'\(Suggestion.text(for: name, among: names))", at: pointer.appending(name))
        }
        let missing = required.filter { members[$0.rawValue] == nil }
        for key in missing { context.fault("the key '\(key.rawValue)' is missing", at: pointer) }
        return missing.isEmpty ? ObjectReader(members: members, pointer: pointer, context: context) : nil
    }

    var string: String? { json.stringValue ?? wrongType("a string") }

    var boolean: Bool? { json.boolValue ?? wrongType("true or false") }

    var nonEmptyString: String? {
        guard let string else { return nil }
        if string.isEmpty { return wrongValue("is empty; expected a text") }
        return string
    }

    var namedText: NamedText? { nonEmptyString.map { NamedText(text: $0, pointer: pointer) } }

    /// The members of an object with free keys, in order.
    var members: [(name: String, value: ValueReader)] {
        guard let object = json.objectValue else { return wrongType("an object") ?? [] }
        return object.map {
            ($0.key, ValueReader(json: $0.value, pointer: pointer.appending($0.key), context: context))
        }
    }

    /// The elements of an array.
    var elements: [ValueReader] {
        guard let array = json.arrayValue else { return wrongType("an array") ?? [] }
        return array.enumerated().map {
            ValueReader(json: $1, pointer: pointer.appending($0), context: context)
        }
    }

    /// One of the cases of an enum of strings.
    func choice<Choice: RawRepresentable & CaseIterable>(of _: Choice.Type = Choice.self) -> Choice?
    where Choice.RawValue == String {
        guard let string else { return nil }
        if let choice = Choice(rawValue: string) { return choice }
        return wrongValue("is not valid\(Suggestion.text(for: string, among: Choice.allCases.map(\.rawValue)))")
    }

    var jsonPointer: JSONPointer? {
        guard let string else { return nil }
        do { return try JSONPointer(string) } catch {
            return wrongValue("is no JSON Pointer: it starts with '/' (or is empty), '~' is '~0' and '/' is '~1'")
        }
    }

    var schema: EmbeddedSchema? { context.schema(at: pointer, json: json) }

    var template: Template? {
        guard let string else { return nil }
        do { return try Template(parsing: string) } catch {
            context.fault(error.message, at: pointer)
            return nil
        }
    }

    var templateValue: TemplateValue? {
        switch json {
        case .null, .bool, .number: return .literal(json)
        case .string(let text):
            guard let template else { return nil }
            return template.placeholders.isEmpty
                ? .literal(.string(template.text { _ in nil } ?? text)) : .template(template)
        case .array: return .array(elements.compactMap(\.templateValue))
        case .object:
            return .object(
                members.compactMap { name, reader in
                    reader.templateValue.map { TemplateValue.Member(name: name, value: $0) }
                })
        }
    }

    /// An object is a schema, anything else a value.
    var expectation: Expectation? {
        if json.objectValue != nil { return schema.map(Expectation.schema) }
        return templateValue.map(Expectation.value)
    }

    /// Members with a value each; where lists are allowed, a name stands once for each value of its list.
    func namedExpectations(allowingLists: Bool = false) -> [NamedExpectation] {
        members.flatMap { name, reader -> [NamedExpectation] in
            let values = allowingLists && reader.json.arrayValue != nil ? reader.elements : [reader]
            return values.compactMap { value in
                if value.json.arrayValue != nil { return value.wrongType("a string, number, boolean or schema") }
                return value.expectation.map { NamedExpectation(name: name, pointer: value.pointer, expectation: $0) }
            }
        }
    }

    func wrongType<Value>(_ expected: String) -> Value? {
        context.fault("expected \(expected), found \(json.typeName)", at: pointer)
        return nil
    }

    func wrongValue<Value>(_ what: String) -> Value? {
        context.fault("\(json.text(.compact)) \(what)", at: pointer)
        return nil
    }
}

/// An object whose keys were checked.
struct ObjectReader<Key: ContractKey> {
    let members: JSONObject
    let pointer: JSONPointer
    let context: ReadingContext

    subscript(key: Key) -> ValueReader? {
        members[key.rawValue].map { ValueReader(json: $0, pointer: pointer.appending(key.rawValue), context: context) }
    }

    func namedExpectations(_ key: Key, allowingLists: Bool = false) -> [NamedExpectation] {
        self[key]?.namedExpectations(allowingLists: allowingLists) ?? []
    }

    /// The one key of several that stands here; more than one is a fault, which `what` begins.
    func one(of keys: [Key], _ what: String) -> Key? {
        let found = keys.filter { members[$0.rawValue] != nil }
        if found.count > 1 {
            context.fault(
                "\(what): \(found.map(\.rawValue).joined(separator: " and ")) stand here", at: pointer)
        }
        return found.first
    }
}
