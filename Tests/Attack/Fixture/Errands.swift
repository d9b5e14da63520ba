import ContractChecking
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of errands. Its flaws show with elements, pages and arguments that no recording has.
package enum Errands: String, FlawedClient {
    case sound
    case hidesWhatIsDone, hidesWhatHasNoNote, throwsAtWhatIsDone, stopsAtAShortPage, stopsAtAnEmptyPage
    case marksAsDone, returnsNothingOnceDone, losesAnErrandOfTheBoard
    case omitsAWeek, sendsFiftyLabels, sendsHundredIDs, takesTheLeastTwice
    case returnsNothingOnceLost, stopsAfterTwoSheets, stopsAtAShortSheet, asksAgainAtOnce, hidesTheOrigin

    package static let service = "errands"

    package static let contract = """
        { "service": "errands", "origin": "\(origin)",
          "models": {
            "Errand": { "schema": { "type": "object", "required": ["id", "state"], "properties": {
              "id": { "type": "integer" }, "state": { "enum": ["open", "done", "lost"] }, "note": { "type": ["string", "null"] } } } },
            "List": { "schema": { "type": "object", "required": ["title", "first"], "properties": {
              "title": { "type": "string" }, "first": { "$ref": "#/models/Errand/schema" } } } },
            "Walk": { "strictness": "shape", "schema": { "type": "object", "required": ["start"], "properties": {
              "start": { "type": "array", "minItems": 2, "maxItems": 2, "items": { "type": "number" } } } },
              "examples": [ { "start": [1.5, 2.5] } ] },
            "Hours": { "schema": { "type": "object", "required": ["hour"], "properties": {
              "hour": { "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": 23 } },
              "busy": { "type": "array", "items": { "type": "string" } } } }, "related": [["/hour", "/busy"]],
              "properties": { "rows[].hour": "/hour/*", "rows[].busy": "/busy/*" },
              "examples": [ { "hour": [1, 2], "busy": ["a", "b"] } ] },
            "Span": { "strictness": "exact", "schema": { "type": "object", "required": ["least", "most"], "properties": {
              "least": { "type": "integer", "minimum": 0, "maximum": 99 }, "most": { "type": "integer", "minimum": 0, "maximum": 99 } } },
              "related": [["least", "most"]], "examples": [ { "least": 2, "most": 90 } ] } },
          "endpoints": {
            "due": { "arguments": { "days": { "type": "integer", "minimum": 1, "maximum": 16 },
                "ids": { "type": ["array", "null"], "minItems": 1, "items": { "type": "integer" } } },
              "request": { "method": "GET", "path": "/due", "query": { "days": "{days}", "ids": "{ids|joined}" } },
              "responses": { "200": { "content": "application/json",
                "schema": { "type": "array", "items": { "$ref": "#/models/Errand/schema" } } } },
              "cases": [ { "name": "soon", "status": 200, "arguments": { "days": 3 } } ] },
            "errand": { "request": { "method": "GET", "path": "/errands/1" },
              "responses": { "200": { "content": "application/json", "schema": { "$ref": "#/models/Errand/schema" } } },
              "cases": [ { "name": "one", "status": 200 } ] },
            "board": { "request": { "method": "GET", "path": "/board" },
              "responses": { "200": { "content": "application/json", "schema": {
                "type": "object", "required": ["errands", "lists"], "properties": {
                  "errands": { "type": "array", "items": { "$ref": "#/models/Errand/schema" } },
                  "lists": { "type": "array", "items": { "$ref": "#/models/List/schema" } } } },
                "models": { "/errands/*": "Errand", "/lists/*": "List" } } },
              "cases": [ { "name": "two", "status": 200 } ] },
            "label": { "arguments": { "labels": { "type": "object", "additionalProperties": { "type": "string" } } },
              "request": { "method": "PUT", "path": "/labels", "body": "{labels}" },
              "responses": { "204": {} },
              "cases": [ { "name": "one", "status": 204, "arguments": { "labels": { "a": "b" } } } ] },
            "page": { "arguments": { "after": { "type": ["string", "null"] } },
              "request": { "method": "GET", "path": "/errands", "query": { "after": "{after}" } },
              "responses": { "200": { "content": "application/json", "schema": {
                "type": "object", "required": ["errands"], "properties": {
                  "errands": { "type": "array", "items": { "$ref": "#/models/Errand/schema" } },
                  "next": { "type": ["string", "null"] } } } } } },
            "sheet": { "arguments": { "number": { "type": "integer", "minimum": 1, "maximum": 99 } },
              "request": { "method": "GET", "path": "/sheets", "query": { "page": "{number}" } },
              "responses": { "200": { "content": "application/json", "schema": {
                "type": "object", "required": ["errands", "total"], "properties": {
                  "errands": { "type": "array", "items": { "$ref": "#/models/Errand/schema" } },
                  "total": { "type": "integer" } } } } } },
            "sheets": { "uses": ["sheet"], "cases": [ { "name": "two", "status": 200 } ] },
            "job": { "request": { "method": "GET", "path": "/job" },
              "responses": {
                "200": { "content": "application/json", "schema": { "$ref": "#/models/Errand/schema" } },
                "202": { "content": "application/json", "headers": { "Retry-After": "5" } } },
              "cases": [ { "name": "done", "status": 200 } ] },
            "all": { "uses": ["page"], "cases": [ { "name": "two pages", "status": 200 } ],
              "faults": { "connectionLost": "URLError" } } } }
        """

    package static var exchanges: [String: [HTTPExchange]] {
        func errands(_ ids: Int...) -> String {
            "[\(ids.map { #"{"id":\#($0),"state":"open","note":"a"}"# }.joined(separator: ","))]"
        }
        var busy = exchange("/job", status: 202, #"{"state":"busy"}"#)
        busy.response.headers["Retry-After"] = "5"
        return [
            "job.done": [busy, exchange("/job", #"{"id":1,"state":"open","note":"a"}"#)],
            "sheets.two": [
                exchange("/sheets?page=1", #"{"errands":\#(errands(1, 2)),"total":3}"#),
                exchange("/sheets?page=2", #"{"errands":\#(errands(3)),"total":3}"#),
            ],
            "due.soon": [exchange("/due?days=3", errands(1, 2))],
            "errand.one": [exchange("/errands/1", #"{"id":1,"state":"open","note":"a"}"#)],
            "board.two": [
                exchange(
                    "/board",
                    #"{"errands":\#(errands(1, 2)),"lists":[{"title":"home","first":{"id":3,"state":"done","note":"b"}}]}"#
                )
            ],
            "label.one": [exchange("/labels", method: "PUT", send: #"{"a":"b"}"#, status: 204)],
            "all.two pages": [
                exchange("/errands", #"{"errands":\#(errands(1, 2)),"next":"c2"}"#),
                exchange("/errands?after=c2", #"{"errands":\#(errands(3)),"next":null}"#),
            ],
        ]
    }

    package var finding: (message: String, rule: String)? {
        switch self {
        case .sound: nil
        case .hidesWhatIsDone: ("the last elements of the response have other flags and choices", "client.returns")
        case .hidesWhatHasNoNote: ("the last elements of the response have no optional values", "client.returns")
        case .throwsAtWhatIsDone: ("the call throws Done, but must return; the last elements", "client.threw")
        case .stopsAtAShortPage:
            ("the call leaves out the pages after page 1, which has fewer elements than recorded", "client.returns")
        case .stopsAtAnEmptyPage:
            ("the call leaves out the pages after page 1, which has no elements", "client.returns")
        case .marksAsDone: ("another '/state'", "client.returns")
        case .returnsNothingOnceDone: ("it lacks 1 of 1", "client.returns")
        case .losesAnErrandOfTheBoard: ("it lacks 1 of 2", "client.returns")
        case .omitsAWeek: ("the query 'days' is missing; probe: days is 7", "request.query")
        case .sendsFiftyLabels: ("probe: labels is an object with 60 keys", "request.body")
        case .sendsHundredIDs: ("the query 'ids' differs", "request.query")
        case .returnsNothingOnceLost: ("the response has other flags and choices", "client.returns")
        case .stopsAfterTwoSheets:
            ("the call leaves out the pages after page 2 where there is one page more than recorded", "client.returns")
        case .stopsAtAShortSheet:
            ("the call leaves out the pages after page 1, which has fewer elements than recorded", "client.returns")
        case .asksAgainAtOnce:
            ("the call asks 'job' again at once, expected the Retry-After of 'job': 5 s", "client.retry-after")
        case .hidesTheOrigin: ("'start' does not follow '/start'", "model.wrong-value")
        case .takesTheLeastTwice: ("'most' does not follow '/most'", "model.wrong-value")
        }
    }

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("errands") {
                Model("Errand", decoding: Errand.self)
                Model("List", decoding: List.self)
                Model("Span") { json in span(json) }
                Model("Walk", data: { try walk(JSONDecoder().decode(Walk.self, from: $0)) })
                Model("Hours", decoding: Hours.self)
                Endpoint("sheet") { try sheet($0["number"]) }
                Endpoint("sheets") { _, transport in try await sheets(transport) }
                Endpoint("job") { _, transport in try await job(transport) }
                Endpoint("due") {
                    try due(within: $0["days"], ids: $0["ids"])
                } call: {
                    let errands = try await load([Errand].self, try due(within: $0["days"], ids: $0["ids"]), $1)
                    if self == .throwsAtWhatIsDone, errands.contains(where: { $0.state == .done }) { throw Done() }
                    return errands.filter(isShown)
                }
                Endpoint("errand") { _, transport in try await errand(transport) }
                Endpoint("board") { _, transport in
                    var board = try await load(Board.self, URLRequest(url: try Self.url("/board")), transport)
                    if self == .losesAnErrandOfTheBoard { board.errands.removeLast() }
                    return board
                }
                Endpoint("label") { try label($0["labels"]) }
                Endpoint("page") { try page(after: $0["after"]) }
                Endpoint("all") { _, transport in try await all(transport) }
            }
        }
    }

    private struct Errand: Decodable, Sendable {
        enum State: String, Decodable { case open, done, lost }

        let id: Int
        var state: State
        let note: String?
    }

    private struct List: Decodable, Sendable {
        let title: String
        let first: Errand
    }

    /// An errand of a list need not be among the errands.
    private struct Board: Decodable, Sendable {
        var errands: [Errand]
        let lists: [List]
    }

    private func errand(_ transport: any Transport) async throws -> Errand? {
        var errand = try await load(Errand.self, URLRequest(url: try Self.url("/errands/1")), transport)
        if self == .returnsNothingOnceDone, errand.state == .done { return nil }
        if self == .returnsNothingOnceLost, errand.state == .lost { return nil }
        if self == .marksAsDone, errand.note == nil { errand.state = .done }
        return errand
    }

    private struct Done: Error {}

    private struct Span { let least, most: Int }

    /// Refuses a least number above the greatest one, which the contract calls related.
    private func span(_ json: [String: Any]) -> Span? {
        guard let least = json["least"] as? Int, let most = json["most"] as? Int, 0...99 ~= least, 0...99 ~= most,
            least <= most
        else { return nil }
        return Span(least: least, most: self == .takesTheLeastTwice ? least : most)
    }

    private struct Walk: Decodable { var start: [Double]? }

    private func walk(_ walk: Walk) throws -> Walk? {
        guard let start = walk.start else { return nil }
        return Walk(start: self == .hidesTheOrigin && start == [0, 0] ? nil : start)
    }

    /// Rows of two lists, of which the second may be missing.
    private struct Hours: Decodable {
        struct Row { let hour: Int, busy: String? }
        let rows: [Row]

        private enum Key: CodingKey { case hour, busy }

        init(from decoder: any Decoder) throws {
            let lists = try decoder.container(keyedBy: Key.self)
            let hours = try lists.decode([Int].self, forKey: .hour)
            let busy = try lists.decodeIfPresent([String].self, forKey: .busy)
            guard busy.map({ $0.count == hours.count }) ?? true else {
                throw DecodingError.dataCorruptedError(forKey: .busy, in: lists, debugDescription: "length")
            }
            rows = hours.indices.map { Row(hour: hours[$0], busy: busy?[$0]) }
        }
    }

    private struct Sheet: Decodable { let errands: [Errand], total: Int }

    private func sheet(_ number: Int) throws -> URLRequest { URLRequest(url: try Self.url("/sheets?page=\(number)")) }

    private func sheets(_ transport: any Transport) async throws -> [Errand] {
        var (errands, total, number): ([Errand], Int, Int) = ([], 1, 0)
        while errands.count < total {
            number += 1
            let page = try await load(Sheet.self, try sheet(number), transport)
            (errands, total) = (errands + page.errands, page.total)
            if self == .stopsAfterTwoSheets, number == 2 { break }
            if page.errands.count < (self == .stopsAtAShortSheet ? 2 : 1) { break }
        }
        return errands
    }

    private func job(_ transport: any Transport) async throws -> Errand {
        while true {
            let (data, response) = try await transport.send(URLRequest(url: try Self.url("/job")))
            if response.statusCode == 200 { return try JSONDecoder().decode(Errand.self, from: data) }
            let seconds = response.value(forHTTPHeaderField: "Retry-After").flatMap(Int.init) ?? 1
            if self != .asksAgainAtOnce { try await CallClock.current.sleep(for: .seconds(seconds)) }
        }
    }

    private struct Page: Decodable {
        let errands: [Errand]
        let next: String?
    }

    private func isShown(_ errand: Errand) -> Bool {
        switch self {
        case .hidesWhatIsDone: errand.state == .open
        case .hidesWhatHasNoNote: errand.note != nil
        default: true
        }
    }

    private func all(_ transport: any Transport) async throws -> [Errand] {
        var (errands, next, isFirst): ([Errand], String?, Bool) = ([], nil, true)
        while isFirst || next != nil {
            let page = try await load(Page.self, try page(after: next), transport)
            errands += page.errands
            (next, isFirst) = (page.next, false)
            if self == .stopsAtAShortPage, page.errands.count < 2 { break }
            if self == .stopsAtAnEmptyPage, page.errands.isEmpty { break }
        }
        return errands
    }

    private func load<Value: Decodable>(
        _ type: Value.Type, _ request: URLRequest, _ transport: any Transport
    ) async throws -> Value {
        try JSONDecoder().decode(type, from: try await transport.send(request).0)
    }

    private func due(within days: Int, ids: [Int]?) throws -> URLRequest {
        var items = self == .omitsAWeek && days == 7 ? [] : ["days=\(days)"]
        if let ids {
            let sent = ids.prefix(self == .sendsHundredIDs ? 100 : .max)
            items.append("ids=" + sent.map(String.init).joined(separator: ","))
        }
        return URLRequest(url: try Self.url("/due" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))))
    }

    private func page(after cursor: String?) throws -> URLRequest {
        let text = cursor?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        return URLRequest(url: try Self.url("/errands" + (text.map { "?after=\($0)" } ?? "")))
    }

    private func label(_ labels: [String: String]) throws -> URLRequest {
        let kept = labels.sorted { $0.key < $1.key }.prefix(self == .sendsFiftyLabels ? 50 : .max)
        var request = URLRequest(url: try Self.url("/labels"))
        request.httpMethod = "PUT"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(Dictionary(uniqueKeysWithValues: Array(kept)))
        return request
    }
}
