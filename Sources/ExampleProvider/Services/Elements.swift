/// The elements and everybody's favourites, as a project at mockapi.io keeps them.
struct Elements: Sendable {
    /// The service's cap on the records of one resource.
    static let maximumRecords = 100

    private var favorites = FavoriteTable.records

    var firstHundred: Response { .json(.array(Array(ElementTable.records.prefix(Self.maximumRecords)))) }

    var remaining: Response { .json(.array(Array(ElementTable.records.dropFirst(Self.maximumRecords)))) }

    func listFavorites() -> Response { .json(.array(favorites)) }

    /// Stores whatever object it gets, as the service does, under the next number as its identifier.
    mutating func addFavorite(_ request: Request) -> Response {
        guard let body = JSONReader.value(of: request.body), case .object(var members) = body else {
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
