extension JSON {
    package init(_ value: Int) { self = .number(JSONNumber(value)) }

    /// Creates a number. Converts infinities and negative times, which a clock change can cause, to zero.
    package init(nonNegative value: Double) { self = .number(JSONNumber(max(value, 0)) ?? JSONNumber(0)) }

    package static func present(_ members: [(String, JSON?)]) -> JSON {
        .object(JSONObject(members.compactMap { key, value in value.map { (key, $0) } }))
    }
}

extension Place {
    package var json: JSON {
        ["file": .string(file), "line": JSON(line), "column": JSON(column), "pointer": .string(pointer.description)]
    }
}
