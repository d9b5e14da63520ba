/// The text form of a body in a HAR: decoded by charset, or base64 if decoding would not preserve the bytes.
enum BodyText {
    static func text(of body: [UInt8], mediaType: MediaType) -> String? {
        if mediaType.isLatin1 {
            // Text whose characters all fit in one byte is read back as Latin-1.
            return String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
        }
        return String(validating: body, as: UTF8.self)
    }

    static func bytes(of text: String, mediaType: MediaType) -> [UInt8] {
        if mediaType.isLatin1, text.unicodeScalars.allSatisfy({ $0.value < 256 }) {
            return text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        }
        return Array(text.utf8)
    }
}
