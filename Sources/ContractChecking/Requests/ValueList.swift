import ContractFormat
import HTTPRecording
import JSONSchema

/// The values of one query name or header, compared as a multiset.
struct ValueList {
    let expectations: [NamedExpectation]
    let found: [String]
    let values: ExpectedValues
    /// Whether values are media types, whose parameters count only if the contract names them.
    var isMediaType = false

    func mismatches(rule: RequestRule, kind: String, at pointer: JSONPointer) -> [Finding] {
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
        var mismatches: [Finding] = []
        // The elements of one array are one value of the contract, so report one fault.
        while let (expectation, _) = unmet.first {
            let texts = unmet.filter { $0.0.pointer == expectation.pointer }.map(\.1)
            unmet.removeAll { $0.0.pointer == expectation.pointer }
            let others = Array(rest.prefix(texts.count))
            rest.removeFirst(others.count)
            let lost = zip(texts, others).lazy.map { LostDigits.clause(expected: $0, found: $1) }.first { !$0.isEmpty }
            let counted = "occurs \(times(found.count)), not \(times(found.count - others.count + texts.count))"
            let (kindOfFault, what) =
                others.isEmpty
                ? ("missing", found.isEmpty ? "is missing" : counted)
                : others.count == texts.count ? ("different", "differs\(lost ?? "")") : ("repeated", counted)
            let (wanted, sent) =
                texts.count == 1
                ? LookAlikes.distinguished(texts[0], others.joined(separator: ", "))
                : (Self.list(texts), Self.list(others))
            mismatches.append(
                Finding(
                    rule, "the \(kind) \(what)", expected: .excerpt(wanted),
                    found: found.isEmpty ? "nothing" : .excerpt(others.isEmpty ? Self.list(found) : sent),
                    at: expectation.pointer, about: [kind, kindOfFault]))
        }
        if mismatches.isEmpty, rest.isEmpty, let misplaced = expectations.first(where: \.isOrdered) {
            let ordered = expectations.flatMap { expectation -> [(TemplateValue, String)] in
                guard case .value(let template) = expectation.expectation else { return [] }
                return values.texts(of: template).map { (template, $0) }
            }
            guard zip(ordered, found).allSatisfy({ isMet($0.0, $0.1, by: $1) }) else {
                return [
                    Finding(
                        rule, "the values of the \(kind) are in a different order",
                        expected: .excerpt(Self.list(ordered.map(\.1))), found: .excerpt(Self.list(found)),
                        at: misplaced.pointer, about: [kind, "order"])
                ]
            }
        }
        if !rest.isEmpty {
            let wanted = found.count - rest.count
            mismatches.append(
                Finding(
                    rule,
                    wanted == 0
                        ? "the \(kind) is sent, but the contract omits it for these arguments"
                        : "the \(kind) occurs \(times(found.count)), not \(times(wanted))",
                    expected: wanted == 0 ? "nothing" : MessageText(times(wanted)),
                    found: .excerpt(rest.joined(separator: ", ")), at: pointer, about: [kind, "repeated"]))
        }
        return mismatches
    }

    /// Formats a list as JSON, so that commas within strings are unambiguous.
    private static func list(_ texts: [String]) -> String { JSON.array(texts.map(JSON.string)).text(.compact) }

    private func isMet(_ template: TemplateValue, _ expected: String, by found: String) -> Bool {
        values.isMet(template, expected, by: found)
            || isMediaType && !expected.contains(",") && MediaType(found).matches(MediaType(expected))
    }
}
