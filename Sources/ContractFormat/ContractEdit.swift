import JSONSchema

package struct ContractEdit: Sendable, Hashable, Codable {
    package enum Action: Sendable, Hashable {
        case set(JSON)
        /// Appends an element to an array, which is created if missing.
        case append(JSON)
        case remove
    }

    package let pointer: JSONPointer
    package let action: Action

    package init(_ action: Action, at pointer: JSONPointer) {
        self.pointer = pointer
        self.action = action
    }

    /// The change as contract text: `"unread": ["/note"]`.
    package var contractText: String {
        let key = JSON.string(pointer.tokens.last ?? "").text()
        return switch action {
        case .set(let value): "\(key): \(value.text(.compact))"
        case .append(let value): "\(key): [\(value.text(.compact))]"
        case .remove: "no \(key)"
        }
    }

    /// Decodes the pointer, and the text of the value by the name of the action.
    package init(from decoder: any Decoder) throws {
        let texts = try decoder.singleValueContainer().decode([String: String].self)
        pointer = try JSONPointer(texts["pointer"] ?? "")
        if let value = texts["set"] {
            action = .set(try JSON(parsing: value))
        } else {
            action = try texts["append"].map { .append(try JSON(parsing: $0)) } ?? .remove
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var texts = ["pointer": pointer.description]
        switch action {
        case .set(let value): texts["set"] = value.text(.compact)
        case .append(let value): texts["append"] = value.text(.compact)
        case .remove: break
        }
        var container = encoder.singleValueContainer()
        try container.encode(texts)
    }
}
