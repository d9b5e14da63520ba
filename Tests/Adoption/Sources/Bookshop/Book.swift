import Foundation

/// A book as the shop lists it.
public struct Book: Sendable, Hashable {
    /// Thirteen digits.
    public let isbn: String
    /// The title on the cover.
    public let title: String
    /// At least one.
    public let authors: [String]
    /// The mean of all ratings, from 0 to 5; `nil` where nobody rated it yet.
    public let rating: Double?

    /// Reads a JSON object; `nil` where it is no book.
    public init?(json: [String: Any]) {
        guard let isbn = json["isbn"] as? String, ISBN.isValid(isbn),
            let title = json["title"] as? String, !title.isEmpty,
            let authors = json["authors"] as? [String], !authors.isEmpty
        else { return nil }
        switch json["rating"] {
        case nil, is NSNull: rating = nil
        case let value?:
            guard let number = Self.number(value), (0...5).contains(number) else { return nil }
            rating = number
        }
        self.isbn = isbn
        self.title = title
        self.authors = authors
    }

    /// A number that is no boolean: Foundation's `as? Double` takes `true` for 1.
    private static func number(_ value: Any) -> Double? {
        guard let number = value as? NSNumber, String(cString: number.objCType) != "c" else { return nil }
        return number.doubleValue
    }
}

/// The number by which the trade knows a book.
enum ISBN {
    static func isValid(_ text: String) -> Bool {
        let digits = Array(text.utf8)
        return digits.count == 13 && digits.allSatisfy { (0x30...0x39).contains($0) }
            && (text.hasPrefix("978") || text.hasPrefix("979"))
    }
}
