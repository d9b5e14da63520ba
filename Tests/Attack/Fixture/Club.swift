import ContractChecking
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a club whose calls depend on earlier responses, sound or with one fault.
package enum Club: String, CaseIterable, Sendable {
    case sound
    case staleToken, refreshToken, otherSession
    case noTag, otherTag, tagWithoutQuotes
    case wrongCursor, pagesInWrongOrder, keepsOldPages, stopsAfterThreePages
    case newKeyInRetry, oldKeyInNewCall
    case ignoresRetryAfter
    case refreshesForEver, keepsAStaleCursor, passesOverWhatItCannotRead
    case readsAnOlderKey

    package static let origin = "https://club.example.com"

    package static let contract = """
        { "service": "club", "origin": "https://club.example.com",
          "models": { "Member": { "schema": { "type": "object", "required": ["id"],
            "properties": { "id": { "type": "integer" } } } } },
          "endpoints": {
            "signIn": { "arguments": { "name": { "type": "string" } },
              "request": { "method": "POST", "path": "/session", "headers": { "Content-Type": "application/json" },
                "body": { "name": "{name}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } } },
            "refresh": { "arguments": { "refreshToken": { "type": "string", "format": "password" } },
              "request": { "method": "POST", "path": "/token", "headers": { "Content-Type": "application/json" },
                "body": { "refresh_token": "{refreshToken}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } } },
            "me": { "arguments": { "token": { "type": "string", "format": "password" } },
              "request": { "method": "GET", "path": "/me", "headers": { "Authorization": "Bearer {token}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } },
                "401": { "empty": true } } },
            "members": { "arguments": { "after": { "type": ["string", "null"] } },
              "request": { "method": "GET", "path": "/members", "query": { "after": "{after}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" },
                "models": { "/members/*": "Member" } }, "410": { "empty": true } } },
            "list": { "request": { "method": "GET", "path": "/list", "allowedHeaders": ["If-None-Match"] },
              "responses": { "200": { "content": "application/json", "headers": { "ETag": { "type": "string" } },
                "schema": { "type": "array" } }, "304": {} } },
            "order": { "arguments": { "item": { "type": "string" } },
              "request": { "method": "POST", "path": "/orders",
                "headers": { "Content-Type": "application/json", "Idempotency-Key": { "type": "string" } },
                "body": { "item": "{item}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } },
                "503": { "empty": true } } },
            "ticket": { "request": { "method": "POST", "path": "/tickets" },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } },
                "429": { "headers": { "Retry-After": "1" }, "empty": true } } },
            "account": { "uses": ["signIn", "refresh", "me"], "cases": [{ "name": "expired", "status": 200 }],
              "faults": { "expiredToken": { "returns": true }, "revokedToken": "signedOut" } },
            "sessions": { "uses": ["signIn", "me"], "cases": [{ "name": "two", "status": 200 }] },
            "allMembers": { "uses": ["members"], "cases": [{ "name": "three pages", "status": 200 }],
              "faults": { "staleCursor": { "returns": true }, "malformedBody": "DecodingError" } },
            "copy": { "uses": ["list"], "cases": [{ "name": "asked twice", "status": { "enum": [200, 304] } }],
              "faults": { "notModified": { "returns": true } } },
            "purchase": { "uses": ["order"], "cases": [{ "name": "two orders", "status": 200 }] },
            "visit": { "uses": ["ticket"], "cases": [{ "name": "told to wait", "status": 200 }] }
          } }
        """

    package func suite(in folder: URL) -> ContractSuite {
        @Sendable func client(_ transport: any Transport) -> ClubClient {
            ClubClient(send: transport.send, clock: CallClock.current, flaw: self)
        }
        return ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("club") {
                self == .readsAnOlderKey
                    ? Model("Member", decoding: ClubClient.OlderMember.self)
                    : Model("Member", decoding: ClubClient.Member.self)
                Endpoint("signIn") { try ClubClient.signIn($0["name"]) }
                Endpoint("refresh") { try ClubClient.refresh($0["refreshToken"]) }
                Endpoint("me") { try ClubClient.me($0["token"]) }
                Endpoint("members") { try ClubClient.members(after: $0["after"]) }
                Endpoint("list") { _ in try ClubClient.request("GET", "/list") }
                Endpoint("order") { try ClubClient.order($0["item"], key: UUID().uuidString) }
                Endpoint("ticket") { _ in try ClubClient.request("POST", "/tickets") }
                Endpoint("account") { _, transport in try await client(transport).account() }
                Endpoint("sessions") { _, transport in try await client(transport).sessions() }
                Endpoint("allMembers") { _, transport in try await client(transport).allMembers() }
                Endpoint("copy") { _, transport in try await client(transport).copy() }
                Endpoint("purchase") { _, transport in try await client(transport).purchase() }
                Endpoint("visit") { _, transport in try await client(transport).visit() }
            }
        }
    }
}

package enum ClubError: Error { case signedOut, refused, unreadable }

/// A typical client.
package struct ClubClient: Sendable {
    struct Member: Decodable, Sendable { let id: Int }

    /// Planted: prefers a key that the contract does not have.
    struct OlderMember: Decodable {
        let id: Int
        private enum CodingKeys: CodingKey { case id, number }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decodeIfPresent(Int.self, forKey: .number) ?? container.decode(Int.self, forKey: .id)
        }
    }

    private struct Session: Decodable {
        let token: String
        let refreshToken: String

        enum CodingKeys: String, CodingKey {
            case token
            case refreshToken = "refresh_token"
        }
    }

    private struct Page: Decodable {
        let members: [Member]
        let next: String?
    }

    let send: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
    let clock: any Clock<Duration>
    let flaw: Club

    // MARK: - Requests

    static func request(_ method: String, _ path: String, _ body: [String: String]? = nil) throws -> URLRequest {
        guard let url = URL(string: Club.origin + path) else { throw ClubError.unreadable }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(body)
        }
        return request
    }

    static func signIn(_ name: String) throws -> URLRequest { try request("POST", "/session", ["name": name]) }

    static func refresh(_ token: String) throws -> URLRequest {
        try request("POST", "/token", ["refresh_token": token])
    }

    static func me(_ token: String) throws -> URLRequest {
        var request = try request("GET", "/me")
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        return request
    }

    static func members(after cursor: String?) throws -> URLRequest {
        var components = URLComponents(string: Club.origin + "/members")
        components?.queryItems = cursor.map { [URLQueryItem(name: "after", value: $0)] }
        guard let url = components?.url else { throw ClubError.unreadable }
        return URLRequest(url: url)
    }

    static func order(_ item: String, key: String) throws -> URLRequest {
        var request = try request("POST", "/orders", ["item": item])
        request.setValue(key, forHTTPHeaderField: "Idempotency-Key")
        return request
    }

    // MARK: - Calls

    private func value<Value: Decodable>(_ request: URLRequest) async throws -> Value {
        let (data, response) = try await send(request)
        switch response.statusCode {
        case 200: return try JSONDecoder().decode(Value.self, from: data)
        case 401: throw ClubError.signedOut
        default: throw ClubError.refused
        }
    }

    func account() async throws -> [String: String] {
        let session: Session = try await value(Self.signIn("Ada"))
        var token = session.token
        var tries = 0
        while true {
            do { return try await value(Self.me(token)) } catch ClubError.signedOut {
                tries += 1
                if tries > 1, flaw != .refreshesForEver { throw ClubError.signedOut }
                let fresh: [String: String] = try await value(Self.refresh(session.refreshToken))
                switch flaw {
                case .staleToken: break
                case .refreshToken: token = session.refreshToken
                default: token = fresh["token"] ?? ""
                }
            }
        }
    }

    func sessions() async throws -> [[String: String]] {
        let bob: Session = try await value(Self.signIn("Bob"))
        let cy: Session = try await value(Self.signIn("Cy"))
        return [
            try await value(Self.me(bob.token)),
            try await value(Self.me(flaw == .otherSession ? bob.token : cy.token)),
        ]
    }

    func allMembers() async throws -> [Member] {
        var members: [Member] = []
        var cursors: [String?] = [nil]
        var restarts = 0
        while cursors.count < (flaw == .stopsAfterThreePages ? 4 : 20), let cursor = cursors.last {
            let (data, response) = try await send(Self.members(after: cursor))
            if response.statusCode == 410 {
                restarts += 1
                if flaw == .keepsAStaleCursor { continue }
                if restarts > 1 { throw ClubError.refused }
                (members, cursors) = (flaw == .keepsOldPages ? members : [], [nil])
                continue
            }
            let page: Page
            do { page = try JSONDecoder().decode(Page.self, from: data) } catch {
                if flaw == .passesOverWhatItCannotRead { continue }
                throw error
            }
            members = flaw == .pagesInWrongOrder ? page.members + members : members + page.members
            guard let next = page.next else { break }
            cursors.append(flaw == .wrongCursor && cursors.count == 2 ? cursors[1] : next)
        }
        return members
    }

    func copy() async throws -> [String] {
        let (data, response) = try await send(Self.request("GET", "/list"))
        let copy = try JSONDecoder().decode([String].self, from: data)
        let tag = response.value(forHTTPHeaderField: "ETag") ?? ""
        var again = try Self.request("GET", "/list")
        switch flaw {
        case .noTag: break
        case .otherTag: again.setValue("\"v0-000000\"", forHTTPHeaderField: "If-None-Match")
        case .tagWithoutQuotes: again.setValue(tag.filter { $0 != "\"" }, forHTTPHeaderField: "If-None-Match")
        default: again.setValue(tag, forHTTPHeaderField: "If-None-Match")
        }
        let (new, answer) = try await send(again)
        return answer.statusCode == 304 ? copy : try JSONDecoder().decode([String].self, from: new)
    }

    func purchase() async throws -> [[String: String]] {
        let key = UUID().uuidString
        let tea: [String: String]
        do { tea = try await value(Self.order("tea", key: key)) } catch ClubError.refused {
            tea = try await value(Self.order("tea", key: flaw == .newKeyInRetry ? UUID().uuidString : key))
        }
        return [tea, try await value(Self.order("milk", key: flaw == .oldKeyInNewCall ? key : UUID().uuidString))]
    }

    func visit() async throws -> [String: String] {
        let (data, response) = try await send(Self.request("POST", "/tickets"))
        if response.statusCode == 200 { return try JSONDecoder().decode([String: String].self, from: data) }
        let seconds = response.value(forHTTPHeaderField: "Retry-After").flatMap(Int.init) ?? 0
        if flaw != .ignoresRetryAfter { try await clock.sleep(for: .seconds(seconds)) }
        return try await value(Self.request("POST", "/tickets"))
    }
}
