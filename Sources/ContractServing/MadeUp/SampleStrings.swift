import ContractFormat
import HTTPRecording
import JSONSchema

/// Short strings from a service's responses by member name, used as models for made-up values.
package struct SampleStrings: Sendable {
    private static let maximumCount = 8
    private static let longest = 60
    private var texts: [String: [String]] = [:]

    package init() {}

    subscript(name: String) -> [String] { texts[name.folded] ?? [] }

    package mutating func note(_ json: JSON, named name: String = "") {
        switch json {
        case .string(let text):
            let folded = name.folded
            guard !text.isEmpty, text.utf8.count <= Self.longest, !text.hasPrefix("{"), !CredentialNames.contains(name),
                !CredentialStandIn.containsStandInOrPlaceholder(text),
                texts[folded, default: []].count < Self.maximumCount,
                !texts[folded, default: []].contains(text)
            else { return }
            texts[folded, default: []].append(text)
        case .array(let elements): for element in elements.prefix(20) { note(element, named: name) }
        case .object(let members): for (name, value) in members { note(value, named: name) }
        case .null, .bool, .number: break
        }
    }
}
