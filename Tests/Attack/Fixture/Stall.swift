import ContractChecking
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of labels, sound or with one flaw in its texts, its results or its speed.
package enum Stall: String, FlawedClient {
    case sound, readsATitle
    case dropsHashes, dropsAts, dropsEqualSigns, movesAPrice, hangsWithoutAText
    case dropsPadding, refusesHyphens, callsInLowercase, countsToTen, sendsOnePage
    case checksOnlyTheLength, hidesWhatIsSold

    package static let service = "stall"

    private static let texts = ["name", "shelf", "maker", "color", "place", "state", "shape", "note"]

    package static let contract = """
        { "service": "stall", "origin": "\(origin)",
          "models": { "Label": { "strictness": "exact", "schema": { "type": "object", "required": \(texts),
            "properties": { \(texts.map { "\"\($0)\": { \"type\": \"string\" }" }.joined(separator: ", ")) } } },
            "Prices": { "strictness": "shape", "schema": { "type": "object", "required": ["names", "cents"], "properties": {
                "names": { "type": "array", "items": { "type": "string" } },
                "cents": { "type": "array", "items": { "type": ["integer", "null"], "minimum": 0, "maximum": 9999 } } } },
              "properties": { "rows[].name": "/names/*", "rows[].cents": "/cents/*" },
              "examples": [ { "names": ["apple", "pear", "plum"], "cents": [30, null, 20] } ] },
            "Badge": { "strictness": "exact", "schema": { "type": "object", "required": ["number", "state"], "properties": {
                "number": { "type": "string", "pattern": "^[0-9]{6}$" }, "state": { "enum": ["open", "sold"] },
                "isHidden": { "type": "boolean", "default": false } } },
              "examples": [ { "number": "123456", "state": "open", "isHidden": true } ] } },
          "endpoints": {
            "labels": { "arguments": { "after": { "type": "string" } },
              "request": { "method": "GET", "path": "/labels", "query": { "after": "{after}" } },
              "responses": { "200": { "content": "application/json",
                "schema": { "type": "array", "items": { "$ref": "#/models/Label/schema" } }, "models": { "/*": "Label" } } },
              "cases": [ { "name": "first", "status": 200, "arguments": { "after": "a" } } ] },
            "rename": { "arguments": { "name": { "type": "string" } },
              "request": { "method": "PUT", "path": "/name", "body": { "name": "{name}" } },
              "responses": { "204": {} },
              "cases": [ { "name": "one", "status": 204, "arguments": { "name": "apples" } } ],
              "rejects": [ { "name": "blank", "arguments": { "name": " " }, "throws": "blank" } ] },
            "count": { "request": { "method": "GET", "path": "/count" },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object", "required": ["total"],
                "properties": { "total": { "type": "integer", "minimum": 0 } } } } },
              "cases": [ { "name": "one", "status": 200, "returns": { "response": "body:/total" } } ] },
            "all": { "uses": ["labels"], "cases": [ { "name": "both", "status": 200 } ] } } }
        """

    package static var exchanges: [String: [HTTPExchange]] {
        let label = "{\(texts.map { "\"\($0)\":\"red\"" }.joined(separator: ","))}"
        let first = exchange("/labels?after=a", "[\(label)]")
        return [
            "labels.first": [first], "all.both": [first, exchange("/labels?after=b", "[\(label)]")],
            "rename.one": [exchange("/name", method: "PUT", send: #"{"name":"apples"}"#, status: 204)],
            "count.one": [exchange("/count", #"{"total":3}"#)],
        ]
    }

    package var finding: (message: String, rule: String)? {
        switch self {
        case .sound: nil
        case .readsATitle: ("it reads '/title' and not '/name'", "model.false-reject")
        case .dropsHashes: ("'/name' is \"#", "model.wrong-value")
        case .dropsAts: ("'/name' is \"@", "model.wrong-value")
        case .dropsEqualSigns: ("=\" and 'name' is ", "model.wrong-value")
        case .movesAPrice: ("'rows[].cents[1]' does not follow '/cents/1'", "model.wrong-value")
        case .hangsWithoutAText: ("/name is missing", "model.timeout")
        case .checksOnlyTheLength: ("/number is \"x23456\"", "model.false-accept")
        case .hidesWhatIsSold: ("'state' is \"sold\": '/isHidden' is missing", "model.wrong-value")
        case .dropsPadding: ("after is the padding of Base64", "request.query")
        case .refusesHyphens: ("the builder refuses a value of 'name'", "request.refused")
        case .callsInLowercase: ("the call sends a different request than the builder", "request.body")
        case .countsToTen: ("'/total' of the response is 3000", "client.returns")
        case .sendsOnePage:
            ("the call does not send the recorded request GET \(Self.origin)/labels?after=b", "replay.unplayed")
        }
    }

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("stall") {
                Model("Prices", data: { data -> Prices? in try prices(data) })
                Model("Badge", data: { data -> Badge? in try badge(data) })
                Model("Label") { json in label(json, hangs: folder.appendingPathComponent("hangs")) }
                Endpoint("labels") { arguments in try labels(after: try arguments["after"]) }
                Endpoint("rename") { arguments in
                    try rename(try arguments["name"])
                } call: { arguments, transport in
                    let name: String = try arguments["name"]
                    _ = try await transport.send(try rename(self == .callsInLowercase ? name.lowercased() : name))
                }
                Endpoint("count") { _, transport in
                    let (data, _) = try await transport.send(try request("GET", "/count"))
                    let total = try JSONDecoder().decode([String: Int].self, from: data)["total"] ?? 0
                    return self == .countsToTen ? min(total, 10) : total
                }
                Endpoint("all") { _, transport in
                    for cursor in self == .sendsOnePage ? ["a"] : ["a", "b"] {
                        _ = try await transport.send(try labels(after: cursor))
                    }
                }
            }
        }
    }

    private struct Label {
        let name, shelf, maker, color, place, state, shape, note: String
    }

    private func label(_ json: [String: Any], hangs log: URL) -> Label? {
        var texts = Self.texts.compactMap { json[self == .readsATitle && $0 == "name" ? "title" : $0] as? String }
        guard texts.count == Self.texts.count else {
            if self == .hangsWithoutAText { hang(log) }
            return nil
        }
        let name = texts[0]
        switch self {
        case .dropsHashes where name.hasPrefix("#"), .dropsAts where name.hasPrefix("@"): texts[0].removeFirst()
        case .dropsEqualSigns where name.hasSuffix("="): texts[0].removeLast()
        default: break
        }
        return Label(
            name: texts[0], shelf: texts[1], maker: texts[2], color: texts[3], place: texts[4], state: texts[5],
            shape: texts[6], note: texts[7])
    }

    private struct Badge {
        enum State: String, Decodable { case open, sold }
        let number: String, state: State, isHidden: Bool
    }

    private struct WrittenBadge: Decodable {
        let number: String, state: Badge.State, isHidden: Bool?

        private enum Key: CodingKey { case number, state, isHidden }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            number = try values.decode(String.self, forKey: .number)
            state = try values.decode(Badge.State.self, forKey: .state)
            isHidden = values.contains(.isHidden) ? try values.decode(Bool.self, forKey: .isHidden) : nil
        }
    }

    private func badge(_ data: Data) throws -> Badge? {
        let badge = try JSONDecoder().decode(WrittenBadge.self, from: data)
        let isNumber = self == .checksOnlyTheLength || badge.number.utf8.allSatisfy { 48...57 ~= $0 }
        guard badge.number.utf8.count == 6, isNumber else { return nil }
        let isHidden = badge.isHidden ?? (self == .hidesWhatIsSold && badge.state == .sold)
        return Badge(number: badge.number, state: badge.state, isHidden: isHidden)
    }

    private struct Prices {
        struct Row {
            let name: String
            let cents: Int?
        }
        let rows: [Row]
    }

    private struct Columns: Decodable {
        let names: [String]
        let cents: [Int?]
    }

    private func prices(_ data: Data) throws -> Prices {
        let columns = try JSONDecoder().decode(Columns.self, from: data)
        let cents = columns.cents
        let shown = self == .movesAPrice ? cents.filter { $0 != nil } + cents.filter { $0 == nil } : cents
        return Prices(rows: zip(columns.names, shown).map { Prices.Row(name: $0, cents: $1) })
    }

    /// Leaves a file of its own in a folder, and never returns.
    private func hang(_ log: URL) {
        do {
            try FileManager.default.createDirectory(at: log, withIntermediateDirectories: true)
            try Data().write(to: log.appendingPathComponent(UUID().uuidString))
        } catch { fatalError("\(error)") }
        while true { Thread.sleep(forTimeInterval: 1) }
    }

    private enum Refused: Error { case blank }

    private func rename(_ name: String) throws -> URLRequest {
        if name.allSatisfy(\.isWhitespace) || self == .refusesHyphens && name.contains("-") { throw Refused.blank }
        var request = try request("PUT", "/name")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(["name": name])
        return request
    }

    private func labels(after cursor: String) throws -> URLRequest {
        let text = self == .dropsPadding ? cursor.replacing(/=+$/, with: "") : cursor
        let escaped = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try request("GET", "/labels?after=\(escaped)")
    }

    private func request(_ method: String, _ target: String) throws -> URLRequest {
        var request = URLRequest(url: try Self.url(target))
        request.httpMethod = method
        return request
    }
}
