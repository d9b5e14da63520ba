import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("what is refused is refused with another error") func fullImageWrongError() async {
    await expect(
        [
            "rejects.wrong-error": ["rejects/0/throws", "rejects/1/throws", "rejects/2/throws"],
            "rejects.message": ["rejects/0/message"],
        ],
        of: .builder("elements/fullImage") { arguments in
            do {
                return try ElementsAPI.fullImage(name: arguments["name"], number: arguments["number"])
            } catch {
                throw AppError.noResponse
            }
        })
}
