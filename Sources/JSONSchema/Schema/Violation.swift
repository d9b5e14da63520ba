/// A schema violation by a value.
public struct Violation: Sendable, Hashable, CustomStringConvertible {
    /// The location of the value.
    public internal(set) var instancePointer: JSONPointer
    /// The location of the keyword in its schema's document.
    public let schemaPointer: JSONPointer
    /// The URI of that document, or an empty string.
    public let schemaDocument: String
    /// The evaluation path to the keyword, through every `$ref`.
    public let evaluationPath: JSONPointer
    /// The keyword, or `false` for the schema `false`.
    public let keyword: String
    package internal(set) var text: MessageText
    package var expectation: MessageText?
    package var observation: MessageText?

    /// The message with the expectation and the value found.
    public var message: String { text.rendered() }
    /// The expectation, if it has its own phrase.
    public var expected: String? { expectation?.rendered() }
    /// The description of the value found.
    public var found: String? { observation?.rendered() }

    /// The absolute location of the keyword: `https://example.com/element.json#/properties/name/type`.
    public var schemaLocation: String { "\(schemaDocument)#\(schemaPointer)" }

    /// The location and the message.
    public var description: String {
        (instancePointer.tokens.isEmpty ? "the whole value" : instancePointer.description) + ": " + message
    }
}

extension Schema {
    /// Returns the result of validating a value in the standard format `basic` (JSON Schema core, section 12).
    public func basicOutput(of json: JSON) -> JSON {
        let violations = violations(of: json)
        return violations.isEmpty
            ? ["valid": true] : ["valid": false, "errors": .array(violations.map(\.output))]
    }
}

extension Violation {
    fileprivate var output: JSON {
        [
            "keywordLocation": .string(evaluationPath.description),
            "absoluteKeywordLocation": .string(schemaLocation),
            "instanceLocation": .string(instancePointer.description),
            "error": .string(message),
        ]
    }
}

enum Phrase {
    /// Describes a value: scalars as JSON, shortened if long, and others by type and size.
    static func found(_ json: JSON) -> MessageText {
        switch json {
        case .null, .bool, .number, .string: .value(json)
        case .array(let elements): elements.isEmpty ? "an empty array" : "an array of \(elements.count)"
        case .object(let members): members.isEmpty ? "an empty object" : "an object"
        }
    }

    /// Describes a value that is not a listed one, for arrays and objects by the differences from the nearest listed
    /// value.
    static func found(_ json: JSON, insteadOf choices: [JSON]) -> MessageText {
        guard json.arrayValue != nil || json.objectValue != nil else { return found(json) }
        let differences = choices.filter { $0.typeName == json.typeName }.prefix(100)
            .map { JSONDifference.differences(expected: $0, found: json) }
        guard let nearest = differences.min(by: { $0.count < $1.count }), let first = nearest.first else {
            return found(json)
        }
        let what: MessageText =
            switch (first.found, first.expected) {
            case (let found?, let expected?): "is \(self.found(found)), not \(MessageText.value(expected))"
            case (nil, let expected?): "is missing, expected \(MessageText.value(expected))"
            case (let found?, nil): "is unexpected: \(self.found(found))"
            case (nil, nil): "differs"
            }
        let more = nearest.count > 1 ? ", and \(nearest.count - 1) more differ" : ""
        return "\(found(json)) in which '\(first.pointer)' \(what)\(more)"
    }

    static func list(_ items: [MessageText], _ conjunction: String = "or") -> MessageText {
        guard items.count > 1, let last = items.last else { return items.first ?? "nothing" }
        return "\(MessageText.joined(Array(items.dropLast()), by: ", ")) \(conjunction) \(last)"
    }

    static func types(_ types: TypeSet) -> MessageText {
        let found = TypeSet.named.filter { name, named in
            types.isSuperset(of: named) && !(name == "integer" && types.contains(.fraction))
        }
        return list(found.map { MessageText($0.name) })
    }
}
