import Foundation

/// The formats in which images are taken.
enum ImageFormat {
    case jpeg
    case png

    /// The format a media type stands for, or `nil` for one that is not taken.
    init?(mediaType: String) {
        switch mediaType {
        case "image/jpeg": self = .jpeg
        case "image/png": self = .png
        default: return nil
        }
    }

    /// Whether the bytes begin and end as a file of this format does, so that nothing was cut off.
    ///
    /// JPEG runs from the marker SOI to EOI (ITU-T T.81, B.1.1.3), after which some writers pad with zeros; PNG from its
    /// signature to the chunk IEND (RFC 2083, 3.1 and 4.1.4).
    func isWhole(_ data: Data) -> Bool {
        switch self {
        case .jpeg:
            let padding = data.reversed().prefix { $0 == 0 }.count
            return data.starts(with: [0xFF, 0xD8, 0xFF])
                && data.dropLast(padding).suffix(2).elementsEqual([0xFF, 0xD9])
        case .png:
            return data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
                && data.suffix(8).elementsEqual([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        }
    }
}
