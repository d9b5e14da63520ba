import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the path ends in a slash") func elementsWithSlash() async {
    await expect(
        ["request.path": ["request/path"]],
        of: .builder("elements/elements") { _ in
            try URLRequest(text: "https://5c1d79abbc26950013fbcaa9.mockapi.io/api/v1/elements/")
        })
}
