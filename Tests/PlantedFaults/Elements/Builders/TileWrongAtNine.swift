import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the number 9 is padded like one of two digits") func tileWrongAtNine() async {
    await expect(
        ["request.path": ["request/path"]],
        of: .builder("elements/thumbnail") { arguments in
            let number = try arguments.tileNumber
            guard number > 0 else { throw AppError.badURL("element 0") }
            let tile = number < 9 ? "00\(number)" : number < 100 ? "0\(number)" : "\(number)"
            return try URLRequest(text: "http://www.theodoregray.com/periodictable/Tiles/\(tile)/s7.JPG")
        })
}
