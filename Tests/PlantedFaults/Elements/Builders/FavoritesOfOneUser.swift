import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The service is asked for what it cannot tell.
let favoritesOfOneUser = Plant(
    "the service is asked for what it cannot tell", in: "elements", builder: "favorites",
    finds: [
        "request.query": ["request"]
    ]
) { _ in
    try URLRequest(text: "https://5c1d79abbc26950013fbcaa9.mockapi.io/api/v1/favorites?favoritedBy=ada")
}
