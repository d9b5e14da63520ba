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
    /// The image for a poster.
    lazy var largest: Image? = images.max { ($0.width ?? 0) < ($1.width ?? 0) }

    var isClassical: Bool { genres.contains("classical") }

    private enum CodingKeys: CodingKey { case name, genres, images }

    /// The same artist with the images that have a size only.
    func sized() -> Artist {
        var artist = self
        artist.images.removeAll { $0.width == nil }
        return artist
    }
}

extension SoundCode {
    /// Twin: an image without a size is none.
    @Test func artistWithLazyImage() async {
        await compare("music", finds: Fault("model.wrong-value", at: "/models/Artist/schema/properties/images")) {
            Model("Artist", decoding: Artist.self)
        } twin: {
            Model("Artist", data: { try JSONDecoder().decode(Artist.self, from: $0).sized() })
        }
    }
}
