import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The name of the element is in its own case.
let fullImageCapitalized = Plant(
    "the name of the element is in its own case", in: "elements", builder: "fullImage",
    finds: [
        "request.path": ["request/path"]
    ]
) { arguments in
    let request = try ElementsAPI.fullImage(name: arguments["name"], number: arguments["number"])
    return try URLRequest(
        text: "http://images-of-elements.com/\((arguments["name"] as String).capitalized).jpg",
        timeout: request.timeoutInterval)
}
