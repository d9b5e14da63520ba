import Foundation

/// What a `Content-Type` header says (RFC 9110, section 8.3.1).
struct MediaType: Sendable, Hashable {
    /// `type/subtype` in lower case.
    let essence: String
    /// The `charset` parameter in lower case.
    let charset: String?

    init(_ header: String) {
        let parts = header.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        essence = parts.first ?? ""
        charset = parts.dropFirst().first { $0.hasPrefix("charset=") }
            .map { $0.dropFirst("charset=".count).trimmingCharacters(in: ["\""]) }
    }

    /// Whether bodies of this type are JSON text (RFC 8259, and the `+json` suffix of RFC 6839).
    var isJSON: Bool { essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json") }
}
