import LoopbackServer

/// Pictures of the elements, as on theodoregray.com and images-of-elements.com. Two small gradients, in blue and in purple, stand
/// for all.
enum Images {
    /// Returns the thumbnail for a three-digit atomic number.
    static func thumbnail(tile: String) -> Answer {
        guard let number = Int(tile), (1...118).contains(number), tile.count == 3, tile.first != "+" else {
            return .page(404)
        }
        return .bytes(PackageResources.thumbnail_jpg, type: "image/jpeg")
    }

    /// Returns the large picture for a lowercase name. Elements from number 90 have none.
    static func fullSize(name: String) -> Answer {
        names.contains(name) ? .bytes(PackageResources.fullSize_jpg, type: "image/jpeg") : .page(404)
    }

    private static let names = Set(ElementTable.records.prefix(89).compactMap { $0["name"]?.text?.lowercased() })
}
