/// Who sends or reads the values of a schema.
struct Use: Sendable, Hashable {
    enum Owner: Sendable, Hashable {
        case endpoint(String)
        case model(String)
    }

    let owner: Owner
    let position: Position
}
