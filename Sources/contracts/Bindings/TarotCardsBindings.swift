import ContractCommand
import ExampleClients

let tarotCardsService = Service("tarot-cards") {
    Model("TarotCard", TarotCard.init(json:))

    Endpoint("card") { arguments in
        try TarotAPI.card(number: arguments["number"])
    } call: { arguments, transport in
        try await TarotClient(transport: transport.send).card(number: arguments["number"])
    }

    Endpoint(
        "deck",
        call: { _, transport in
            try await TarotClient(transport: transport.send).deck()
        })
}
