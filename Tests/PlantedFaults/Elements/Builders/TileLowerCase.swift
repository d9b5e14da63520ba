import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the name of the file is in lower case") func tileLowerCase() async {
    await expect(
        ["request.path": ["request/path"]],
        of: .builder("elements/thumbnail") { arguments in
            let tile: String = try arguments["tile"]
            guard tile != "000" else { throw AppError.badURL("element 0") }
            return try URLRequest(text: "http://www.theodoregray.com/periodictable/Tiles/\(tile)/s7.jpg")
        })
}
