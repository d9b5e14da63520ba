import ContractFormat
import JSONSchema

/// A violation of a schema by a value. The same violation in many elements is reported once, at the first.
struct SchemaFault {
    let place: JSONPointer
    let message: MessageText
    let expected: MessageText?
    let found: MessageText?
    /// The place in the contract.
    let pointer: JSONPointer

    /// The place behind a verb; empty where it is the whole value.
    var placeText: String { place.tokens.isEmpty ? "" : " at '\(place)'" }

    /// The place, with `*` for elements; part of the finding's fingerprint.
    var subject: [String] { [JSONPointer(tokens: ProbePlace.pattern(of: place.tokens)).description] }
}

extension EmbeddedSchema {
    /// Everything that a value breaks of the schema.
    func faults(of json: JSON) -> [SchemaFault] {
        struct Kind: Hashable {
            let keyword: String
            let pattern: [String]
            let expected: String?
        }
        let violations = schema.violations(of: json)
        let kinds = violations.map {
            Kind(
                keyword: $0.schemaLocation, pattern: ProbePlace.pattern(of: $0.instancePointer.tokens),
                expected: $0.expected)
        }
        let counts = kinds.reduce(into: [Kind: Int]()) { $0[$1, default: 0] += 1 }
        var seen: Set<Kind> = []
        return zip(violations, kinds).compactMap { violation, kind in
            guard seen.insert(kind).inserted else { return nil }
            let others = (counts[kind] ?? 1) - 1
            return SchemaFault(
                place: violation.instancePointer,
                message: others > 0 ? "\(violation.text), and \(others) more like it" : violation.text,
                expected: violation.expectation, found: violation.observation,
                pointer: pointer(of: violation))
        }
    }
}
