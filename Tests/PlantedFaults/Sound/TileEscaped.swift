import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A path that is escaped more than it needs to be.
let tileEscaped = Plant(
    "a path that is escaped more than it needs to be", in: "elements", builder: "thumbnail",
    finds: [:]
) { arguments in
    let request = try ElementsAPI.thumbnail(number: arguments.tileNumber)
    return try URLRequest(
        text: (request.url?.absoluteString ?? "").replacingOccurrences(of: "s7.JPG", with: "%737%2EJPG"))
}
