import ContractChecking
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The loans of a shelf: notices of several kinds, orders, and a loan that can fail as too late.
extension Shelf {
    static let loanModels = """
        "Notice": {
          "schema": { "oneOf": [
            { "type": "object", "required": ["kind", "text"],
              "properties": { "kind": { "const": "note" }, "text": { "type": "string" } } },
            { "type": "object", "required": ["kind"], "properties": { "kind": { "const": "closed" } } } ] },
          "discriminator": "/kind", "variants": { "note": { "case": "note" }, "closed": { "case": "closed" } },
          "strictness": "shape",
          "examples": [ { "kind": "note", "text": "hush" }, { "kind": "closed" } ]
        },
        "Reader": {
          "schema": { "type": "object", "required": ["topics"], "properties": {
            "topics": { "type": "array", "items": { "enum": ["crime", "travel"] } } } },
          "properties": { "topics": { "lossy": true } }, "strictness": "shape",
          "examples": [ { "topics": ["crime", "travel"] } ]
        },
        "Deadline": {
          "schema": { "type": "object", "required": ["due"], "properties": { "due": { "type": "string", "format": "date" } } },
          "examples": [ { "due": "2024-12-30" } ]
        }
        """

    static let loanEndpoints = """
        "order": {
          "arguments": { "items": { "type": "array", "items": { "type": "object", "required": ["id", "at"], "properties": {
            "id": { "type": "string", "format": "uuid" }, "at": { "type": "string", "format": "date-time" } } } } },
          "request": { "method": "POST", "path": "/orders", "body": { "items": "{items}" } },
          "responses": { "204": {} },
          "cases": [ { "name": "one", "status": 204, "arguments": { "items": [
            { "id": "0f6f5d1c-6a0c-4b11-9f2e-3f0a8f627a10", "at": "2026-11-20T10:00:00+01:00" } ] } } ]
        },
        "loan": {
          "request": { "method": "GET", "path": "/loan" },
          "responses": {
            "200": { "content": "application/json", "schema": { "type": "object", "required": ["title"] } },
            "409": { "content": "application/json", "schema": { "type": "object", "required": ["minutes"] } } },
          "cases": [
            { "name": "good", "status": 200, "returns": { "response": "body:/title" } },
            { "name": "late", "status": 409, "throws": { "case": "tooLate", "payload": { "properties": {
              "minutes": { "response": "body:/minutes" } } } } } ],
          "faults": { "emptyObject": "unreadable" }
        }
        """

    /// The exchanges of the cases, keyed by recording name.
    package static var loanExchanges: [String: [HTTPExchange]] {
        func exchange(_ method: String, _ path: String, _ sent: String?, _ status: Int, _ body: String) -> HTTPExchange
        {
            HTTPExchange(
                request: RecordedRequest(
                    method: method, url: "https://shelf.example.com\(path)",
                    headers: sent == nil ? [:] : ["Content-Type": "application/json"], body: sent.map { Array($0.utf8) }
                ),
                response: RecordedResponse(
                    status: status, headers: body.isEmpty ? [:] : ["Content-Type": "application/json"],
                    body: Array(body.utf8)))
        }
        let order = #"{"items":[{"id":"0F6F5D1C-6A0C-4B11-9F2E-3F0A8F627A10","at":"2026-11-20T09:00:00Z"}]}"#
        return [
            "order.one": [exchange("POST", "/orders", order, 204, "")],
            "loan.good": [exchange("GET", "/loan", nil, 200, #"{"title":"Emma"}"#)],
            "loan.late": [exchange("GET", "/loan", nil, 409, #"{"minutes":95}"#)],
        ]
    }

    @BindingBuilder var loans: [Binding] {
        Model("Notice") { json in notice(json) }
        Model("Reader") { json in reader(json) }
        Model("Deadline") { json in deadline(json) }
        Endpoint("order") { try order($0["items"]) }
        Endpoint("loan") { _ in
            try address("/loan")
        } call: { _, transport in
            try await loan(over: transport)
        }
    }

    private enum Notice { case note(text: String?), closed }

    private func notice(_ json: [String: Any]) -> Notice? {
        switch json["kind"] as? String {
        case "note":
            let text = json["text"] as? String
            return text == nil && self != .takesANoticeWithoutText ? nil : .note(text: text)
        case "closed": return .closed
        default: return nil
        }
    }

    private enum Topic: String { case crime, travel }
    private struct Reader { let topics: [Topic] }

    private func reader(_ json: [String: Any]) -> Reader? {
        guard let names = json["topics"] as? [String] else { return nil }
        let topics = names.compactMap(Topic.init)
        return self == .refusesAnUnknownTopic && topics.count < names.count ? nil : Reader(topics: topics)
    }

    private struct Deadline { let due: Date }

    private func deadline(_ json: [String: Any]) -> Deadline? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "yyyy-MM-dd"
        guard let text = json["due"] as? String else { return nil }
        let day = self == .takesTheBeginningOfAMoment ? String(text.prefix(10)) : text
        return formatter.date(from: day).map(Deadline.init)
    }

    private struct Item: Codable { let id: UUID, at: Date }

    /// `JSONEncoder` writes UUIDs in uppercase and dates in UTC.
    private func order(_ items: [Item]) throws -> URLRequest {
        var request = try address("/orders")
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            let moved = self == .movesAnHour ? date + 3600 : date
            try container.encode(moved.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        }
        request.httpBody = try encoder.encode(["items": items])
        return request
    }

    private enum LoanError: Error { case tooLate(minutes: Int), unreadable }

    private func loan(over transport: any Transport) async throws -> String {
        let (data, response) = try await transport.send(try address("/loan"))
        let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        if response.statusCode == 409, let minutes = json?["minutes"] as? Int {
            throw LoanError.tooLate(minutes: self == .roundsTheMinutes ? minutes / 10 * 10 : minutes)
        }
        guard let title = json?["title"] as? String ?? (self == .readsAnEmptyLoan ? "" : nil) else {
            throw LoanError.unreadable
        }
        return title
    }
}
