import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the service is asked for what it cannot tell") func favoritesOfOneUser() async {
    await expect(
        ["request.query": ["request"]],
        of: .builder("elements/favorites") { _ in
            try URLRequest(text: "https://5c1d79abbc26950013fbcaa9.mockapi.io/api/v1/favorites?favoritedBy=ada")
        })
}
