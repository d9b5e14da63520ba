import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A header goes out that the contract does not have.
let elementsAuthorized = Plant(
    "a header goes out that the contract does not have", in: "elements", builder: "elements",
    finds: [
        "request.header": ["request"]
    ]
) { _ in
    var request = try ElementsAPI.elements()
    request.setValue("Bearer none", forHTTPHeaderField: "Authorization")
    return request
}
