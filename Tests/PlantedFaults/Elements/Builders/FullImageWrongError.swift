import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What is refused is refused with another error.
let fullImageWrongError = Plant(
    "what is refused is refused with another error", in: "elements", builder: "fullImage",
    finds: [
        "rejects.wrong-error": ["rejects/0/throws", "rejects/1/throws", "rejects/2/throws"],
        "rejects.message": ["rejects/0/message"],
    ]
) { arguments in
    do {
        return try ElementsAPI.fullImage(name: arguments["name"], number: arguments["number"])
    } catch {
        throw AppError.noResponse
    }
}
