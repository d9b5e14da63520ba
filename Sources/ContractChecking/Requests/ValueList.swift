import ContractFormat
import JSONSchema

/// The values of one query name or header: as many as expected, compared as a multiset.
struct ValueList {
    let expectations: [NamedExpectation]
    let found: [String]
    let value: (Placeholder) -> JSON?

    func mismatches(rule: RequestRule, kind: String, at pointer: JSONPointer) -> [Mismatch] {
        var rest = found
        var unmet: [(NamedExpectation, String)] = []
        for expectation in expectations {
            switch expectation.expectation {
            case .value(let template):
                // An absent optional argument leaves its pair out.
                guard let text = template.filled(value).flatMap({ $0.isNull ? nil : $0.plainText }) else { continue }
                if let index = rest.firstIndex(where: { $0.utf8.elementsEqual(text.utf8) }) {
                    rest.remove(at: index)
                } else {
                    unmet.append((expectation, text))
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
            return Mismatch(
                rule, other == nil ? "the \(kind) is missing" : "the \(kind) differs", expected: .excerpt(text),
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
}
