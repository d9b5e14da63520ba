import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("a tile has no zeros before it") func tileUnpadded() async {
    await expect(
        ["request.path": ["request/path"]],
        of: .builder("elements/thumbnail") { arguments in
            let number = try arguments.tileNumber
            guard number > 0 else { throw AppError.badURL("element 0") }
            let tile = String(number)
            return try URLRequest(text: "http://www.theodoregray.com/periodictable/Tiles/\(tile)/s7.JPG")
        })
}
