import ContractFormat
import JSONSchema

extension ValueMap {
    /// Whether a place is in a member that the model does not read and need not.
    func leavesUnread(_ place: ProbePlace) -> Bool {
        if let known = unreadPlaces[place.text] { return known }
        let isUnread = isUnread(place)
        unreadPlaces[place.text] = isUnread
        return isUnread
    }

    private func isUnread(_ place: ProbePlace) -> Bool {
        let tokens = ProbePlace.pattern(of: place.pointer.tokens)
        // The enumeration around a payload reads its tag.
        if sources.tags[contract.name]?.contains(where: { tokens.starts(with: $0) }) ?? false { return true }
        // A list that the map reads by position is read only at those positions.
        let path = place.pointer.tokens
        let isBeside = path.indices.contains { index in
            Int(path[index]) != nil && !positions.contains(path[...index])
                && positions.contains { $0.count == index + 1 && $0.dropLast() == path[..<index] }
        }
        if isBeside { return true }
        if unread.contains(where: { Self.covers($0, path) }) { return true }
        // A model's map applies wherever its values occur.
        return path.indices.dropFirst().contains { index in
            let schemas = root.place(at: JSONPointer(tokens: Array(path[..<index]))).schemas
            return sources.skipping.contains { model in
                schemas.contains(model.schema.view)
                    && model.unread.contains { Self.covers($0.target.tokens, path[index...]) }
            }
        }
    }

    /// Whether a pattern, with `*` for any name or index, matches a place or an ancestor.
    private static func covers(_ pattern: [String], _ path: some Collection<String>) -> Bool {
        pattern.count <= path.count && zip(pattern, path).allSatisfy { $0 == "*" || $0 == $1 }
    }
}
