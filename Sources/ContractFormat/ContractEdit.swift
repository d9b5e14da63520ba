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

    private enum CodingKeys: CodingKey { case pointer, set, append }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        pointer = try values.decode(JSONPointer.self, forKey: .pointer)
        func value(_ key: CodingKeys) throws -> JSON? {
            try values.decodeIfPresent(String.self, forKey: key).map { try JSON(parsing: Array($0.utf8)) }
        }
        if let value = try value(.set) {
            action = .set(value)
        } else {
            action = try value(.append).map(Action.append) ?? .remove
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(pointer, forKey: .pointer)
        switch action {
        case .set(let value): try values.encode(value.text(.compact), forKey: .set)
        case .append(let value): try values.encode(value.text(.compact), forKey: .append)
        case .remove: break
        }
    }
}
