import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the name of the element is in its own case") func fullImageCapitalized() async {
    await expect(
        ["request.path": ["request/path"]],
        of: .builder("elements/fullImage") { arguments in
            let request = try ElementsAPI.fullImage(name: arguments["name"], number: arguments["number"])
            return try URLRequest(
                text: "http://images-of-elements.com/\((arguments["name"] as String).capitalized).jpg",
                timeout: request.timeoutInterval)
        })
}
