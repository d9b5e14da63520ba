import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Nobody sets the timeout.
let elementsWithDefaultTimeout = Plant(
    "nobody sets the timeout", in: "elements", builder: "elements",
    finds: [
        "request.timeout": ["request/timeout"]
    ]
) { _ in
    try URLRequest(text: "https://5c1d79abbc26950013fbcaa9.mockapi.io/api/v1/elements", timeout: 60)
}
