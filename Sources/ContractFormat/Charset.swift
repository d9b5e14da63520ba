import Foundation

/// The encoding of a response's text.
package enum Charset: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    case latin1 = "iso-8859-1"

    /// The bytes as UTF-8; `nil` where they are not in this encoding.
    package func utf8(from bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .utf8: String(bytes: bytes, encoding: .utf8) == nil ? nil : bytes
        case .latin1: Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8)
        }
    }
}
