import ContractChecking
import ContractFormat
import ContractOpenAPI
import Foundation
import JSONSchema

/// The value of a parameter, or of a field of a form, as the document describes it.
struct OfferedValue {
    let rule: AgainstRule
    let name: String
    /// The location of a parameter; the fields of forms follow the rules of a query.
    let location: OpenAPIDocument.Parameter.Location
    let style: String
    let explodes: Bool
    let pointer: JSONPointer
    let view: SchemaView
    let subsumption: Subsumption

    init?(_ parameter: OpenAPIDocument.Parameter, _ provider: ProviderDocument) {
        guard let view = parameter.schema.flatMap(provider.requests.view) else { return nil }
        (rule, name, location) = (.parameter, parameter.name, parameter.location)
        (style, explodes, pointer) = (parameter.style, parameter.explodes, parameter.pointer)
        (self.view, subsumption) = (view, provider.subsumption)
    }

    init(field name: String, _ view: SchemaView, encoding: JSON?, _ provider: ProviderDocument) {
        (rule, self.name, location, pointer) = (.body, name, .query, view.pointer)
        style = encoding?["style"]?.stringValue ?? "form"
        explodes = encoding?["explode"]?.boolValue ?? (style == "form")
        (self.view, subsumption) = (view, provider.subsumption)
    }

    func mismatches(of sent: SentParameter) -> [AgainstMismatch] {
        switch sent.value {
        case .texts(let texts):
            return violation(of: texts).map {
                [mismatch(of: $0, found: texts.joined(separator: ", "), at: sent.pointer)]
            } ?? []
        case .argument(let argument, let schema): return mismatches(of: sent, argument, schema)
        case .open: return []
        }
    }

    func mismatch(of violation: Violation, found: String, at place: JSONPointer) -> AgainstMismatch {
        AgainstMismatch(
            rule, .error, "the document does not allow this value of '\(name)'", violation, found: found, at: place,
            subject: name)
    }

    func violation(of value: JSON) -> Violation? { view.schema?.violations(of: value).first }

    private func violation(of texts: [String]) -> Violation? {
        let isList = texts.count == 1 && SchemaFacts([view]).types == .array
        return violation(of: FieldTree.value(texts.flatMap { elements(of: $0, isList: isList) }, [view]))
    }

    /// Returns the elements that a text joins, without the signs of the styles of path parameters (RFC 6570, 3.2).
    private func elements(of text: String, isList: Bool) -> [String] {
        let sign = style == "label" ? "." : style == "matrix" ? ";\(name)=" : ""
        let plain = text.hasPrefix(sign) ? String(text.dropFirst(sign.count)) : text
        guard isList, !explodes || !sign.isEmpty else { return [plain] }
        return plain.components(separatedBy: explodes ? sign : delimiter)
    }

    private var delimiter: String { ["spaceDelimited": " ", "pipeDelimited": "|"][style] ?? "," }

    private func mismatch(ofSeparator sent: SentParameter) -> AgainstMismatch? {
        guard [.query, .header].contains(location), style != "deepObject" else { return nil }
        func words(_ separator: String?) -> String {
            separator.map { "one text with '\($0)' between the elements" } ?? "each element on its own"
        }
        // Repeated header fields mean the same as commas (RFC 9110).
        let isQuery = location == .query
        let own = words(sent.separator ?? (isQuery ? nil : ","))
        let other = words(isQuery && explodes ? nil : delimiter)
        if own == other { return nil }
        return AgainstMismatch(
            rule, .error, "the document expects the list '\(name)' in a different style", expected: own, found: other,
            at: sent.pointer, in: pointer, subject: name)
    }

    private func mismatches(
        of sent: SentParameter, _ argument: ArgumentContract, _ schema: SchemaView
    ) -> [AgainstMismatch] {
        if argument.isSecret { return [] }
        // JSON Schema does not define how objects are serialized as text.
        let shapes = SchemaAlternatives().alternatives(of: [view])
        if !shapes.isEmpty, shapes.allSatisfy({ $0.types == .object }) {
            return [
                AgainstMismatch(
                    undecided: "the document accepts every string for '\(name)'", because: "it is an object",
                    at: argument.schema.pointer, in: view.pointer, subject: name)
            ]
        }
        let isList = shapes.contains { $0.types.contains(.array) }
        // Joined elements are one text for any other type.
        if sent.separator != nil, !isList { return [] }
        if isList, SchemaAlternatives().alternatives(of: [schema]).contains(where: { $0.types.contains(.array) }),
            let mismatch = mismatch(ofSeparator: sent)
        {
            return [mismatch]
        }
        for gap in subsumption.gaps(schema, within: view) {
            guard case .contradicted(let witness, let reason) = gap.verdict,
                violation(of: witness.arrayValue?.map(\.plainText) ?? [witness.plainText]) != nil
            else { continue }
            return [
                AgainstMismatch(
                    rule, .warning,
                    "the argument '\(argument.name)' may have a value that the document does not allow for '\(name)'",
                    expected: reason.expectation, found: Excerpt.of(witness), at: argument.schema.pointer,
                    in: reason.schemaPointer, subject: name)
            ]
        }
        return []
    }
}
