import Foundation
import HTTPRecording
import JSONSchema

typealias ContractCursor = JSONCursor<ContractReading>

extension ContractCursor {
    var nonEmptyString: String? {
        guard let string = string() else { return nil }
        if string.isEmpty { return wrongValue("is empty; expected a string") }
        return string
    }

    var namedText: NamedText? { nonEmptyString.map { NamedText(text: $0, pointer: pointer) } }

    func choice<Choice: RawRepresentable & CaseIterable>(of _: Choice.Type = Choice.self) -> Choice?
    where Choice.RawValue == String {
        guard let string = string() else { return nil }
        if let choice = Choice(rawValue: string) { return choice }
        return wrongValue("is not valid\(Suggestion.text(for: string, among: Choice.allCases.map(\.rawValue)))")
    }

    var namedPointer: NamedPointer? { jsonPointer.map { NamedPointer(target: $0, pointer: pointer) } }

    /// A member by its name or by a JSON Pointer.
    var namedMember: NamedPointer? {
        guard let name = json.stringValue, !name.isEmpty, !name.hasPrefix("/") else { return namedPointer }
        return NamedPointer(target: JSONPointer(tokens: [name]), pointer: pointer)
    }

    var jsonPointer: JSONPointer? {
        guard let string = string() else { return nil }
        do { return try JSONPointer(string) } catch {
            return wrongValue(
                "is not a JSON Pointer: it must be empty or start with '/', with '~0' for '~' and '~1' for '/'")
        }
    }

    var mediaType: MediaType? {
        string().flatMap { text in
            let type = MediaType(text)
            return type.isWellFormed ? type : wrongValue("is not a media type: expected type/subtype")
        }
    }

    var schema: EmbeddedSchema? { context.schema(at: pointer, json: json) }

    /// Reads JSON Schema keywords that share an object with contract keys; `nil` if there are none or they are invalid.
    func schema<Key: ContractKey>(beside keys: [Key]) -> EmbeddedSchema? {
        let own = keys.filter { json[$0] != nil }
        if own.isEmpty { return schema }
        guard let object = json.objectValue, object.count > own.count else { return nil }
        return context.schema(at: pointer, json: json, without: own.map(pointer.appending))
    }

    var template: Template? {
        guard let string = string() else { return nil }
        do { return try Template(parsing: string) } catch {
            fault(error.message)
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
        case .array: return .array(elements().compactMap(\.templateValue))
        case .object:
            return .object(
                members().compactMap { name, reader in
                    reader.templateValue.map { TemplateValue.Member(name: name, value: $0) }
                })
        }
    }

    var expectation: Expectation? {
        if json.objectValue != nil { return schema.map(Expectation.schema) }
        return templateValue.map(Expectation.value)
    }

    /// Reads the members as expectations. In pairs, each element of a list becomes an expectation of that name.
    func namedExpectations(_ styles: [ParameterStyle.Kind]) -> [NamedExpectation] {
        members().flatMap { name, reader -> [NamedExpectation] in
            if reader.isStyled { return reader.styled(name, among: styles).map { [$0] } ?? [] }
            let isList = reader.json.arrayValue != nil && styles == ParameterStyle.ofPairs
            let values = isList ? reader.elements() : [reader]
            return values.compactMap { value in
                if value.json.arrayValue != nil {
                    return value.mismatch(expected: "a string, number, boolean or schema")
                }
                return value.expectation.map { NamedExpectation(name: name, pointer: value.pointer, expectation: $0) }
            }
        }
    }

    func int(in range: ClosedRange<Int>, _ what: String) -> Int? {
        guard let number = json.intValue, range.contains(number) else {
            return wrongValue("is not a valid number of \(what): expected \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func seconds(_ what: String) -> JSONNumber? {
        guard let seconds = json.numberValue else { return mismatch(expected: "a number of seconds") }
        return seconds > JSONNumber(0)
            ? seconds : wrongValue("is not a valid \(what): expected more than 0 seconds")
    }

    func wrongValue<Value>(_ what: String) -> Value? {
        fault("\(json.text(.compact)) \(what)")
        return nil
    }
}

extension JSONCursor where Context: CollectingReading {
    /// Reads an object with these keys; every missing or unknown key is a fault.
    func object<Key: ContractKey>(
        of _: Key.Type, required: [Key] = Key.required, known: [Key] = Array(Key.allCases)
    ) -> KeyedObject<Context, Key>? {
        object(required: required.map(\.rawValue), known: known.map(\.rawValue)).map { KeyedObject(cursor: $0) }
    }
}

typealias ContractObject<Key: ContractKey> = KeyedObject<ContractReading, Key>

struct KeyedObject<Context: CollectingReading, Key: ContractKey> {
    let cursor: JSONCursor<Context>

    var context: Context { cursor.context }

    subscript(key: Key) -> JSONCursor<Context>? { cursor[key.rawValue] }

    /// Reads the elements of the array at a key. Returns none if the key is absent.
    func elements<Value>(_ key: Key, _ read: (JSONCursor<Context>) -> Value?) -> [Value] {
        self[key]?.elements().compactMap(read) ?? []
    }

    /// Reads the members of the object at a key. Returns none if the key is absent.
    func members<Value>(_ key: Key, _ read: (String, JSONCursor<Context>) -> Value?) -> [Value] {
        self[key]?.members().compactMap(read) ?? []
    }
}

extension ContractObject where Context == ContractReading {
    /// Returns the first of the keys that is present. Reports more than one as a fault that begins with `what`.
    func one(of keys: [Key], _ what: String) -> Key? {
        let found = keys.filter { self[$0] != nil }
        if found.count > 1 {
            cursor.fault("\(what): \(found.map(\.rawValue).joined(separator: " and ")) are given here")
        }
        return found.first
    }
}

final class ContractReading: CollectingReading {
    let url: URL
    let source: SourceFile
    let document: SchemaDocument
    private let compiler: SchemaCompiler
    /// The names of the models read so far, by the schemas to which a `$ref` leads.
    var models: [SchemaView: String] = [:]
    var faults: [SourceFault] = []

    init(url: URL, source: SourceFile, document: SchemaDocument, compiler: SchemaCompiler) {
        self.url = url
        self.source = source
        self.document = document
        self.compiler = compiler
    }

    /// Compiles a schema without the members `own`, in which the places `open` accept anything.
    func schema(
        at pointer: JSONPointer, json: JSON, open: [JSONPointer] = [], without own: [JSONPointer] = []
    ) -> EmbeddedSchema? {
        do throws(SchemaError) {
            if !open.isEmpty || !own.isEmpty {
                let bare = own.reduce(document.root) { $0.removing($1) ?? $0 }
                let opened = document.replaced(by: open.reduce(bare) { $0.replacing($1, with: true) })
                let schema = try opened.compiler(unknownKeywords: .reject).schema(at: pointer)
                return opened.view(at: pointer).map { EmbeddedSchema(view: $0, schema: schema) }
            }
            return EmbeddedSchema(
                view: SchemaView(document: document, pointer: pointer, json: json),
                schema: try compiler.schema(at: pointer))
        } catch {
            let isHere = error.document == document.uri.absoluteString
            let fault = SourceFault(
                isHere ? error.message : "\(error)", at: source.place(of: isHere ? error.pointer : pointer))
            // A fault in a shared definition is found once per reference.
            if !faults.contains(where: { $0.place == fault.place }) { faults.append(fault) }
            return nil
        }
    }
}
