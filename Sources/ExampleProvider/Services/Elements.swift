import LoopbackServer

/// The elements and all users' favorites, in the style of a project at mockapi.io.
struct Elements: Sendable {
    /// The service's limit per resource.
    static let maximumRecords = 100

    private var favorites = FavoriteTable.records

    var firstHundred: Answer { .json(.array(Array(ElementTable.records.prefix(Self.maximumRecords)))) }

    var remaining: Answer { .json(.array(Array(ElementTable.records.dropFirst(Self.maximumRecords)))) }

    func listFavorites() -> Answer { .json(.array(favorites)) }

    /// Stores any JSON object, like the real service, with the next number as its identifier.
    mutating func addFavorite(_ request: Request) -> Answer {
        guard var members = request.object?.members else {
            return .json("The body is no JSON object.", status: 400)
        }
        guard favorites.count < Self.maximumRecords else {
            return .json("Max number of elements reached for this resource!", status: 400)
        }
        members.removeAll { $0.name == "id" }
        members.append(.init(name: "id", value: .string(String(favorites.count + 1))))
        favorites.append(.object(members))
        return .json(.object(members), status: 201)
    }
}

/// The 38 favorites of other users, some of which have unexpected shapes.
enum FavoriteTable {
    static let records: [JSONValue] = (regular + wild).enumerated().map {
        $1.setting("id", to: .string(String($0 + 1)))
    }

    private static let users: [JSONValue] = ["Grace H.", "linus", "Marie C.", "dmitri_m", "Rosalind"]

    /// Every third element, with the users in rotation.
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
