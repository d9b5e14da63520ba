extension String {
    /// The text with every byte outside RFC 3986's unreserved characters percent-encoded, as UTF-8.
    ///
    /// The result means the same to RFC 3986 and to form decoding: a space is `%20` and a plus `%2B`, never `+`. What is
    /// already encoded is encoded again, and nothing is normalised, so decoding gives exactly the text back.
    var percentEncoded: String {
        var encoded = ""
        encoded.reserveCapacity(utf8.count)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                encoded += byte < 16 ? "%0" : "%"
                encoded += String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
