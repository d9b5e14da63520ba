import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The request goes out without TLS.
let elementsUnsafe = Plant(
    "the request goes out without TLS", in: "elements", builder: "elements",
    finds: [
        "request.origin": ["request"]
    ]
) { _ in
    try URLRequest(text: "http://5c1d79abbc26950013fbcaa9.mockapi.io/api/v1/elements")
}
