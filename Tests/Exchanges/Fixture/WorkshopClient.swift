import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import FoundationXML
#endif

package struct Course: Decodable, Sendable {
    package let id: Int
    package let title: String
    package let seats: Int
    package let room: String?
}

package struct Account: Decodable, Sendable {
    package enum Plan: String, Decodable, Sendable { case free, paid }

    package let name: String
    package let plan: Plan
}

package struct Ticket: Decodable, Sendable {
    package let id: Int
    package let seat: String
}

package struct Photo: Decodable, Sendable {
    package let id: Int
    package let caption: String
}

package struct Progress: Decodable, Sendable {
    package let step: Int
    package let of: Int
    package let note: String?
}

package struct Entry: Decodable, Sendable {
    package enum Level: String, Decodable, Sendable { case info, warning }

    package let id: Int
    package let level: Level
    package let text: String
}

package struct News: Sendable {
    package let id: String
    package let title: String
    package let summary: String?

    /// Decodes the members that a feed parser collected.
    package init?(json: [String: Any]) {
        guard let id = json["@id"] as? String, id.count > 1, id.first == "n",
            id.dropFirst().unicodeScalars.allSatisfy({ ("0"..."9").contains($0) }),
            let title = json["title"] as? String
        else { return nil }
        if let summary = json["summary"], !(summary is String) { return nil }
        self.id = id
        self.title = title
        summary = json["summary"] as? String
    }
}

package enum WorkshopError: Error {
    case offline, signedOut, busy, server, unreadable
}

/// The flaws of planted clients.
package enum ClientFlaw: Sendable {
    case stopsAtTheFirstPage, resolvesNoRelativeLink, keepsNoCopy, refreshesNothing, repeatsWithTheOldToken, neverWaits
    case takesAPieceForAnEvent, dropsTheLastLine, readsNoPrefix, namesNoFile
    case sendsNoTag, sendsAnotherTag, dropsTheQuotes
}

/// A typical client of the workshop service.
package actor WorkshopClient {
    package typealias Send = @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
    package typealias Stream =
        @Sendable (URLRequest) async throws -> (AsyncThrowingStream<Data, any Error>, HTTPURLResponse)

    private static let origin = "https://workshop.example.com"

    private let send: Send
    private let stream: Stream
    private let flaw: ClientFlaw?
    private var copy: (etag: String, courses: [Course])?

    package init(send: @escaping Send, stream: @escaping Stream, flaw: ClientFlaw? = nil) {
        self.send = send
        self.stream = stream
        self.flaw = flaw
    }

    // MARK: - Requests

    private static func request(_ path: String, accept: String? = "application/json") throws -> URLRequest {
        guard let url = URL(string: origin + path) else { throw WorkshopError.unreadable }
        var request = URLRequest(url: url)
        request.timeoutInterval = 10
        if let accept { request.setValue(accept, forHTTPHeaderField: "Accept") }
        return request
    }

    package static func courses(page: Int) throws -> URLRequest { try request("/v1/courses?page=\(page)") }

    package static func catalogue() throws -> URLRequest { try request("/v1/catalogue") }

    package static func account(token: String) throws -> URLRequest {
        var request = try request("/v1/account")
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        return request
    }

    package static func refresh(token: String) throws -> URLRequest {
        var request = try request("/v1/token")
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(["refreshToken": token])
        return request
    }

    package static func ticket(id: Int) throws -> URLRequest { try request("/v1/tickets/\(id)") }

    package static func photo(
        of course: Int, caption: String, name: String, _ image: Data, isNamed: Bool = true
    ) throws -> URLRequest {
        let boundary = "Boundary-\(UUID().uuidString)"
        let file = name.replacingOccurrences(of: "\"", with: "%22").filter { !$0.isNewline }
        var body = Data()
        func part(_ header: String, _ value: Data) {
            body += Data("--\(boundary)\r\nContent-Disposition: form-data; \(header)\r\n\r\n".utf8)
            body += value + Data("\r\n".utf8)
        }
        part("name=\"caption\"", Data(caption.utf8))
        part(
            "name=\"photo\"" + (isNamed ? "; filename=\"\(file).png\"" : "") + "\r\nContent-Type: image/png", image)
        body += Data("--\(boundary)--\r\n".utf8)
        var request = try request("/v1/courses/\(course)/photos")
        request.httpMethod = "POST"
        request.setValue("multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
        request.httpBody = body
        return request
    }

    package static func progress(id: Int) throws -> URLRequest {
        try request("/v1/courses/\(id)/progress", accept: "text/event-stream")
    }

    package static func log() throws -> URLRequest { try request("/v1/log", accept: "application/x-ndjson") }

    package static func feed() throws -> URLRequest { try request("/v1/feed", accept: "application/atom+xml") }

    package static func ping() throws -> URLRequest { try request("/v1/ping", accept: nil) }

    // MARK: - Calls

    package func courses(page: Int) async throws -> [Course] {
        try Self.value(try await data(Self.courses(page: page)).0)
    }

    package func allCourses() async throws -> [Course] {
        var courses: [Course] = []
        var next: URLRequest? = try Self.courses(page: 1)
        while let request = next {
            let (data, response) = try await data(request)
            courses += try Self.value(data) as [Course]
            if flaw == .stopsAtTheFirstPage { break }
            next = try nextPage(after: response, to: request)
        }
        return courses
    }

    private func nextPage(after response: HTTPURLResponse, to request: URLRequest) throws -> URLRequest? {
        let links = response.value(forHTTPHeaderField: "Link")?.split(separator: ",") ?? []
        guard let link = links.first(where: { $0.contains("rel=\"next\"") || $0.contains("rel=next") }),
            let start = link.firstIndex(of: "<"), let end = link.firstIndex(of: ">")
        else { return nil }
        let target = String(link[link.index(after: start)..<end])
        let base = flaw == .resolvesNoRelativeLink ? nil : request.url
        guard let url = URL(string: target, relativeTo: base)?.absoluteURL else { throw WorkshopError.unreadable }
        var next = request
        next.url = url
        return next
    }

    package func catalogue() async throws -> [Course] {
        var request = try Self.catalogue()
        if let copy, flaw != .sendsNoTag {
            let tag = flaw == .dropsTheQuotes ? copy.etag.filter { $0 != "\"" } : copy.etag
            request.setValue(flaw == .sendsAnotherTag ? "\"v11\"" : tag, forHTTPHeaderField: "If-None-Match")
        }
        let (data, response) = try await data(request, or: 304)
        if response.statusCode == 304 {
            guard let copy else { throw WorkshopError.unreadable }
            return flaw == .keepsNoCopy ? [] : copy.courses
        }
        let courses: [Course] = try Self.value(data)
        if let etag = response.value(forHTTPHeaderField: "ETag") { copy = (etag, courses) }
        return courses
    }

    package func account(token: String) async throws -> Account {
        try Self.value(try await data(Self.account(token: token)).0)
    }

    package func account(token: String, refreshingWith refreshToken: String) async throws -> Account {
        struct Fresh: Decodable { let token: String }
        do { return try await account(token: token) } catch WorkshopError.signedOut {
            if flaw == .refreshesNothing { throw WorkshopError.signedOut }
            let fresh: Fresh = try Self.value(try await data(Self.refresh(token: refreshToken)).0)
            return try await account(token: flaw == .repeatsWithTheOldToken ? token : fresh.token)
        }
    }

    package func ticket(id: Int) async throws -> Ticket {
        for _ in 0..<3 {
            let (data, response) = try await data(Self.ticket(id: id), or: 429)
            if response.statusCode == 200 { return try Self.value(data) }
            if flaw == .neverWaits { break }
            let seconds = response.value(forHTTPHeaderField: "Retry-After").flatMap(UInt64.init) ?? 0
            try await Task.sleep(nanoseconds: min(seconds, 5) * 1_000_000_000)
        }
        throw WorkshopError.busy
    }

    package func photo(of course: Int, caption: String, name: String, _ image: Data) async throws -> Photo {
        let request = try Self.photo(of: course, caption: caption, name: name, image, isNamed: flaw != .namesNoFile)
        return try Self.value(try await data(request).0)
    }

    package func progress(id: Int) async throws -> [Progress] {
        var events: [Progress] = []
        var isDone = false
        var parser = EventParser(takesAPieceForAnEvent: flaw == .takesAPieceForAnEvent)
        do {
            let (chunks, response) = try await stream(Self.progress(id: id))
            try Self.check(response, "text/event-stream")
            for try await chunk in chunks {
                for event in parser.events(in: chunk) {
                    events.append(try Self.value(Data(event.data.utf8)))
                    isDone = isDone || event.name == "done"
                }
            }
        } catch let error as URLError {
            throw Self.error(error)
        }
        // A stream that ends without the final event was cut off.
        guard isDone else { throw WorkshopError.unreadable }
        return events
    }

    package func log() async throws -> [Entry] {
        let (data, response) = try await data(Self.log(), type: "application/x-ndjson")
        _ = response
        let lines = data.split(separator: UInt8(ascii: "\n"))
        return try (flaw == .dropsTheLastLine ? lines.dropLast() : lines[...]).map { try Self.value(Data($0)) }
    }

    package func feed() async throws -> [News] {
        let (data, _) = try await data(Self.feed(), type: "application/atom+xml")
        let reader = FeedReader(takesPrefixes: flaw == .readsNoPrefix)
        let parser = XMLParser(data: data)
        parser.delegate = reader
        guard !data.isEmpty, parser.parse() else { throw WorkshopError.unreadable }
        return try reader.entries.map { entry in
            guard let news = News(json: entry) else { throw WorkshopError.unreadable }
            return news
        }
    }

    package func ping() async throws { _ = try await data(Self.ping(), type: nil) }

    // MARK: - Answers

    private func data(
        _ request: URLRequest, or status: Int = 200, type: String? = "application/json"
    ) async throws -> (Data, HTTPURLResponse) {
        do {
            let (data, response) = try await send(request)
            if response.statusCode == status, status != 200 { return (data, response) }
            try Self.check(response, type)
            return (data, response)
        } catch let error as URLError {
            throw Self.error(error)
        }
    }

    private static func check(_ response: HTTPURLResponse, _ type: String?) throws {
        switch response.statusCode {
        case 200: break
        case 401: throw WorkshopError.signedOut
        default: throw WorkshopError.server
        }
        let found = response.value(forHTTPHeaderField: "Content-Type") ?? ""
        if let type, !found.lowercased().hasPrefix(type) { throw WorkshopError.unreadable }
    }

    private static func value<Value: Decodable>(_ data: Data) throws -> Value {
        do { return try JSONDecoder().decode(Value.self, from: data) } catch { throw WorkshopError.unreadable }
    }

    private static func error(_: URLError) -> WorkshopError { .offline }
}

/// A parser for server-sent events that arrive in arbitrary pieces.
struct EventParser {
    struct Event {
        let name: String
        let data: String
    }

    let takesAPieceForAnEvent: Bool
    private var rest: [UInt8] = []
    private var name = ""
    private var data: [String] = []

    init(takesAPieceForAnEvent: Bool) { self.takesAPieceForAnEvent = takesAPieceForAnEvent }

    mutating func events(in piece: Data) -> [Event] {
        rest += piece
        var events: [Event] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            var line = rest[..<end]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            take(String(decoding: line, as: UTF8.self), &events)
            rest.removeFirst(end + 1)
        }
        if takesAPieceForAnEvent {
            take(String(decoding: rest, as: UTF8.self), &events)
            take("", &events)
            rest = []
        }
        return events
    }

    private mutating func take(_ line: String, _ events: inout [Event]) {
        if line.isEmpty {
            if !data.isEmpty { events.append(Event(name: name, data: data.joined(separator: "\n"))) }
            (name, data) = ("", [])
            return
        }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return }
        let value = String(parts[1].first == " " ? parts[1].dropFirst() : parts[1])
        switch parts[0] {
        case "event": name = value
        case "data": data.append(value)
        default: break
        }
    }
}

private final class FeedReader: NSObject, XMLParserDelegate {
    private let takesPrefixes: Bool
    private(set) var entries: [[String: Any]] = []
    private var path: [String] = []
    private var text = ""

    init(takesPrefixes: Bool) { self.takesPrefixes = takesPrefixes }

    /// Returns the name without its prefix.
    private func local(_ name: String) -> String {
        takesPrefixes ? name : name.split(separator: ":").last.map(String.init) ?? name
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        path.append(local(name))
        text = ""
        if path == ["feed", "entry"] { entries.append(attributes["id"].map { ["@id": $0] } ?? [:]) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, foundCDATA block: Data) { text += String(decoding: block, as: UTF8.self) }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        if path.count == 3, path[1] == "entry" { entries[entries.count - 1][path[2]] = text }
        path.removeLast()
    }
}
