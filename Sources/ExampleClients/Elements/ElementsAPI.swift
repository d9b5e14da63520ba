import Foundation

package enum ElementsAPI {
    private static let origin = "https://5c1d79abbc26950013fbcaa9.mockapi.io/api/v1"

    /// Returns the request for elements 1 to 100, the service's maximum for one list.
    package static func elements() throws -> URLRequest {
        URLRequest(.get, try URL(origin: origin, path: ["elements"]))
    }

    /// Returns the request for elements 101 to 118.
    package static func remainingElements() throws -> URLRequest {
        URLRequest(.get, try URL(origin: origin, path: ["elements_remaining"]))
    }

    package static func favorite(
        favoritedBy user: String, elementName: String, elementSymbol: String
    ) throws -> URLRequest {
        var request = URLRequest(.post, try URL(origin: origin, path: ["favorites"]))
        try request.setJSONBody([
            "favoritedBy": user, "elementName": elementName, "elementSymbol": elementSymbol,
        ])
        return request
    }

    /// Returns the request for all users' favorites.
    package static func favorites() throws -> URLRequest {
        URLRequest(.get, try URL(origin: origin, path: ["favorites"]))
    }

    /// Returns the request for an element's small image.
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

    /// Returns the request for an element's large image.
    ///
    /// - Parameters:
    ///   - name: the English name in ASCII letters of either case.
    ///   - number: the atomic number, 1 to 89. Later elements have no large image.
    /// - Throws: ``AppError/badURL(_:)``.
    package static func fullImage(name: String, number: Int) throws -> URLRequest {
        let name = name.lowercased()
        guard (1..<90).contains(number), !name.isEmpty,
            name.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        else { throw AppError.badURL("a large image of element \(number)") }
        return URLRequest(.get, try URL(origin: "http://images-of-elements.com", path: [name + ".jpg"]))
    }
}
