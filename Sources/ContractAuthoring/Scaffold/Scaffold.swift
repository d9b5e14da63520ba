import ContractFormat
import JSONSchema

/// Writes a Swift type that is made from JSON as a model of a contract asks: it reads every property from its place,
/// and refuses what the schema refuses.
package struct Scaffold: Sendable {
    package enum Style: Sendable {
        /// By `init?(json: [String: Any])`.
        case dictionary
        /// By `init(from: any Decoder)`.
        case codable
    }

    /// The Swift source, with a final newline.
    package let source: String
    /// Parts of the contract that the type does not enforce or hold.
    package let gaps: [String]
    /// Advice for the reader.
    package let notes: [String]

    /// Writes the type of a model.
    ///
    /// - Parameter contract: where the models of its variants' payloads are.
    package init(_ model: ModelContract, style: Style, in contract: Contract? = nil) {
        var writer = ScaffoldWriter(model, style: style)
        writer.payloads = { name in contract?.models.first { $0.name == name } }
        source = writer.write()
        gaps = writer.gaps
        notes = writer.notes
    }
}

/// Puts together the type, its nested types, and the helpers that they need.
struct ScaffoldWriter {
    let model: ModelContract
    /// The schema of the model, or of one of its variants.
    var root: SchemaView
    /// Those of the contract and those that map themselves.
    var properties: [PropertyContract]
    let style: Scaffold.Style
    var check: CheckCode
    var uses: Helpers = []
    var payloads: (String) -> ModelContract? = { _ in nil }
    private(set) var notes: [String] = []

    var gaps: [String] { check.gaps }

    init(_ model: ModelContract, style: Scaffold.Style) {
        self.model = model
        root = model.schema.view
        properties = model.wholeMap
        self.style = style
        check = CheckCode()
    }

    mutating func write() -> String {
        let name = SwiftName.type(model.name, fallback: "Model")
        let type = enumeration(name) ?? self.type(name, PropertyTree(properties), at: .root, .model)
        uses.formUnion(check.uses)
        let comments =
            [model.summary ?? "A model of the contract, as 'contracts scaffold' wrote it."]
            + gaps.map { "Not enforced: \($0)." } + notes
        return "import Foundation\n\n" + (comments.flatMap(SwiftCode.comment) + [type]).source + "\n" + helperText()
    }

    // MARK: - Types

    /// The part of the model that a struct stands for.
    enum Role {
        case model
        /// The payload of a variant.
        case payload
        case part
    }

    /// A struct with its properties, its initializer and its nested types.
    mutating func type(
        _ name: String, _ tree: PropertyTree, at container: JSONPointer, _ role: Role
    ) -> SwiftCode {
        var properties: [SwiftCode] = []
        var assignments: [SwiftCode] = []
        var nested: [SwiftCode] = []
        var typeNames = DistinctNames([name])
        for child in tree.children {
            let property = child.name
            let written = SwiftName.escaped(property)
            guard SwiftName.isIdentifier(property) else {
                check.note("the property '\(property)', which is no name in Swift")
                continue
            }
            switch child.node {
            case .leaf(let leaf):
                guard let read = reading(leaf, from: container, &typeNames) else { continue }
                properties.append("let \(written): \(read.type)")
                assignments.append("\(written) = \(read.expression)")
                if let type = read.nested { nested += ["", type] }
            case .group(let group):
                let place = group.container
                let type = typeNames.take(SwiftName.type(property, fallback: "Part"))
                let (chain, isOptional) = access(to: place, from: container, throughObject: true)
                properties.append("let \(written): \(type)\(isOptional ? "?" : "")")
                assignments.append(
                    isOptional
                        ? "\(written) = try (\(chain)).map { try \(type)($0) }" : "\(written) = try \(type)(\(chain))")
                nested += ["", self.type(type, group, at: place, .part)]
            }
        }
        if role != .part { assignments += rootChecks() }
        if !properties.isEmpty { properties.append("") }
        return .braces(
            "struct \(name)\(role == .model ? conformance : "")",
            properties + [
                role == .model
                    ? initializer(assignments) : .braces("fileprivate init(_ root: Field) throws", assignments)
            ] + nested)
    }

    var conformance: String { style == .codable ? ": Decodable" : "" }

    func initializer(_ assignments: [SwiftCode]) -> SwiftCode {
        switch style {
        case .dictionary:
            return .braces(
                "init?(json: [String: Any])",
                [
                    "do {", .indented(["let root = Field(value: json)"] + assignments), "} catch {",
                    .indented(["return nil"]), "}",
                ])
        case .codable:
            return .braces(
                "init(from decoder: any Decoder) throws",
                ["let root = try Field(from: decoder).object()"] + assignments)
        }
    }

    // MARK: - Properties

    private struct Read {
        var type: String
        var expression: String
        var nested: SwiftCode?
    }

    private mutating func reading(
        _ property: PropertyContract, from container: JSONPointer, _ typeNames: inout DistinctNames
    ) -> Read? {
        guard let key = property.pointer.tokens.last, let parent = property.pointer.parent else {
            check.note("the property '\(property.path)', which stands for the whole value")
            return nil
        }
        guard !property.isCollected else {
            check.note("the property '\(property.path)', whose elements stand at many places")
            return nil
        }
        let place = facts(at: property.pointer)
        guard !place.facts.saysNothing else {
            check.note(
                "the property '\(property.path)': the schema does not say of which type '\(property.pointer)' is")
            return nil
        }
        let (chain, isOptional) = access(to: parent, from: container, throughObject: false)
        let field = chain + Self.step(key, isIndex: place.isIndex)
        uses.insert(place.isIndex ? "index" : "subscript")
        let (marked, used) = CheckCode.marked(field, isRequired: place.isRequired, isNullable: place.facts.isNullable)
        uses.formUnion(used)
        let isNil = isOptional || marked != field
        guard let value = PropertyCode(property, place.facts, &typeNames) else {
            if let list = list(property, place.facts, marked, &typeNames) {
                return Read(type: list.type + (isNil ? "?" : ""), expression: list.expression, nested: list.nested)
            }
            check.note("the property '\(property.path)': no one Swift type holds what '\(property.pointer)' may be")
            return nil
        }
        uses.formUnion(value.uses)
        value.gaps.forEach { check.note($0) }
        for note in value.notes { notes.append("'\(property.path)': \(note).") }
        let base = marked.hasSuffix("?") ? String(marked.dropLast()) : marked
        let expression: String
        switch value.form {
        case .call(let call): expression = "try \(marked)\(call)"
        case .initializer(let type):
            expression = isNil ? "try \(base).map { try \(type)($0) }" : "try \(type)(\(field))"
        }
        return Read(type: value.type + (isNil ? "?" : ""), expression: expression, nested: value.nested)
    }

    /// An array of objects, each a value of a nested type.
    private mutating func list(
        _ property: PropertyContract, _ facts: SchemaFacts, _ field: String, _ typeNames: inout DistinctNames
    ) -> Read? {
        let element = SchemaFacts(facts.items)
        let isNested = property.pointer.tokens.count { $0 == "0" } < 3
        guard property.conversion == nil, facts.plainTypes == [.array], facts.prefixItems.isEmpty, isNested,
            element.plainTypes == [.object], !element.isNullable, !element.holds(root)
        else { return nil }
        let container = property.pointer.appending("0")
        var map = PropertyMap(root: root.document.root)
        let properties = map.properties(of: element).compactMap { path, pointer -> PropertyContract? in
            guard let pointer = pointer.stringValue.flatMap(ModelContract.pointer) else { return nil }
            return PropertyContract(
                path: path, pointer: JSONPointer(tokens: container.tokens + pointer.tokens), place: model.pointer)
        }
        guard !properties.isEmpty else { return nil }
        let type = typeNames.take(
            SwiftName.type(Naming.singular(String(property.path.split(separator: ".").last ?? "")), fallback: "Element")
        )
        uses.formUnion(["array", "object"])
        return Read(
            type: "[\(type)]", expression: "try \(field).array { try \(type)($0.object()) }",
            nested: self.type(type, PropertyTree(properties), at: container, .part))
    }

    /// The expression of an object's field, and whether it may be nil.
    ///
    /// - Parameter throughObject: whether the last field is to be an object itself, as for a nested type.
    private mutating func access(
        to place: JSONPointer, from container: JSONPointer, throughObject: Bool
    ) -> (text: String, isOptional: Bool) {
        var text = "root"
        var isOptional = false
        var pointer = container
        for token in place.tokens.dropFirst(container.tokens.count) {
            pointer = pointer.appending(token)
            let step = facts(at: pointer)
            uses.insert(step.isIndex ? "index" : "subscript")
            let field = text + Self.step(token, isIndex: step.isIndex)
            let (marked, used) = CheckCode.marked(field, isRequired: step.isRequired, isNullable: step.facts.isNullable)
            uses.formUnion(used)
            if marked != field { isOptional = true }
            let isList = step.facts.plainTypes == [.array]
            if !isList { uses.insert("object") }
            text = marked + (isList ? "" : ".object()")
        }
        return (text, isOptional)
    }

    private static func step(_ token: String, isIndex: Bool) -> String {
        isIndex ? "[\(token)]" : "[\(SwiftName.literal(token))]"
    }

    /// The facts about a place, and whether there is always a value.
    private func facts(at pointer: JSONPointer) -> (facts: SchemaFacts, isRequired: Bool, isIndex: Bool) {
        var schemas = [root]
        var isRequired = true
        var isIndex = false
        for token in pointer.tokens {
            let facts = SchemaFacts(schemas)
            isIndex = facts.plainTypes == [.array]
            if isIndex, let index = Int(token) {
                isRequired = facts.itemCounts.least > index
                schemas = facts.prefixItems.compactMap { $0.indices.contains(index) ? $0[index] : nil }
                if schemas.isEmpty { schemas = facts.items }
            } else {
                isRequired = facts.requires(token)
                schemas = facts.properties.first { $0.key == token }?.schemas ?? []
                // The members of a map have no name in the schema.
                if schemas.isEmpty { schemas = facts.limits.map(\.schema).filter { $0.json != false } }
            }
        }
        return (SchemaFacts(schemas), isRequired, isIndex)
    }

    // MARK: - What no property reads

    /// Statements for everything in the schema that reading the properties does not enforce.
    private mutating func rootChecks() -> [SwiftCode] {
        let facts = SchemaFacts([root])
        for gap in facts.gaps { check.note(gap) }
        if let types = facts.plainTypes, types != [.object] {
            check.note(
                "the model is made from an object, and its schema is one of \(types.map(\.rawValue).joined(separator: ", "))"
            )
        }
        return objectChecks(facts, on: "root", at: .root, depth: 0)
    }

    private mutating func objectChecks(
        _ facts: SchemaFacts, on field: String, at pointer: JSONPointer, depth: Int
    ) -> [SwiftCode] {
        var lines: [SwiftCode] = []
        for (key, schemas) in facts.properties {
            let place = pointer.appending(key)
            let inner = SchemaFacts(schemas)
            let isRequired = facts.requires(key)
            let member = "\(field)[\(SwiftName.literal(key))]"
            let isMapped = properties.contains { $0.pointer == place }
            let holdsMapped = properties.contains {
                $0.pointer.tokens.count > place.tokens.count && $0.pointer.tokens.starts(with: place.tokens)
            }
            if isMapped {
                if let property = properties.first(where: { $0.pointer == place }),
                    PropertyCode.enforcesAll(property, inner)
                {
                    continue
                }
                lines += check.statements(inner, on: member, isRequired: isRequired, depth: depth + 1)
            } else if holdsMapped, inner.plainTypes == [.object], !inner.hasCombinations, depth < 8 {
                let (marked, used) = CheckCode.marked(member, isRequired: isRequired, isNullable: inner.isNullable)
                for gap in inner.gaps { check.note(gap) }
                let checks = objectChecks(inner, on: "field", at: place, depth: depth + 1)
                guard !checks.isEmpty else { continue }
                uses.formUnion(used)
                let base = marked.hasSuffix("?") ? String(marked.dropLast()) : marked
                if marked.hasSuffix("?") {
                    lines.append(.braces("if let field = \(CheckCode.tried(base))", checks))
                } else {
                    lines += objectChecks(inner, on: member, at: place, depth: depth + 1)
                }
            } else {
                uses.insert("subscript")
                lines += check.statements(inner, on: member, isRequired: isRequired, depth: depth + 1)
            }
        }
        return lines + check.objectRules(facts, on: field, depth: depth)
            + check.combinations(facts, on: field, depth: depth)
    }

    // MARK: - Helpers

    private func helperText() -> String {
        // The initializer of a Codable model reads an object.
        let members = style == .codable ? uses.members.union(["object"]) : uses.members
        return ([HelperCode.field(members, style)] + HelperCode.functions(uses.functions)).joined(separator: "\n")
    }
}
