import ContractChecking
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A note as a sound client reads it.
package struct Note {
    package let id: String
    package let title: String
    package let stars: Int
    package let author: String?

    package init?(json: [String: Any]) {
        guard let id = json["id"] as? String, let title = json["title"] as? String,
            let stars = Strict.integer(json["stars"]),
            (0...5).contains(stars)
        else { return nil }
        switch json["author"] {
        case nil, is NSNull: author = nil
        case let text as String: author = text
        default: return nil
        }
        self.id = id
        self.title = title
        self.stars = stars
    }
}

package enum Strict {
    /// A number that is whole, and no boolean that Foundation bridges to one.
    package static func integer(_ value: Any?) -> Int? {
        guard let number = value as? NSNumber, !isBoolean(number) else { return nil }
        return Int(exactly: number.doubleValue)
    }

    package static func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
}

package enum NotesError: Error, LocalizedError {
    case emptyTag, unknownTag, offline, server, unreadable

    package var errorDescription: String? { self == .unknownTag ? "There is no such tag." : "Something failed." }
}

/// A sound client of the notes service; tests change one of its parts to plant a fault.
package struct NotesClient: Sendable {
    package typealias Send = @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)

    let tagName: String
    let acceptsJSON: Bool
    let titleKey: String
    let limit: String
    let method: String
    let timeout: Double
    let unknownTag: NotesError
    let refusesEmptyTag: Bool
    let hidesServerErrors: Bool

    package init(
        tagName: String = "tag", acceptsJSON: Bool = true, titleKey: String = "title", limit: String = "10",
        method: String = "GET", timeout: Double = 5, unknownTag: NotesError = .unknownTag, refusesEmptyTag: Bool = true,
        hidesServerErrors: Bool = false
    ) {
        self.tagName = tagName
        self.acceptsJSON = acceptsJSON
        self.titleKey = titleKey
        self.limit = limit
        self.method = method
        self.timeout = timeout
        self.unknownTag = unknownTag
        self.refusesEmptyTag = refusesEmptyTag
        self.hidesServerErrors = hidesServerErrors
    }

    package func findRequest(tag: String) throws -> URLRequest {
        if tag.isEmpty, refusesEmptyTag { throw NotesError.emptyTag }
        let text = Self.encoded(tag)
        var request = try Self.request("https://notes.example.com/v1/notes?\(tagName)=\(text)&limit=\(limit)")
        request.httpMethod = method
        request.timeoutInterval = timeout
        if acceptsJSON { request.setValue("application/json", forHTTPHeaderField: "Accept") }
        return request
    }

    package func addRequest(title: String, stars: Int, token: String) throws -> URLRequest {
        var request = try Self.request("https://notes.example.com/v1/notes")
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        guard token.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw NotesError.unreadable
        }
        request.setValue(token, forHTTPHeaderField: "X-Token")
        request.httpBody = try JSONSerialization.data(
            withJSONObject: [titleKey: title, "stars": stars], options: .sortedKeys)
        return request
    }

    package func removeRequest(id: String) throws -> URLRequest {
        var request = try Self.request("https://notes.example.com/v1/notes/\(Self.encoded(id))")
        request.httpMethod = "DELETE"
        return request
    }

    package func find(tag: String, send: Send) async throws -> [String] {
        let (data, response): (Data, HTTPURLResponse)
        do { (data, response) = try await send(try findRequest(tag: tag)) } catch is URLError {
            throw NotesError.offline
        }
        switch response.statusCode {
        case 200: break
        case 404: throw unknownTag
        default:
            if hidesServerErrors { return [] }
            throw NotesError.server
        }
        guard let json = try? JSONSerialization.jsonObject(with: data.dropFirst(5)) as? [String: Any],
            let notes = json["notes"] as? [[String: Any]]
        else { throw NotesError.unreadable }
        return notes.compactMap(Note.init(json:)).map(\.title)
    }

    private static func encoded(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static func request(_ text: String) throws -> URLRequest {
        guard let url = URL(string: text) else { throw NotesError.unreadable }
        return URLRequest(url: url)
    }
}
