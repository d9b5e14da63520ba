import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the request goes out without TLS") func elementsUnsafe() async {
    await expect(
        ["request.origin": ["request"]],
        of: .builder("elements/elements") { _ in
            try URLRequest(text: "http://5c1d79abbc26950013fbcaa9.mockapi.io/api/v1/elements")
        })
}
