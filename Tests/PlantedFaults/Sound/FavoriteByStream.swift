import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a body that is a stream") func favoriteByStream() async {
    await expectNothing(
        of: .builder("elements/favorite") { arguments in
            var request = try arguments.soundFavorite
            let body = request.httpBody ?? Data()
            request.httpBody = nil
            request.httpBodyStream = InputStream(data: body)
            return request
        })
}
