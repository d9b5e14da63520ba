import ContractFormat
import HTTPRecording
import JSONSchema

/// The values of a call's placeholders, compared by meaning: numbers, `date-time` instants, `uuid` in either case.
struct ExpectedValues {
    /// The value of a placeholder, or `nil` for an absent argument.
    private(set) var value: (Placeholder) -> JSON?
    private let arguments: [ArgumentContract]

    init(of endpoint: EndpointContract, _ value: @escaping (Placeholder) -> JSON?) {
        self.value = value
        arguments = endpoint.arguments
    }

    func replacing(_ name: String, with other: JSON?) -> ExpectedValues {
        var values = self
        values.value = { [value] in $0 == .name(name) ? other : value($0) }
        return values
    }

    /// Returns the expected body, spelled like the found one if both have the same meaning.
    func filled(_ template: TemplateValue, beside found: JSON?) -> JSON? {
        switch template {
        case .literal(let json): return json
        case .template(let template):
            guard let expected = template.filled(value) else {
                return template.nilForm == .either && found == .null ? .null : nil
            }
            guard let slot = template.soleSlot, let found else { return expected }
            return isSame(expected, found, slot)
                ? found
                : Self.respelled(expected, found, meaning: meaning(of: expected, slot), meaning(of: found, slot))
        case .array(let elements):
            let others = found?.arrayValue ?? []
            return .array(elements.enumerated().compactMap { filled($1, beside: $0 < others.count ? others[$0] : nil) })
        case .object(let members):
            return .object(
                JSONObject(
                    members.compactMap { member in
                        filled(member.value, beside: found?[member.name]).map { (member.name, $0) }
                    }))
        }
    }

    /// Returns the strings of a pair: none if it is left out, one per element of an array.
    func texts(of template: TemplateValue) -> [String] {
        guard let filled = template.filled(value) else { return [] }
        if case .template(let template) = template, template.solePlaceholder != nil, let elements = filled.arrayValue {
            return elements.map(\.plainText)
        }
        return [filled.plainText]
    }

    func isMet(_ template: TemplateValue, _ expected: String, by found: String) -> Bool {
        if expected.utf8.elementsEqual(found.utf8) { return true }
        switch template {
        case .literal(let json): return isSame(json, as: found)
        case .template(let template): return isMet(template, expected, by: found)
        case .array, .object: return false
        }
    }

    func isMet(_ template: Template, _ expected: String, by found: String) -> Bool {
        if expected.utf8.elementsEqual(found.utf8) { return true }
        // Compare cheaply first: each of 200 list elements is compared with as many pairs.
        if let slot = template.soleSlot, slot.form == nil, !Self.mayMeanTheSame(expected, found) { return false }
        if let slot = template.soleSlot, let elements = value(slot.placeholder).map(slot.written)?.arrayValue {
            return elements.contains { $0.plainText == expected && isSame($0, as: found, slot) }
        }
        return template.pieces(of: found)?.allSatisfy { piece in
            guard let value = value(piece.slot.placeholder).map(piece.slot.written) else { return false }
            guard let separator = piece.slot.separator, let elements = value.arrayValue else {
                return isSame(value, as: piece.text, piece.slot)
            }
            let texts = piece.text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
            return texts.count == elements.count
                && zip(elements, texts).allSatisfy { isSame($0, as: $1, piece.slot) }
        } ?? false
    }

    private func isSame(_ expected: JSON, as text: String, _ slot: Template.Slot? = nil) -> Bool {
        switch expected {
        case .number: return JSONNumber(text: text).map { isSame(expected, .number($0), slot) } ?? false
        case .array, .object:
            // A string that is not JSON differs from every array and object.
            guard let found = try? JSON(parsing: Array(text.utf8)) else { return false }
            return isSame(expected, found, slot)
        case .null, .bool, .string: return isSame(expected, .string(text), slot)
        }
    }

    private func isSame(_ expected: JSON, _ found: JSON, _ slot: Template.Slot?) -> Bool {
        if expected == found || slot?.form?.isSame(expected, found) ?? false { return true }
        switch (expected, found) {
        case (.string(let one), .string(let other)) where !Self.mayMeanTheSame(one, other): return false
        case (.number, .number), (.string, .string), (.array, .array), (.object, .object):
            return meaning(of: expected, slot) == meaning(of: found, slot)
        default: return false
        }
    }

    /// Whether different strings may be one UUID, number, instant or JSON value. Avoids most lookups of schemas.
    private static func mayMeanTheSame(_ one: String, _ other: String) -> Bool {
        if one.utf8.count == other.utf8.count, one.lowercased() == other.lowercased() { return true }
        if one.hasPrefix("{") || one.hasPrefix("[") { return one.first == other.first }
        if let number = JSONNumber(text: one), let other = JSONNumber(text: other) {
            return ArgumentContract.normalized(.number(number)) == ArgumentContract.normalized(.number(other))
        }
        return Timestamp(one) != nil && Timestamp(other) != nil
    }

    private func meaning(of value: JSON, _ slot: Template.Slot?) -> JSON {
        // A slot with a form has one spelling.
        guard let slot, slot.form == nil, case .name(let name) = slot.placeholder,
            let argument = arguments.first(where: { $0.name == name })
        else { return ArgumentContract.normalized(value) }
        return argument.normalized(value)
    }

    /// Returns the expected value, with each part of equal meaning spelled like the found one.
    private static func respelled(_ expected: JSON, _ found: JSON, meaning: JSON, _ foundMeaning: JSON) -> JSON {
        if meaning == foundMeaning { return found }
        switch (expected, found, meaning, foundMeaning) {
        case (.array(let expected), .array(let found), .array(let meanings), .array(let foundMeanings))
        where expected.count == found.count:
            return .array(
                expected.indices.map { respelled(expected[$0], found[$0], meaning: meanings[$0], foundMeanings[$0]) })
        case (.object(let expected), .object(let found), .object(let meanings), .object(let foundMeanings)):
            return .object(
                JSONObject(
                    expected.map { name, value in
                        guard let other = found[name], let meaning = meanings[name], let read = foundMeanings[name]
                        else { return (name, value) }
                        return (name, respelled(value, other, meaning: meaning, read))
                    }))
        default: return expected
        }
    }
}
