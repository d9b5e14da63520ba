import JSONValues

/// A body of JSON, perhaps behind a short prefix against script inclusion such as `)]}'`.
struct JSONBody {
    let prefix: ArraySlice<UInt8>
    let json: JSON

    /// Reads a body; `nil` where it is no JSON.
    init?(_ body: [UInt8], options: JSONParsingOptions = .standard) {
        if let json = try? JSON(parsing: body, options: options) {
            (prefix, self.json) = ([], json)
            return
        }
        // A prefix against hijacking is skipped only where JSON follows.
        guard let start = body.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }), start <= 16,
            let json = try? JSON(parsing: Array(body[start...]), options: options)
        else { return nil }
        (prefix, self.json) = (body[..<start], json)
    }

    /// The same bytes for every body of an equal value.
    var normalized: [UInt8] { prefix + json.withSortedMembers.bytes() }
}

extension JSON {
    fileprivate var withSortedMembers: JSON {
        switch self {
        case .object(let members):
            .object(
                JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.withSortedMembers) }))
        case .array(let elements): .array(elements.map(\.withSortedMembers))
        case .null, .bool, .number, .string: self
        }
    }
}
