extension JSON {
    package init(_ value: Int) { self = .number(JSONNumber(value)) }

    /// JSON has no infinity, and a clock that was set back is no reason for a negative time: both are zero.
    package init(nonNegative value: Double) { self = .number(JSONNumber(max(value, 0)) ?? JSONNumber(0)) }

    /// An object of the members that have a value.
    package static func present(_ members: [(String, JSON?)]) -> JSON {
        .object(JSONObject(members.compactMap { key, value in value.map { (key, $0) } }))
    }
}

extension Place {
    /// The place as reports write it.
    package var json: JSON {
        ["file": .string(file), "line": JSON(line), "column": JSON(column), "pointer": .string(pointer.description)]
    }
}
