import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Elements that have no image get an address too.
let fullImageOfAll = Plant(
    "elements that have no image get an address too", in: "elements", builder: "fullImage",
    finds: [
        "rejects.built": ["rejects/0"]
    ]
) { arguments in
    try ElementsAPI.fullImage(name: arguments["name"], number: 1)
}
