import ContractChecking
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a picture collection, sound or with one flaw that only an unrecorded response reveals.
package enum Gallery: String, FlawedClient {
    case sound
    case stopsAtAShortPage, dropsEqualWorks, forgetsThePlaces
    case takesTheFirst, needsAnArtist

    /// Whether only a worker shows the flaw: it survives traps.
    package var needsWorker: Bool { [.takesTheFirst, .needsAnArtist].contains(self) }

    package static let service = "gallery"

    package static let contract = """
        { "service": "gallery", "origin": "\(origin)",
          "models": {
            "Work": { "schema": { "type": "object", "required": ["id", "places"], "properties": {
                "id": { "type": "integer" }, "artist": { "type": ["string", "null"] },
                "places": { "type": "object", "additionalProperties": { "enum": ["wall", "store"] } } } },
              "properties": { "places": { "otherwise": "elsewhere" } },
              "examples": [ { "id": 1, "artist": "Ada", "places": { "2025": "wall", "2026": "store" } } ] },
            "Page": { "schema": { "type": "object", "required": ["works"], "properties": {
                "works": { "type": "array", "items": { "$ref": "#/models/Work/schema" } }, "next": { "type": "integer" } } } } },
          "endpoints": {
            "page": { "arguments": { "number": { "type": "integer", "minimum": 1 } },
              "request": { "method": "GET", "path": "/works", "query": { "page": "{number}" } },
              "responses": { "200": { "content": "application/json", "schema": { "$ref": "#/models/Page/schema" },
                "models": { "": "Page" } } },
              "cases": [ { "name": "first", "status": 200, "arguments": { "number": 1 } } ] },
            "all": { "uses": ["page"], "cases": [ { "name": "both", "status": 200 } ] },
            "search": {
              "arguments": { "tags": { "type": "array", "items": { "type": "string" } }, "width": { "type": "number" } },
              "request": { "method": "GET", "path": "/search", "query": { "tag": "{tags}", "width": "{width}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object", "required": ["edges"],
                "properties": { "edges": { "type": "array", "items": { "type": "object", "required": ["node"],
                  "properties": { "node": { "$ref": "#/models/Work/schema" } } } } } },
                "models": { "/edges/*/node": "Work" } } },
              "cases": [ { "name": "old", "status": 200, "arguments": { "tags": ["oil", "ink"], "width": 12.5 } } ] },
            "newest": { "request": { "method": "GET", "path": "/newest" },
              "responses": { "200": { "content": "application/json", "schema": { "type": "array", "items": {
                "type": "object", "required": ["title"], "properties": {
                  "title": { "type": "string" }, "artist": { "type": "string" } } } } } },
              "cases": [ { "name": "today", "status": 200, "returns": { "const": "Ada: Sea" } } ] },
            "related": { "request": { "method": "GET", "path": "/related" },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object", "required": ["work", "others"],
                "properties": { "work": { "$ref": "#/models/Work/schema" },
                  "others": { "type": "array", "items": { "$ref": "#/models/Work/schema" } } } },
                "models": { "/work": "Work", "/others/*": "Work" } } },
              "cases": [ { "name": "one", "status": 200 } ] },
            "image": { "request": { "method": "GET", "path": "/image" },
              "responses": { "200": { "content": "image/png" } },
              "cases": [ { "name": "one", "status": 200 } ],
              "faults": { "emptyObject": "Unreadable", "otherShape": "Unreadable" } } } }
        """

    package static var exchanges: [String: [HTTPExchange]] {
        func work(_ id: Int) -> String { #"{"id":\#(id),"artist":"Ada","places":{"2025":"wall"}}"# }
        let pages = [
            exchange("/works?page=1", #"{"works":[\#(work(1)),\#(work(2))],"next":2}"#),
            exchange("/works?page=2", #"{"works":[\#(work(3))]}"#),
        ]
        var image = exchange("/image")
        image.response.headers = ["Content-Type": "image/png"]
        image.response.body = Self.image
        return [
            "page.first": [pages[0]], "all.both": pages, "image.one": [image],
            // The contract allows the items in any order, and 12.50 for 12.5.
            "search.old": [
                exchange(
                    "/search?tag=ink&tag=oil&width=12.50", #"{"edges":[{"node":\#(work(4))},{"node":\#(work(5))}]}"#)
            ],
            "newest.today": [exchange("/newest", #"[{"title":"Sea","artist":"Ada"}]"#)],
            "related.one": [exchange("/related", #"{"work":\#(work(6)),"others":[\#(work(7)),\#(work(8))]}"#)],
        ]
    }

    private static let image: [UInt8] = [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]

    package var finding: (message: String, rule: String)? {
        switch self {
        case .sound: nil
        case .stopsAtAShortPage:
            ("the call leaves out the pages after page 1, which has fewer elements than recorded", "client.returns")
        case .dropsEqualWorks: ("the response contains an element twice", "client.returns")
        case .forgetsThePlaces: ("'places' does not follow '/places'", "model.wrong-value")
        case .takesTheFirst: ("the response has empty lists", "client.trap")
        case .needsAnArtist: ("the response has only required members", "client.trap")
        }
    }

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("gallery") {
                Model("Work", data: { data in try decode(Work.self, data) })
                Model("Page", data: { data in try decode(Page.self, data) })
                Endpoint("page") { arguments in
                    URLRequest(url: try Self.url("/works?page=\(try arguments["number"] as Int)"))
                }
                Endpoint("all") { _, transport in
                    var (works, next): ([Work], Int?) = ([], 1)
                    while let number = next {
                        let page = try await load("/works?page=\(number)", as: Page.self, transport)
                        works += page.works
                        next = self == .stopsAtAShortPage && page.works.count < 2 ? nil : page.next
                    }
                    return works
                }
                Endpoint("search") { arguments in
                    URLRequest(url: try Self.search(try arguments["tags"], try arguments["width"]))
                } call: { arguments, transport in
                    let url = try Self.search(try arguments["tags"], try arguments["width"])
                    let (data, _) = try await transport.send(URLRequest(url: url))
                    let works = try decode(Found.self, data).edges.map(\.node)
                    return self == .dropsEqualWorks ? works.distinct : works
                }
                Endpoint("newest") { _, transport -> String? in
                    let titles = try await load("/newest", as: [Title].self, transport)
                    guard let newest = self == .takesTheFirst ? titles[0] : titles.first else { return nil }
                    // swift-format-ignore: NeverForceUnwrap
                    let artist = self == .needsAnArtist ? newest.artist! : newest.artist  // Planted.
                    return "\(artist ?? "Unknown"): \(newest.title)"
                }
                Endpoint("related") { _, transport in try await load("/related", as: Related.self, transport) }
                Endpoint("image") { _, transport in
                    let (data, _) = try await transport.send(URLRequest(url: try Self.url("/image")))
                    guard data.starts(with: Self.image) else { throw Unreadable() }
                }
            }
        }
    }

    private struct Unreadable: Error {}

    private enum Place: String { case wall, store, elsewhere }

    private struct Work: Decodable, Sendable, Hashable {
        let id: Int
        let artist: String?
        private(set) var places: [String: Place]?

        private enum Keys: CodingKey { case id, artist, places }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            id = try values.decode(Int.self, forKey: .id)
            artist = try values.decodeIfPresent(String.self, forKey: .artist)
            let names = try values.decode([String: String].self, forKey: .places)
            places = names.mapValues { Place(rawValue: $0) ?? .elsewhere }
            // The flaw is that of the client whose decoder says so.
            if decoder.userInfo[.forgets] != nil, places?.values.contains(.elsewhere) == true { places = nil }
        }
    }

    private struct Page: Decodable, Sendable {
        let works: [Work]
        let next: Int?
    }

    private struct Found: Decodable {
        struct Edge: Decodable { let node: Work }
        let edges: [Edge]
    }

    private struct Title: Decodable {
        let title: String
        let artist: String?
    }

    private struct Related: Decodable, Sendable {
        let work: Work
        let others: [Work]
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ data: Data) throws -> Value {
        let decoder = JSONDecoder()
        if self == .forgetsThePlaces { decoder.userInfo[.forgets] = true }
        return try decoder.decode(type, from: data)
    }

    private func load<Value: Decodable>(_ target: String, as type: Value.Type, _ transport: any Transport) async throws
        -> Value
    {
        let (data, _) = try await transport.send(URLRequest(url: try Self.url(target)))
        return try decode(type, data)
    }

    private static func search(_ tags: [String], _ width: Double) throws -> URL {
        guard var parts = URLComponents(string: "\(origin)/search") else { throw URLError(.badURL) }
        parts.queryItems =
            tags.map { URLQueryItem(name: "tag", value: $0) } + [URLQueryItem(name: "width", value: "\(width)")]
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        guard let url = parts.url else { throw URLError(.badURL) }
        return url
    }
}

extension CodingUserInfoKey {
    // swift-format-ignore: NeverForceUnwrap
    fileprivate static let forgets = CodingUserInfoKey(rawValue: "forgets")!  // Foundation never returns nil.
}
