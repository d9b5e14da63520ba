import ContractChecking
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a paged list, sound or with one flaw that no recorded response reveals.
package enum Kiosk: String, FlawedClient {
    case sound
    case forgetsObjectLinks, addsALetter, takesTheUnitTwice, readsOnlyDays
    case losesAPage, dropsUnknownItems
    case trapsAfterSuspending
    case readsLocalTime, writesLocalTime

    /// Whether only a worker shows the flaw: it survives traps, and its time zone is not that of the machine.
    package var needsWorker: Bool { [.trapsAfterSuspending, .readsLocalTime, .writesLocalTime].contains(self) }

    package static let service = "kiosk"

    package static let contract = """
        { "service": "kiosk", "origin": "https://kiosk.example.com",
          "models": {
            "Offer": { "strictness": "exact", "schema": { "type": "object", "required": ["link", "period", "until"],
              "properties": {
                "link": { "anyOf": [ { "type": "string", "pattern": "^https?://[a-z]+/$" },
                  { "type": "object", "required": ["href"], "properties": {
                    "href": { "type": "string", "pattern": "^https?://[a-z]+/$" } } } ] },
                "period": { "type": "string", "pattern": "^P([0-9]{1,2}W|[0-9]{1,2}D)$" },
                "until": { "type": "string", "pattern": "^[0-9]{2}[.][0-9]{2}[.][0-9]{4} [0-9]{2}:[0-9]{2}$" } } },
              "properties": { "link": { "pointer": "/link", "as": "link" }, "days": { "pointer": "/period", "as": "days" },
                "until": { "pointer": "/until", "as": { "date": "dd.MM.yyyy HH:mm", "zone": "Europe/Oslo" } } },
              "examples": [ { "link": "https://a/", "period": "P2D", "until": "01.07.2026 12:30" } ] },
            "Item": { "schema": { "type": "object", "required": ["kind", "id"],
                "properties": { "kind": { "type": "string" }, "id": { "type": "integer" } } },
              "discriminator": "/kind", "variants": { "song": { "case": "song" }, "talk": { "case": "talk" } },
              "otherwise": "unknown" },
            "Page": { "schema": { "type": "object", "required": ["items"], "properties": {
              "items": { "type": "array", "items": { "$ref": "#/models/Item/schema" } } } } } },
          "endpoints": {
            "page": { "arguments": { "number": { "type": "integer", "minimum": 1 } },
              "request": { "method": "GET", "path": "/pages/{number}" },
              "responses": { "200": { "content": "application/json", "schema": { "$ref": "#/models/Page/schema" },
                "models": { "": "Page" } } },
              "cases": [ { "name": "first", "status": 200, "arguments": { "number": 1 } } ] },
            "news": { "arguments": { "since": { "type": "string", "format": "date-time" } },
              "request": { "method": "GET", "path": "/news", "query": { "since": "{since}" } },
              "responses": { "204": {} },
              "cases": [ { "name": "March", "status": 204, "arguments": { "since": "2026-03-01T12:00:00Z" } } ] },
            "all": { "uses": ["page"], "cases": [ { "name": "both", "status": 200 } ] } } }
        """

    package static var exchanges: [String: [HTTPExchange]] {
        let bodies = [
            #"{"items":[{"kind":"song","id":1},{"kind":"talk","id":2}]}"#, #"{"items":[{"kind":"song","id":3}]}"#,
        ]
        let pages = bodies.enumerated().map { exchange("/pages/\($0 + 1)", $1) }
        let news = exchange("/news?since=2026-03-01T12:00:00Z", status: 204)
        return ["page.first": [pages[0]], "all.both": pages, "news.March": [news]]
    }

    package var finding: (message: String, rule: String)? {
        switch self {
        case .sound: nil
        case .forgetsObjectLinks:
            (#"wrong where '/link' is {"href":"https://a/"} and 'link' is "")"#, "model.wrong-value")
        case .addsALetter:
            (#"wrong for 2 inputs, first: '/link' is "http://h/" and 'link' is "https://h/")"#, "model.wrong-value")
        case .takesTheUnitTwice: (#"'Offer' accepts a '/period' that the contract refuses"#, "model.false-accept")
        case .readsOnlyDays: (#"'Offer' refuses a '/period' that the contract accepts"#, "model.false-reject")
        case .losesAPage: ("it lacks 2 of 3", "client.returns")
        case .dropsUnknownItems: ("the response contains an element of an unknown kind", "client.returns")
        case .readsLocalTime: ("it is read in the local time zone, which is Pacific/Apia", "model.wrong-value")
        case .writesLocalTime: ("it is written in the local time zone, which is Pacific/Apia", "request.query")
        case .trapsAfterSuspending: ("the code traps: planted; probe: number is ", "request.trap")
        }
    }

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("kiosk") {
                Model("Offer") { json in offer(json) }
                Model("Item", decoding: Item.self)
                Model("Page", decoding: Page.self)
                Conversion("link") { json in json.stringValue ?? json["href"]?.stringValue }
                Conversion("days") { json in json.stringValue.flatMap(Self.days) }
                Endpoint("page") { arguments in
                    let number: Int = try arguments["number"]
                    if self == .trapsAfterSuspending, number != 1 {
                        // A builder that resumes on a thread where a model's check ran before.
                        for _ in 0..<100 { await Task.yield() }
                        fatalError("planted")
                    }
                    return try Self.page(number)
                }
                Endpoint("news") { arguments in
                    let since = formatter("yyyy-MM-dd'T'HH:mm:ss'Z'", self == .writesLocalTime ? .current : .gmt)
                        .string(from: try arguments["since"])
                    return URLRequest(url: try Self.url("/news?since=\(since)"))
                }
                Endpoint("all") { _, transport in
                    var items: [Item] = []
                    for number in 1...2 {
                        let (data, _) = try await transport.send(try Self.page(number))
                        let page = try JSONDecoder().decode(Page.self, from: data)
                        items = self == .losesAPage ? page.items : items + page.items
                    }
                    return self == .dropsUnknownItems ? items.filter { $0 != .unknown } : items
                }
            }
        }
    }

    private static func page(_ number: Int) throws -> URLRequest {
        URLRequest(url: try url("/pages/\(number)"))
    }

    private struct Offer {
        let link: String
        let days: Int
        let until: Date
    }

    private func formatter(_ pattern: String, _ zone: TimeZone?) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = zone
        formatter.dateFormat = pattern
        return formatter
    }

    private func offer(_ json: [String: Any]) -> Offer? {
        let object = json["link"] as? [String: Any]
        guard var link = json["link"] as? String ?? object?["href"] as? String,
            link.wholeMatch(of: /https?:\/\/[a-z]+\//) != nil, let text = json["period"] as? String
        else { return nil }
        if self == .forgetsObjectLinks, object != nil { link = "" }
        if self == .addsALetter { link = link.replacingOccurrences(of: "http://", with: "https://") }
        var days = Self.days(text)
        if self == .takesTheUnitTwice, text == "P2P" { days = 2 }
        if self == .readsOnlyDays, text.hasSuffix("W") { days = nil }
        let zone = self == .readsLocalTime ? TimeZone.current : TimeZone(identifier: "Europe/Oslo")
        guard let moment = json["until"] as? String, moment.count == 16, let days,
            let until = formatter("dd.MM.yyyy HH:mm", zone).date(from: moment)
        else { return nil }
        return Offer(link: link, days: days, until: until)
    }

    private static func days(_ text: String) -> Int? {
        guard let match = text.wholeMatch(of: /P([0-9]{1,2})([WD])/) else { return nil }
        return Int(match.output.1).map { match.output.2 == "W" ? 7 * $0 : $0 }
    }

    private struct Page: Decodable, Sendable { let items: [Item] }

    private enum Item: Decodable, Sendable, Hashable {
        case song(id: Int), talk(id: Int), unknown

        private enum Keys: CodingKey { case kind, id }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            let id = try values.decode(Int.self, forKey: .id)
            switch try values.decode(String.self, forKey: .kind) {
            case "song": self = .song(id: id)
            case "talk": self = .talk(id: id)
            default: self = .unknown
            }
        }
    }
}
