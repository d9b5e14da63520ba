import ContractFormat
import JSONSchema

/// A schema violation. The same violation in several elements is reported once, at the first.
struct SchemaFault {
    let place: JSONPointer
    let message: MessageText
    let expected: MessageText?
    let found: MessageText?
    let pointer: JSONPointer

    /// The location as a suffix for messages, empty for the root.
    var placeText: String { place.tokens.isEmpty ? "" : " at '\(place)'" }

    /// The location with `*` for array indices, as part of the fingerprint.
    var subject: [String] { [JSONPointer(tokens: ProbePlace.pattern(of: place.tokens)).description] }
}

extension EmbeddedSchema {
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
