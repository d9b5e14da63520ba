import ContractFormat
import JSONSchema

/// Compares the body of a request: JSON by value, a form by its fields.
struct RequestBodyMatcher {
    let contract: RequestContract
    let values: ExpectedValues
    /// Whether nobody can see the body that is sent.
    var isHidden = false

    func mismatches(of bytes: [UInt8]?) -> [Mismatch] {
        let place = contract.bodyPointer
        switch contract.body {
        case .none:
            guard let bytes, !bytes.isEmpty else { return [] }
            return [
                Mismatch(
                    RequestRule.body, "the request has a body, and the contract has none", expected: "no body",
                    found: "\(bytes.count) bytes", at: place)
            ]
        case .json(let template):
            // A body that is nothing but its placeholder is left out as a member is.
            if bytes?.isEmpty ?? true, template.filled(values.value) == nil { return [] }
            return json(bytes, at: place) { body in
                let expected = values.filled(template, beside: body) ?? .null
                return JSONDifference.differences(expected: expected, found: body).map { difference in
                    let lost = LostDigits.clause(expected: difference.expected, found: difference.found)
                    return Mismatch(
                        RequestRule.body, "the body differs at '\(difference.pointer)'\(lost)",
                        expected: .excerpt(difference.expected), found: .excerpt(difference.found),
                        at: JSONPointer(tokens: place.tokens + difference.pointer.tokens))
                }
            }
        case .schema(let schema):
            return json(bytes, at: place) { body in
                schema.faults(of: body).map {
                    Mismatch(
                        RequestRule.body, "the body breaks its schema at '\($0.place)': \($0.message)",
                        expected: $0.expected, found: $0.found.map { FindingText($0) }, at: $0.pointer)
                }
            }
        case .form(let fields):
            let found = QueryPairs(form: bytes ?? [])
            let expected = Dictionary(grouping: fields, by: \.name)
            return expected.sorted { $0.key < $1.key }.flatMap { name, expectations in
                ValueList(expectations: expectations, found: found.values(of: name), values: values)
                    .mismatches(rule: RequestRule.body, kind: "form field '\(name)'", at: place.appending(name))
            }
                + Set(found.pairs.map(\.name)).filter { expected[$0] == nil }.sorted().map { name in
                    Mismatch(
                        RequestRule.body, "the form field '\(name)' is not in the contract", expected: "no '\(name)'",
                        found: .excerpt(found.values(of: name).joined(separator: ", ")), at: place)
                }
        }
    }

    private func json(
        _ bytes: [UInt8]?, at place: JSONPointer, _ compare: (JSON) -> [Mismatch]
    ) -> [Mismatch] {
        guard let bytes, !bytes.isEmpty else {
            let hint =
                isHidden
                ? ": the body of an upload task cannot be seen here; send it with 'data(for:)' and 'httpBody', or bind the builder"
                : ""
            return [
                Mismatch(
                    RequestRule.body, "the request has no body\(hint)", expected: "JSON", found: "nothing", at: place)
            ]
        }
        do { return compare(try JSON(parsing: bytes, options: .strict)) } catch {
            return [
                Mismatch(
                    RequestRule.body, "the body is not JSON: \(error.line):\(error.column): \(error.message)",
                    expected: "JSON", found: .excerpt(String(decoding: bytes, as: UTF8.self)), at: place)
            ]
        }
    }
}
