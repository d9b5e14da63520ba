import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A tile has one zero before it, always.
let tileWithOneZero = Plant(
    "a tile has one zero before it, always", in: "elements", builder: "thumbnail",
    finds: [
        "request.path": ["request/path"]
    ]
) { arguments in
    let number = try arguments.tileNumber
    guard number > 0 else { throw AppError.badURL("element 0") }
    let tile = "0\(number)"
    return try URLRequest(text: "http://www.theodoregray.com/periodictable/Tiles/\(tile)/s7.JPG")
}
