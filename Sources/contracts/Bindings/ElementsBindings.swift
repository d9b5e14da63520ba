import ContractCommand
import ExampleClients

let elementsService = Service("elements") {
    Model("Element", Element.init(json:))
    Model("Favorite", decoding: Favorite.self)

    Endpoint("elements") { _ in
        try ElementsAPI.elements()
    } call: { _, transport in
        try await ElementsClient(transport: transport.send).elements()
    }

    Endpoint("remainingElements") { _ in
        try ElementsAPI.remainingElements()
    } call: { _, transport in
        try await ElementsClient(transport: transport.send).remainingElements()
    }

    Endpoint(
        "allElements",
        call: { _, transport in
            try await ElementsClient(transport: transport.send).allElements()
        })

    Endpoint("favorites") { _ in
        try ElementsAPI.favorites()
    } call: { arguments, transport in
        try await ElementsClient(transport: transport.send).favorites(of: arguments["user"])
    }

    Endpoint("favorite") { arguments in
        try ElementsAPI.favorite(
            favoritedBy: arguments["favoritedBy"], elementName: arguments["elementName"],
            elementSymbol: arguments["elementSymbol"])
    } call: { arguments, transport in
        try await ElementsClient(transport: transport.send)
            .favorite(
                favoritedBy: arguments["favoritedBy"], elementName: arguments["elementName"],
                elementSymbol: arguments["elementSymbol"])
    }

    Endpoint("thumbnail") { arguments in
        try ElementsAPI.thumbnail(number: arguments.tileNumber)
    } call: { arguments, transport in
        try await ElementsClient(transport: transport.send).thumbnail(number: arguments.tileNumber)
    }

    Endpoint("fullImage") { arguments in
        try ElementsAPI.fullImage(name: arguments["name"], number: arguments["number"])
    } call: { arguments, transport in
        try await ElementsClient(transport: transport.send)
            .fullImage(name: arguments["name"], number: arguments["number"])
    }
}

extension Arguments {
    fileprivate var tileNumber: Int {
        get throws {
            let tile: String = try self["tile"]
            guard tile.utf8.count == 3, let number = Int(tile) else { throw AppError.badURL("element \(tile)") }
            return number
        }
    }
}
