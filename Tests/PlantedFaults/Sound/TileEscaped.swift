import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a path that is escaped more than it needs to be") func tileEscaped() async {
    await expectNothing(
        of: .builder("elements/thumbnail") { arguments in
            let request = try ElementsAPI.thumbnail(number: arguments.tileNumber)
            return try URLRequest(
                text: (request.url?.absoluteString ?? "").replacingOccurrences(of: "s7.JPG", with: "%737%2EJPG"))
        })
}
