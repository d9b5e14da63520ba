import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A body that is a stream.
let favoriteByStream = Plant(
    "a body that is a stream", in: "elements", builder: "favorite",
    finds: [:]
) { arguments in
    var request = try arguments.soundFavorite
    let body = request.httpBody ?? Data()
    request.httpBody = nil
    request.httpBodyStream = InputStream(data: body)
    return request
}
