import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A tile has two digits where it needs three.
let tileOfTwoDigits = Plant(
    "a tile has two digits where it needs three", in: "elements", builder: "thumbnail",
    finds: [
        "request.path": ["request/path"]
    ]
) { arguments in
    let number = try arguments.tileNumber
    guard number > 0 else { throw AppError.badURL("element 0") }
    let tile = String(repeating: "0", count: max(0, 2 - String(number).count)) + String(number)
    return try URLRequest(text: "http://www.theodoregray.com/periodictable/Tiles/\(tile)/s7.JPG")
}
