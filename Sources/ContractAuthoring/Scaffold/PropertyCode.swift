import ContractFormat
import JSONSchema

/// The type of a property and the expression that reads it.
struct PropertyCode {
    enum Form {
        case call(String)
        /// An initializer that takes the field.
        case initializer(String)
    }

    private(set) var type: String
    private(set) var form: Form
    private(set) var uses: Helpers = []
    private(set) var gaps: [String] = []
    private(set) var notes: [String] = []
    /// A type that the property needs.
    private(set) var nested: SwiftCode?

    /// The code of a property; `nil` where no one Swift type holds its values.
    init?(
        _ property: PropertyContract, _ facts: SchemaFacts,
        _ typeNames: inout DistinctNames
    ) {
        switch property.conversion {
        case .standard(.url): self.init(converted: facts, to: "URL", by: "url", of: [.string])
        case .standard(.dateTime): self.init(converted: facts, to: "Date", by: "date", of: [.string])
        case .standard(.epochSeconds): self.init(converted: facts, to: "Date", by: "seconds", of: [.integer, .number])
        case .standard(.epochMilliseconds):
            self.init(converted: facts, to: "Date", by: "milliseconds", of: [.integer, .number])
        case .standard(.rawValue), nil: self.init(plain: property, facts, &typeNames)
        // The value of a custom conversion is known only to its author.
        case .standard(.date), .standard(.seconds), .standard(.milliseconds), .standard(.uuid), .standard(.base64),
            .standard(.number), .standard(.boolean), .pattern, .cases, .named:
            return nil
        }
    }

    /// Indicates whether reading the property refuses all that the schema refuses.
    static func enforcesAll(_ property: PropertyContract, _ facts: SchemaFacts) -> Bool {
        guard !facts.hasCombinations, !facts.isImpossible, let types = facts.plainTypes else { return false }
        if types.count == 1 { return ReaderCode.sole(facts) != nil }
        return property.conversion == nil || property.conversion == .standard(.rawValue)
    }

    // MARK: - Conversions

    private init?(
        converted facts: SchemaFacts, to type: String, by name: String,
        of types: [SchemaFacts.PlainType]
    ) {
        guard let found = facts.plainTypes ?? facts.alternativeTypes, found.count == 1, types.contains(found[0]),
            let reader = ReaderCode(facts, as: found[0])
        else { return nil }
        let call = reader.call
        let form: Form =
            switch name {
            case "url", "date": .call(".\(name)\(Self.argument(call))")
            default: .call(".\(name) { try $0\(call) }")
            }
        self.init(
            type: type, form: form, uses: reader.uses.union([name]), gaps: reader.gaps,
            notes: reader.type == "Double" ? [] : reader.notes)
    }

    private static func argument(_ call: String) -> String { String(call.dropFirst(".string".count)) }

    // MARK: - Plain values

    private init?(
        plain property: PropertyContract, _ facts: SchemaFacts,
        _ typeNames: inout DistinctNames
    ) {
        if let reader = ReaderCode.sole(facts) {
            self.init(reader)
            return
        }
        let types = facts.plainTypes ?? facts.alternativeTypes ?? []
        let readers = types.compactMap { type in
            // Alternatives are held to their schemas by statements of their own.
            ReaderCode(
                facts.hasCombinations ? SchemaFacts(keywords: ["type": .string(type.rawValue)]) : facts, as: type)
        }
        guard readers.count == types.count, !readers.isEmpty else { return nil }
        if Set(readers.map(\.type)).count == 1 {
            self.init(readers[0])
            return
        }
        let name = typeNames.take(
            SwiftName.type(String(property.path.split(separator: ".").last ?? ""), fallback: "Value"))
        self.init(
            type: name, form: .initializer(name), uses: readers.reduce(into: []) { $0.formUnion($1.uses) },
            gaps: readers.flatMap(\.gaps), nested: Self.choice(name, readers))
    }

    private init(_ reader: ReaderCode) {
        self.init(
            type: reader.type, form: .call(reader.call), uses: reader.uses, gaps: reader.gaps, notes: reader.notes)
    }

    private init(
        type: String, form: Form, uses: Helpers, gaps: [String], notes: [String] = [], nested: SwiftCode? = nil
    ) {
        self.type = type
        self.form = form
        self.uses = uses
        self.gaps = gaps
        self.notes = notes
        self.nested = nested
    }

    /// An enum of values of several types, which shows itself as the value that it holds.
    private static func choice(_ name: String, _ readers: [ReaderCode]) -> SwiftCode {
        let cases = readers.map {
            (label: Naming.lowerCamel($0.type == "Int" ? "whole" : caseName($0.type)), type: $0.type, call: $0.call)
        }
        // Each type is tried where the one before it does not fit.
        let attempts = cases.reversed().reduce(into: [SwiftCode]()) { rest, part in
            let read = SwiftCode.line("self = .\(part.label)(try field\(part.call))")
            rest = rest.isEmpty ? [read] : ["do {", .indented([read]), "} catch {", .indented(rest), "}"]
        }
        return .braces(
            "enum \(name): RawRepresentable",
            cases.map { .line("case \($0.label)(\($0.type))") } + [
                "",
                .braces(
                    "init?(rawValue: any Hashable)",
                    ["switch rawValue {"]
                        + cases.map { .line("case let value as \($0.type): self = .\($0.label)(value)") }
                        + ["default: return nil", "}"]), "",
                .braces(
                    "var rawValue: any Hashable",
                    ["switch self {"] + cases.map { .line("case .\($0.label)(let value): value") } + ["}"]), "",
                .braces("fileprivate init(_ field: Field) throws", attempts),
            ])
    }

    private static func caseName(_ type: String) -> String {
        switch type {
        case "String": "text"
        case "Double": "number"
        case "Bool": "flag"
        default: type.hasPrefix("[String:") ? "map" : "list"
        }
    }
}
