import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Of what a text of JSON has to escape, only quotes are escaped.
let favoriteQuotesEscapedOnly = Plant(
    "of what a text of JSON has to escape, only quotes are escaped", in: "elements", builder: "favorite",
    finds: [
        "request.body": ["request/body"]
    ]
) { arguments in
    func quoted(_ text: String) -> String { "\"" + text.replacingOccurrences(of: "\"", with: "\\\"") + "\"" }
    var request = try arguments.soundFavorite
    let (user, name, symbol): (String, String, String) = try (
        arguments["favoritedBy"], arguments["elementName"], arguments["elementSymbol"]
    )
    request.httpBody = Data(
        #"{"favoritedBy": \#(quoted(user)), "elementName": \#(quoted(name)), "elementSymbol": \#(quoted(symbol))}"#.utf8
    )
    return request
}
