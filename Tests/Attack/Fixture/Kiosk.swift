import ContractChecking
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a paged list, sound or with one flaw that no recorded response reveals.
package enum Kiosk: String, CaseIterable, Sendable {
    case sound
    case forgetsObjectLinks, addsALetter, takesTheUnitTwice, readsOnlyDays
    case losesAPage, dropsUnknownItems
    case trapsAfterSuspending

    package static let contract = """
        { "service": "kiosk", "origin": "https://kiosk.example.com",
          "models": {
            "Offer": { "strictness": "exact", "schema": { "type": "object", "required": ["link", "period"],
              "properties": {
                "link": { "anyOf": [ { "type": "string", "pattern": "^https?://[a-z]+/$" },
                  { "type": "object", "required": ["href"], "properties": {
                    "href": { "type": "string", "pattern": "^https?://[a-z]+/$" } } } ] },
                "period": { "type": "string", "pattern": "^P([0-9]{1,2}W|[0-9]{1,2}D)$" } } },
              "properties": { "link": { "pointer": "/link", "as": "link" }, "days": { "pointer": "/period", "as": "days" } },
              "examples": [ { "link": "https://a/", "period": "P2D" } ] },
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
            "all": { "uses": ["page"], "cases": [ { "name": "both", "status": 200 } ] } } }
        """

    /// The exchanges of the cases, keyed by recording name.
    package static var exchanges: [String: [HTTPExchange]] {
        let bodies = [
            #"{"items":[{"kind":"song","id":1},{"kind":"talk","id":2}]}"#, #"{"items":[{"kind":"song","id":3}]}"#,
        ]
        let pages = bodies.enumerated().map { index, body in
            HTTPExchange(
                request: RecordedRequest(method: "GET", url: "https://kiosk.example.com/pages/\(index + 1)"),
                response: RecordedResponse(
                    status: 200, headers: ["Content-Type": "application/json"], body: Array(body.utf8)))
        }
        return ["page.first": [pages[0]], "all.both": pages]
    }

    /// A part of the only finding's message, and its rule.
    package var finding: (message: String, rule: String)? {
        switch self {
        case .sound: nil
        case .forgetsObjectLinks:
            (#"wrong where '/link' is {"href":"https://a/"} and 'link' is "")"#, "model.wrong-value")
        case .addsALetter:
            (#"wrong where '/link' is "http://h/" and 'link' is "https://h/")"#, "model.wrong-value")
        case .takesTheUnitTwice: (#"'Offer' accepts a '/period' that the contract refuses"#, "model.false-accept")
        case .readsOnlyDays: (#"'Offer' refuses a '/period' that the contract accepts"#, "model.false-reject")
        case .losesAPage: ("it lacks 2 of 3", "client.returns")
        case .dropsUnknownItems: ("the response contains an element of an unknown kind", "client.returns")
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
        guard let url = URL(string: "https://kiosk.example.com/pages/\(number)") else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }

    private struct Offer {
        let link: String
        let days: Int
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
        return days.map { Offer(link: link, days: $0) }
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
