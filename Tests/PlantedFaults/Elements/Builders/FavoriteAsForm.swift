import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The body is a form.
let favoriteAsForm = Plant(
    "the body is a form", in: "elements", builder: "favorite",
    finds: [
        "request.body": ["request/body"],
        "request.header": ["request/headers/Content-Type"],
    ]
) { arguments in
    var request = try arguments.soundFavorite
    let names = ["favoritedBy", "elementName", "elementSymbol"]
    request.httpBody = Data(
        try names.map { "\($0)=\((try arguments[$0] as String).percentEncoded)" }.joined(separator: "&").utf8)
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    return request
}
