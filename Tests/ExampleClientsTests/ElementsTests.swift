import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct ElementsTests {
    private static func element(_ number: Int, mass: String = "1") -> String {
        """
        {"name": "X\(number)", "symbol": "Na", "number": \(number), "period": 3, "xpos": 1, "ypos": 3, \
        "atomic_mass": \(mass), "melt": null, "category": "", "phase": "", "source": "", "summary": "", "shells": [2, 8, 1]}
        """
    }

    @Test(arguments: [
        ("22.989769282", "Na(11) 22.989769282"), ("98", "Na(11) 98"), ("98.0", "Na(11) 98"), ("1e30", "Na(11) 1e30"),
    ])
    func showsSymbolNumberAndMassOnOneLine(mass: String, text: String) throws {
        let json = try JSONSerialization.jsonObject(with: Data(Self.element(11, mass: mass).utf8)) as? [String: Any]
        let element = Element(json: try #require(json))
        #expect(element?.detailText == text)
    }

    @Test func sortsAllElementsByNumber() async throws {
        let client = ElementsClient { request in
            let numbers = request.url?.lastPathComponent == "elements" ? Array((1...100).reversed()) : Array(101...118)
            return try Stub.reply("[\(numbers.map { Self.element($0) }.joined(separator: ","))]".utf8)
        }
        #expect(try await client.allElements().map(\.number) == Array(1...118))
    }

    @Test func throwsIfOneHalfOfTheElementsFails() async {
        let client = ElementsClient { request in
            let isFirst = request.url?.lastPathComponent == "elements"
            return try Stub.reply("[\(Self.element(1))]".utf8, status: isFirst ? 200 : 404)
        }
        await #expect(throws: AppError.badStatusCode(404)) { try await client.allElements() }
    }

    @Test func showsOnlyTheFavoritesOfOneUser() async throws {
        let body = """
            [{"id":"1","favoritedBy":"ada","elementName":"Argon","elementSymbol":"Ar"},
             {"id":"2","favoritedBy":"bob","elementName":"Neon","elementSymbol":"Ne"},
             {"id":"3","favoritedBy":"ada","name":"Iron","symbol":"Fe","atomic_mass":55.8},
             {"favoritedBy":"ada"}, {"id":5,"favoritedBy":"ada","elementName":"Tin","elementSymbol":"Sn"}]
            """
        let favorites = try await ElementsClient(transport: Stub.transport(body)).favorites(of: "ada")
        #expect(favorites.map(\.elementName) == ["Argon"])
    }

    @Test(arguments: [(1, "001"), (9, "009"), (10, "010"), (99, "099"), (100, "100"), (118, "118")])
    func padsThumbnailNumbersToThreeDigits(number: Int, digits: String) throws {
        #expect(
            try ElementsAPI.thumbnail(number: number).url?.absoluteString
                == "http://www.theodoregray.com/periodictable/Tiles/\(digits)/s7.JPG")
    }

    @Test(arguments: [0, -1, 1000, .max, .min])
    func hasNoThumbnailForAnInvalidNumber(number: Int) {
        #expect(throws: AppError.self) { try ElementsAPI.thumbnail(number: number) }
    }

    @Test func lowercasesTheNamesOfLargeImages() throws {
        #expect(
            try ElementsAPI.fullImage(name: "Argon", number: 18).url?.absoluteString
                == "http://images-of-elements.com/argon.jpg")
    }

    @Test(arguments: [("Thorium", 90), ("Oganesson", 118), ("", 1), ("../x", 1), ("é", 1), ("Argon", 0)])
    func hasNoLargeImageFromNumber90On(name: String, number: Int) {
        #expect(throws: AppError.self) { try ElementsAPI.fullImage(name: name, number: number) }
    }

    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 0xFF, 0xD9]
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

    @Test(arguments: [
        ("image/jpeg", jpeg), ("IMAGE/JPEG; q=1", jpeg), ("image/jpeg", jpeg + [0, 0]), ("image/png", png),
    ])
    func acceptsCompleteImages(type: String, body: [UInt8]) async throws {
        let client = ElementsClient { _ in try Stub.reply(body, ["Content-Type": type]) }
        #expect(try await client.thumbnail(number: 18) == Data(body))
    }

    @Test(arguments: [
        ("image/gif", jpeg, AppError.badMimeType("image/gif")), ("", jpeg, .badMimeType("")),
        ("text/html", Array("<html>".utf8), .badMimeType("text/html")),
        ("image/jpeg", [], .decodingError(expected: "an image")),
        ("image/jpeg", jpeg.dropLast(), .decodingError(expected: "an image")),
        ("image/png", jpeg, .decodingError(expected: "an image")),
        ("image/png", png.dropLast(), .decodingError(expected: "an image")),
    ])
    func refusesAnIncompleteImage(type: String, body: [UInt8], error: AppError) async {
        let client = ElementsClient { _ in try Stub.reply(body, ["Content-Type": type]) }
        await #expect(throws: error) { try await client.thumbnail(number: 18) }
    }

    @Test(arguments: [
        (AppError.badURL("element 0"), "There is no address for element 0."),
        (.networkError(.timedOut), "The network failed (-1001)."), (.noResponse, "The server did not answer."),
        (.decodingError(expected: "an image"), "The server's answer is not an image."),
        (.badStatusCode(404), "The server could not answer (status 404)."),
        (.badMimeType("image/gif"), "An image cannot be of the type image/gif."),
    ])
    func everyErrorHasAText(error: AppError, text: String) {
        #expect(error.localizedDescription == text)
    }
}
