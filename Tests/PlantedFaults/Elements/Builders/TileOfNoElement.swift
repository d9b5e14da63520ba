import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("there is an address for element 0") func tileOfNoElement() async {
    await expect(
        ["rejects.built": ["rejects/0"]],
        of: .builder("elements/thumbnail") { arguments in
            try URLRequest(
                text:
                    "http://www.theodoregray.com/periodictable/Tiles/\((arguments["tile"] as String).percentEncoded)/s7.JPG"
            )
        })
}
