/// A JSON or XML text in UTF-16 or ISO 8859-1, to be edited in UTF-8 and written back in its own encoding.
struct TranscodedText {
    let utf8: [UInt8]
    /// The byte order of UTF-16; `nil` for ISO 8859-1.
    private let isBigEndian: Bool?

    /// Reads a body; `nil` if it is UTF-8, binary or another kind of text.
    ///
    /// UTF-16 is recognized by its byte order mark or by the zero byte of its first character, because services often
    /// do not declare a charset.
    init?(_ body: [UInt8], _ mediaType: MediaType) {
        let first = body.prefix(64).first { $0 > 0 && $0 < 0xFE && !$0.isASCIIWhitespace } ?? 0
        guard mediaType.isJSON || "{[<".utf8.contains(first), body.count > 1 else { return nil }
        switch (body[0], body[1]) {
        case (0xFE, 0xFF), (0, 1...): isBigEndian = true
        case (0xFF, 0xFE), (1..., 0): isBigEndian = false
        default: isBigEndian = nil
        }
        if let isBigEndian {
            let units = stride(from: isBigEndian ? 0 : 1, to: body.count, by: 2).map { high in
                let low = isBigEndian ? high + 1 : high - 1
                return UInt16(body[high]) << 8 | (low < body.count ? UInt16(body[low]) : 0)
            }
            utf8 = Array(String(decoding: units, as: UTF16.self).utf8)
        } else {
            if String(validating: body, as: UTF8.self) != nil { return nil }
            utf8 = Array(String(latin1: body).utf8)
        }
        // Malformed UTF-16 would not be restored.
        if encoded(utf8) != body { return nil }
    }

    /// Returns a text in UTF-8 in the encoding of the body.
    func encoded(_ utf8: [UInt8]) -> [UInt8] {
        let text = String(decoding: utf8, as: UTF8.self)
        guard let isBigEndian else { return text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") } }
        return SecretForms.utf16(text, isBigEndian: isBigEndian)
    }
}
