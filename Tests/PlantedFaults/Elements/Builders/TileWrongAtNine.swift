import ContractChecking
import ExampleClients
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The number 9 is padded like one of two digits.
let tileWrongAtNine = Plant(
    "the number 9 is padded like one of two digits", in: "elements", builder: "thumbnail",
    finds: [
        "request.path": ["request/path"]
    ]
) { arguments in
    let number = try arguments.tileNumber
    guard number > 0 else { throw AppError.badURL("element 0") }
    let tile = number < 9 ? "00\(number)" : number < 100 ? "0\(number)" : "\(number)"
    return try URLRequest(text: "http://www.theodoregray.com/periodictable/Tiles/\(tile)/s7.JPG")
}
