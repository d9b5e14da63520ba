import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a header goes out that the contract does not have") func elementsAuthorized() async {
    await expect(
        ["request.header": ["request"]],
        of: .builder("elements/elements") { _ in
            var request = try ElementsAPI.elements()
            request.setValue("Bearer none", forHTTPHeaderField: "Authorization")
            return request
        })
}
