import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The number 100 is padded.
let tileWrongAtHundred = Plant(
    "the number 100 is padded", in: "elements", builder: "thumbnail",
    finds: [
        "request.path": ["request/path"]
    ]
) { arguments in
    let number = try arguments.tileNumber
    guard number > 0 else { throw AppError.badURL("element 0") }
    let tile = number < 10 ? "00\(number)" : number <= 100 ? "0\(number)" : "\(number)"
    return try URLRequest(text: "http://www.theodoregray.com/periodictable/Tiles/\(tile)/s7.JPG")
}
