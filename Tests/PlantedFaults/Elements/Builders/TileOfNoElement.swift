import ContractChecking
import Foundation

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// There is an address for element 0.
let tileOfNoElement = Plant(
    "there is an address for element 0", in: "elements", builder: "thumbnail",
    finds: [
        "rejects.built": ["rejects/0"]
    ]
) { arguments in
    try URLRequest(
        text: "http://www.theodoregray.com/periodictable/Tiles/\((arguments["tile"] as String).percentEncoded)/s7.JPG")
}
