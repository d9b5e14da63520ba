/// What other users of the same project have stored: 38 records, not all of the shape that the app writes.
enum FavoriteTable {
    static let records: [JSONValue] = (regular + wild).enumerated().map {
        $1.setting("id", to: .string(String($0 + 1)))
    }

    private static let users: [JSONValue] = ["Grace H.", "linus", "Marie C.", "dmitri_m", "Rosalind"]

    /// Every third element, each liked by the next user.
    private static let regular: [JSONValue] = (0..<33).map { index in
        let element = ElementTable.records[index * 3]
        return [
            "favoritedBy": users[index % users.count], "elementName": element["name"] ?? .null,
            "elementSymbol": element["symbol"] ?? .null,
        ]
    }

    private static let wild: [JSONValue] = [
        ElementTable.records[78].setting("favoritedBy", to: "linus"),
        ["favorited_by": "Grace H.", "element_name": "Helium", "element_symbol": "He"],
        ["elementName": "Neon", "elementSymbol": "Ne"],
        ["favoritedBy": "", "elementName": "", "elementSymbol": ""],
        ["favoritedBy": 7, "elementName": .null, "elementSymbol": "Xx"],
    ]
}
