import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests for elements, favourites and images.
package enum ElementsAPI {
    private static let origin = "https://5c1d79abbc26950013fbcaa9.mockapi.io/api/v1"

    /// Asks for the elements 1 to 100, the most that the service keeps in one list.
    package static func elements() throws -> URLRequest {
        URLRequest(.get, try URL(origin: origin, path: ["elements"]))
    }

    /// Asks for the elements 101 to 118.
    package static func remainingElements() throws -> URLRequest {
        URLRequest(.get, try URL(origin: origin, path: ["elements_remaining"]))
    }

    /// Marks an element as somebody's favourite.
    package static func favorite(
        favoritedBy user: String, elementName: String, elementSymbol: String
    ) throws -> URLRequest {
        var request = URLRequest(.post, try URL(origin: origin, path: ["favorites"]))
        try request.setJSONBody([
            "favoritedBy": user, "elementName": elementName, "elementSymbol": elementSymbol,
        ])
        return request
    }

    /// Asks for the favourites of everybody.
    package static func favorites() throws -> URLRequest {
        URLRequest(.get, try URL(origin: origin, path: ["favorites"]))
    }

    /// Asks for the small image of an element.
    ///
    /// - Parameter number: the atomic number, 1 to 999.
    /// - Throws: ``AppError/badURL(_:)``.
    package static func thumbnail(number: Int) throws -> URLRequest {
        guard (1...999).contains(number) else { throw AppError.badURL("element \(number)") }
        let digits = String(number)
        let padded = String(repeating: "0", count: 3 - digits.count) + digits
        return URLRequest(
            .get,
            try URL(origin: "http://www.theodoregray.com", path: ["periodictable", "Tiles", padded, "s7.JPG"]))
    }

    /// Asks for the large image of an element.
    ///
    /// - Parameters:
    ///   - name: the English name, of ASCII letters in either case.
    ///   - number: the atomic number: from 90 on there are no large images.
    /// - Throws: ``AppError/badURL(_:)``.
    package static func fullImage(name: String, number: Int) throws -> URLRequest {
        let name = name.lowercased()
        guard (1..<90).contains(number), !name.isEmpty,
            name.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        else { throw AppError.badURL("a large image of element \(number)") }
        return URLRequest(.get, try URL(origin: "http://images-of-elements.com", path: [name + ".jpg"]))
    }
}
