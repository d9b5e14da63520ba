import ContractFormat
import JSONSchema

/// A Swift type for a model. It reads every property from its place and rejects the values that the schema rejects.
package struct Scaffold: Sendable {
    package enum Style: Sendable {
        /// Initialized by `init?(json: [String: Any])`.
        case dictionary
        /// Initialized by `init(from: any Decoder)`.
        case codable
    }

    package let source: String
    /// Parts of the contract that the type does not enforce or hold.
    package let gaps: [String]
    package let notes: [String]

    /// - Parameter contract: The contract with the models of variant payloads.
    package init(_ model: ModelContract, style: Style, in contract: Contract? = nil) {
        var writer = ScaffoldWriter(model: model, style: style, contract: contract, root: model.schema.view)
        source = writer.source()
        gaps = writer.check.gaps
        notes = writer.notes
    }
}

struct ScaffoldWriter {
    let model: ModelContract
    let style: Scaffold.Style
    let contract: Contract?
    /// The schema of the model, or of one of its variants.
    var root: SchemaView
    var check = CheckCode()
    private(set) var notes: [String] = []

    mutating func source() -> String {
        let name = SwiftName.type(model.name, fallback: "Model")
        let type = enumeration(name) ?? structure(name, model.wholeMap, .model)
        let comments =
            [model.summary ?? "A model of the contract, as 'contracts scaffold' wrote it."]
            + check.gaps.map { "Not enforced: \($0)." } + notes
        let code: SwiftCode = """
            import Foundation

            \(comments.flatMap(SwiftCode.comment))
            \(type)
            """
        return code.source + "\n" + HelperCode.fields(for: code.source)
    }

    // MARK: - Types

    enum Role {
        case model
        case payload
        case part
    }

    mutating func structure(
        _ name: String, _ properties: [PropertyContract], _ role: Role, depth: Int = 0,
        at container: JSONPointer = .root
    ) -> SwiftCode {
        var declarations: [SwiftCode] = []
        var assignments: [SwiftCode] = []
        var nested: [SwiftCode] = []
        var typeNames = DistinctNames([name])
        for (property, members) in Self.groups(of: properties, depth) {
            guard SwiftName.isIdentifier(property) else {
                check.note("the property '\(property)', which is no name in Swift")
                continue
            }
            let read =
                members[0].names.count == depth + 1
                ? read(members[0], from: container, &typeNames)
                : part(property, members, depth: depth + 1, from: container, &typeNames)
            guard let read else { continue }
            declarations.append("let \(SwiftName.escaped(property)): \(read.type)")
            assignments.append("\(SwiftName.escaped(property)) = try \(read.expression)")
            nested += read.declaration
        }
        if role != .part {
            check.openedObjects.insert(.root)
            assignments += rootChecks()
        }
        let initializer: SwiftCode =
            role == .model
            ? initializer(assignments)
            : """
            fileprivate init(_ root: Field) throws {
                \(assignments)
            }
            """
        return """
            struct \(name)\(role == .model ? conformance : "") {
                \(declarations)

                \(SwiftCode.spaced([initializer] + nested))
            }
            """
    }

    /// Groups properties by name at a depth. A group is one property or the parts of a nested type.
    private static func groups(
        of properties: [PropertyContract], _ depth: Int
    ) -> [(name: String, members: [PropertyContract])] {
        properties.filter { $0.names.count > depth }.grouped { $0.names[depth] }.map { name, members in
            let isNested = members[0].names.count > depth + 1
            return (name, isNested ? members.filter { $0.names.count > depth + 1 } : [members[0]])
        }
    }

    var conformance: String { style == .codable ? ": Decodable" : "" }

    func initializer(_ assignments: [SwiftCode]) -> SwiftCode {
        HelperCode.template("\(style)", ["assignments": assignments])
    }

    /// Returns statements for constraints that reading the properties does not enforce.
    private mutating func rootChecks() -> [SwiftCode] {
        let facts = SchemaFacts([root])
        check.note(facts.gaps)
        if let types = facts.plainTypes, types != [.object] {
            let names = types.map(\.rawValue).joined(separator: ", ")
            check.note("the model is made from an object, and its schema is one of \(names)")
        }
        return check.object(facts, on: "root", at: .root, depth: 0) + check.combinations(facts, on: "root", depth: 0)
    }

    // MARK: - Properties

    private struct Read {
        var type: String
        var expression: String
        var declaration: [SwiftCode]
    }

    private mutating func part(
        _ property: String, _ members: [PropertyContract], depth: Int, from container: JSONPointer,
        _ typeNames: inout DistinctNames
    ) -> Read {
        var shared = members[0].pointer.tokens.dropLast()
        for member in members {
            while !member.pointer.tokens.dropLast().starts(with: shared) { shared.removeLast() }
        }
        let place = JSONPointer(tokens: Array(shared))
        let type = typeNames.take(SwiftName.type(property, fallback: "Part"))
        let (field, isOptional) = access(to: place, from: container, asObject: true)
        return Read(
            type: type + (isOptional ? "?" : ""),
            expression: isOptional ? "\(field).read { try \(type)($0) }" : "\(type)(\(field))",
            declaration: [structure(type, members, .part, depth: depth, at: place)])
    }

    private mutating func read(
        _ property: PropertyContract, from container: JSONPointer, _ typeNames: inout DistinctNames
    ) -> Read? {
        func gap(_ reason: String) -> Read? {
            check.note("the property '\(property.path)'\(reason)")
            return nil
        }
        guard !property.pointer.tokens.isEmpty else { return gap(", which stands for the whole value") }
        guard !property.isCollected else { return gap(", whose elements stand at many places") }
        let facts = facts(at: property.pointer).facts
        guard !facts.saysNothing else {
            return gap(": the schema does not say of which type '\(property.pointer)' is")
        }
        let single = ReaderCode(property, facts, &typeNames)
        guard let reader = single ?? list(property, facts, &typeNames) else {
            return gap(": no one Swift type holds what '\(property.pointer)' may be")
        }
        if single != nil, !facts.hasCombinations, !facts.isImpossible, facts.plainTypes != nil {
            check.enforcedPlaces.insert(property.pointer)
        }
        check.note(reader.gaps)
        notes += reader.notes.map { "'\(property.path)': \($0)." }
        let (field, isOptional) = access(to: property.pointer, from: container, asObject: false)
        return Read(
            type: reader.type + (isOptional ? "?" : ""), expression: field + reader.call,
            declaration: reader.declaration)
    }

    private mutating func list(
        _ property: PropertyContract, _ facts: SchemaFacts, _ typeNames: inout DistinctNames
    ) -> ReaderCode? {
        let element = SchemaFacts(facts.items)
        guard property.conversion == nil, facts.plainTypes == [.array], facts.prefixItems.isEmpty,
            property.pointer.tokens.count(where: { $0 == "0" }) < 3,
            element.plainTypes == [.object], !element.isNullable, !element.holds(root)
        else { return nil }
        let container = property.pointer.appending("0")
        var map = PropertyMap(root: root.document.root)
        let properties = map.properties(of: element).map { path, pointer in
            PropertyContract(path: path, pointer: container.appending(pointer), place: model.pointer)
        }
        guard !properties.isEmpty else { return nil }
        let type = typeNames.take(SwiftName.type(Naming.singular(property.names.last ?? ""), fallback: "Element"))
        return ReaderCode(
            type: "[\(type)]", call: ".array { try \(type)($0.object()) }",
            declaration: [structure(type, properties, .part, at: container)])
    }

    /// - Parameter asObject: Whether to read the field itself as an object, like all objects on the way to it.
    private mutating func access(
        to place: JSONPointer, from container: JSONPointer, asObject: Bool
    ) -> (field: String, isOptional: Bool) {
        var (field, isOptional) = ("root", false)
        var pointer = container
        for token in place.tokens.dropFirst(container.tokens.count) {
            pointer = pointer.appending(token)
            let step = facts(at: pointer)
            field += step.isIndex ? ".element(\(token))" : "[\(SwiftName.literal(token))]"
            let unwrapped = CheckCode.unwrapped(field, isRequired: step.isRequired, isNullable: step.facts.isNullable)
            isOptional = isOptional || unwrapped != field
            field = unwrapped
            guard asObject || pointer != place, step.facts.plainTypes != [.array] else { continue }
            field += ".object()"
            if step.facts.plainTypes == [.object] { check.openedObjects.insert(pointer) }
        }
        return (field, isOptional)
    }

    private func facts(at pointer: JSONPointer) -> (facts: SchemaFacts, isRequired: Bool, isIndex: Bool) {
        var schemas = [root]
        var (isRequired, isIndex) = (true, false)
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
}

extension PropertyContract {
    var names: [String] { path.split(separator: ".").map(String.init) }
}
