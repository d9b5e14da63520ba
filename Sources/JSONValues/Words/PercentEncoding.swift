import Foundation

extension StringProtocol {
    /// The percent-decoded text (RFC 3986, section 2.1), or `nil` if the bytes are not UTF-8.
    package var percentDecoded: String? {
        // Most strings have no percent sign, and this check is cheaper than Foundation's decoding.
        utf8.contains(UInt8(ascii: "%")) ? removingPercentEncoding : String(self)
    }
}
