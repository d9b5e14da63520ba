import ExampleClients
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Test("the number 99 is not padded") func tileWrongAtNinetyNine() async {
    await expect(
        ["request.path": ["request/path"]],
        of: .builder("elements/thumbnail") { arguments in
            let number = try arguments.tileNumber
            guard number > 0 else { throw AppError.badURL("element 0") }
            let tile = number < 10 ? "00\(number)" : number < 99 ? "0\(number)" : "\(number)"
            return try URLRequest(text: "http://www.theodoregray.com/periodictable/Tiles/\(tile)/s7.JPG")
        })
}
