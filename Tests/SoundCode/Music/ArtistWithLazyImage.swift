import ContractChecking
import Foundation
import Testing

private struct Artist: Decodable {
    struct Image: Decodable {
        let url: URL
        let width: Int?
        let height: Int?
    }

    let name: String
    let genres: [String]
    private(set) var images: [Image]
    lazy var largest: Image? = images.max { ($0.width ?? 0) < ($1.width ?? 0) }

    var isClassical: Bool { genres.contains("classical") }

    private enum CodingKeys: CodingKey { case name, genres, images }

    /// Returns the artist without the images of unknown size.
    func sized() -> Artist {
        var artist = self
        artist.images.removeAll { $0.width == nil }
        return artist
    }
}

extension SoundCode {
    /// Twin: drops images of unknown size.
    @Test func artistWithLazyImage() async {
        await compare("music", finds: Fault("model.wrong-value", at: "/models/Artist/schema/properties/images")) {
            Model("Artist", decoding: Artist.self)
        } twin: {
            Model("Artist", data: { try JSONDecoder().decode(Artist.self, from: $0).sized() })
        }
    }
}
