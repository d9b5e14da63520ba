import Foundation
import LoopbackServer

/// Pictures of the elements, as on theodoregray.com and images-of-elements.com. One small image stands for all.
enum Images {
    /// Returns the thumbnail for a three-digit atomic number.
    static func thumbnail(tile: String) -> Answer {
        guard let number = Int(tile), (1...118).contains(number), tile.count == 3, tile.first != "+" else {
            return .page(404)
        }
        return .bytes(ImageData.thumbnail, type: "image/jpeg")
    }

    /// Returns the large picture for a lowercase name. Elements from number 90 have none.
    static func fullSize(name: String) -> Answer {
        names.contains(name) ? .bytes(ImageData.fullSize, type: "image/jpeg") : .page(404)
    }

    private static let names = Set(ElementTable.records.prefix(89).compactMap { $0["name"]?.text?.lowercased() })
}

/// Two small JPEG files, created for this module.
enum ImageData {
    /// A blue gradient of 16 × 16 pixels.
    static let thumbnail = bytes(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19i\
        Z2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj\
        Y2NjY2NjY2P/wAARCAAQABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABQAE/8QAFxABAAMAAAAAAAAAAAAAAAAABAAh\
        Mf/EABUBAQEAAAAAAAAAAAAAAAAAAAME/8QAFREBAQAAAAAAAAAAAAAAAAAAAQD/2gAMAwEAAhEDEQA/AMJj5UWMbKkY2VFzGypW\
        sQX/2Q==
        """)

    /// A purple gradient of 32 × 32 pixels.
    static let fullSize = bytes(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19i\
        Z2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj\
        Y2NjY2NjY2P/wAARCAAgACADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABAAF/8QAFRABAQAAAAAAAAAAAAAAAAAAAwD/\
        xAAXAQADAQAAAAAAAAAAAAAAAAAAAgQB/8QAFREBAQAAAAAAAAAAAAAAAAAAAAH/2gAMAwEAAhEDEQA/AMQzlmdGcozrLVaM5ZnR\
        nKM5bQyjOWZ0ZyjOLQjOWZ0ZyjOW1j//2Q==
        """)

    private static func bytes(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }
}
