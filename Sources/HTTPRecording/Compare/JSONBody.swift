import JSONValues

/// A JSON body, optionally after a short prefix such as `)]}'` that keeps browsers from running it as a script.
struct JSONBody {
    let prefix: ArraySlice<UInt8>
    let json: JSON

    init?(_ body: [UInt8], options: JSONParsingOptions = .standard) {
        let brackets = body.prefix(64).indices.dropFirst().filter { "{[".utf8.contains(body[$0]) }
        for start in [0] + brackets.prefix(4) {
            guard let json = try? JSON(parsing: start == 0 ? body : Array(body[start...]), options: options) else {
                continue
            }
            (prefix, self.json) = (body[..<start], json)
            return
        }
        return nil
    }

    var normalized: [UInt8] { bytes(of: json.withSortedMembers) }

    func bytes(of json: JSON) -> [UInt8] { prefix + json.bytes() }
}

extension JSON {
    fileprivate var withSortedMembers: JSON {
        switch self {
        case .object(let members):
            .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.withSortedMembers) }))
        case .array(let elements): .array(elements.map(\.withSortedMembers))
        case .null, .bool, .number, .string: self
        }
    }
}
