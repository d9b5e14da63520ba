import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A tile has no zeros before it.
let tileUnpadded = Plant(
    "a tile has no zeros before it", in: "elements", builder: "thumbnail",
    finds: [
        "request.path": ["request/path"]
    ]
) { arguments in
    let number = try arguments.tileNumber
    guard number > 0 else { throw AppError.badURL("element 0") }
    let tile = String(number)
    return try URLRequest(text: "http://www.theodoregray.com/periodictable/Tiles/\(tile)/s7.JPG")
}
