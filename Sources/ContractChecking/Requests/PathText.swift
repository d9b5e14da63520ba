import Foundation

/// The text of a path.
enum PathText {
    /// A path of decoded segments as it stands in a URL.
    static func encoded(_ segments: [String]) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:@!$&'()*,;=")
        return segments.map { $0.addingPercentEncoding(withAllowedCharacters: unreserved) ?? $0 }.joined(separator: "/")
    }
}
