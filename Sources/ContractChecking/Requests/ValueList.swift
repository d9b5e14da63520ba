import ContractFormat
import HTTPRecording
import JSONSchema

/// The values of one query name or header: as many as expected, compared as a multiset.
struct ValueList {
    let expectations: [NamedExpectation]
    let found: [String]
    let values: ExpectedValues
    /// Whether a value is a media type, of which a parameter counts where the contract names it.
    var isMediaType = false

    func mismatches(rule: RequestRule, kind: String, at pointer: JSONPointer) -> [Mismatch] {
        var rest = found
        var unmet: [(NamedExpectation, String)] = []
        for expectation in expectations {
            switch expectation.expectation {
            case .value(let template):
                let texts = values.texts(of: template)
                if texts.isEmpty, case .template(let template) = template, template.nilForm == .either,
                    let index = rest.firstIndex(of: "null")
                {
                    rest.remove(at: index)
                }
                for text in texts {
                    if let index = rest.firstIndex(where: { isMet(template, text, by: $0) }) {
                        rest.remove(at: index)
                    } else {
                        unmet.append((expectation, text))
                    }
                }
            case .schema(let schema):
                if let index = rest.firstIndex(where: { schema.schema.accepts(.string($0)) }) {
                    rest.remove(at: index)
                } else {
                    unmet.append((expectation, schema.json.text(.compact)))
                }
            }
        }
        var mismatches = unmet.map { expectation, text in
            let other = rest.isEmpty ? nil : rest.removeFirst()
            let lost = LostDigits.clause(expected: text, found: other ?? "")
            return Mismatch(
                rule, other == nil ? "the \(kind) is missing" : "the \(kind) differs\(lost)", expected: .excerpt(text),
                found: .excerpt(other ?? "nothing"), at: expectation.pointer)
        }
        if !rest.isEmpty {
            mismatches.append(
                Mismatch(
                    rule, "the \(kind) stands \(found.count) times, not \(found.count - rest.count)",
                    found: .excerpt(rest.joined(separator: ", ")), at: pointer))
        }
        return mismatches
    }

    private func isMet(_ template: TemplateValue, _ expected: String, by found: String) -> Bool {
        values.isMet(template, expected, by: found)
            || isMediaType && !expected.contains(",") && MediaType(found).meets(MediaType(expected))
    }
}
