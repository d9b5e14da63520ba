import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("nobody sets the timeout") func elementsWithDefaultTimeout() async {
    await expect(
        ["request.timeout": ["request/timeout"]],
        of: .builder("elements/elements") { _ in
            try URLRequest(text: "https://5c1d79abbc26950013fbcaa9.mockapi.io/api/v1/elements", timeout: 60)
        })
}
