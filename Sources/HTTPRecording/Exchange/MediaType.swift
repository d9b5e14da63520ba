/// A media type such as `application/json; charset=utf-8` taken apart (RFC 9110, 8.3).
struct MediaType: Hashable {
    /// Type and subtype in lower case; empty where the text names none.
    let essence: String
    /// The `charset` parameter in lower case.
    let charset: String?

    init(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        essence = parts.first.map { $0.trimmingSpaces().lowercased() } ?? ""
        charset =
            parts.dropFirst().lazy.compactMap { part -> String? in
                let sides = part.split(separator: "=", maxSplits: 1)
                guard sides.count == 2, sides[0].trimmingSpaces().lowercased() == "charset" else { return nil }
                return sides[1].trimmingSpaces().lowercased().filter { $0 != "\"" }
            }.first
    }

    var isJSON: Bool { essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json") }
    var isForm: Bool { essence == "application/x-www-form-urlencoded" }
    /// Whether a body's bytes are its characters one by one.
    var isLatin1: Bool { ["iso-8859-1", "iso8859-1", "latin1", "latin-1"].contains(charset ?? "") }
}
