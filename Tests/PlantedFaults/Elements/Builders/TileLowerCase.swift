import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The name of the file is in lower case.
let tileLowerCase = Plant(
    "the name of the file is in lower case", in: "elements", builder: "thumbnail",
    finds: [
        "request.path": ["request/path"]
    ]
) { arguments in
    let tile: String = try arguments["tile"]
    guard tile != "000" else { throw AppError.badURL("element 0") }
    return try URLRequest(text: "http://www.theodoregray.com/periodictable/Tiles/\(tile)/s7.jpg")
}
