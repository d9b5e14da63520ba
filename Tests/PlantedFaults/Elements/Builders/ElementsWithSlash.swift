import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The path ends in a slash.
let elementsWithSlash = Plant(
    "the path ends in a slash", in: "elements", builder: "elements",
    finds: [
        "request.path": ["request/path"]
    ]
) { _ in
    try URLRequest(text: "https://5c1d79abbc26950013fbcaa9.mockapi.io/api/v1/elements/")
}
