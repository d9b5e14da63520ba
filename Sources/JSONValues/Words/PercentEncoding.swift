import Foundation

extension StringProtocol {
    /// The text with its percent-encoded bytes decoded (RFC 3986, section 2.1); `nil` where they are no UTF-8.
    package var percentDecoded: String? {
        // Most texts hold none, and to see that costs less than Foundation's reading.
        utf8.contains(UInt8(ascii: "%")) ? removingPercentEncoding : String(self)
    }
}

extension [String] {
    /// The segments of a path as they stand in a URL (RFC 3986, section 3.3), with slashes between them.
    package var encodedPath: String {
        let plain = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:@!$&'()*,;=")
        return map { $0.addingPercentEncoding(withAllowedCharacters: plain) ?? $0 }.joined(separator: "/")
    }
}
