import Foundation

/// Pictures of the elements, as theodoregray.com and images-of-elements.com serve them: small ones stand for all.
enum Images {
    /// The thumbnail of an element by its three-digit number.
    static func thumbnail(tile: String) -> Response {
        guard let number = Int(tile), (1...118).contains(number), tile.count == 3, tile.first != "+" else {
            return .page(404)
        }
        return jpeg(ImageData.thumbnail)
    }

    /// The large picture of an element by its name in lower case; there is none from number 90 on.
    static func fullSize(name: String) -> Response {
        names.contains(name) ? jpeg(ImageData.fullSize) : .page(404)
    }

    private static let names = Set(ElementTable.records.prefix(89).compactMap { $0["name"]?.text?.lowercased() })

    private static func jpeg(_ bytes: [UInt8]) -> Response {
        Response(status: 200, contentType: "image/jpeg", body: .bytes(bytes))
    }
}
