import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("elements that have no image get an address too") func fullImageOfAll() async {
    await expect(
        ["rejects.built": ["rejects/0"]],
        of: .builder("elements/fullImage") { arguments in
            try ElementsAPI.fullImage(name: arguments["name"], number: 1)
        })
}
