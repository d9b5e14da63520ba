import CommandTestSupport
import ContractChecking
import ContractCommand
import Foundation
import HTTPRecording
import LoopbackServer
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Replay of calls with several requests that carry tokens, cookies and cursors of earlier responses. A request with
/// the wrong value is reported.
@Suite(.serialized) struct ValueFlowTests {
    enum Flaw: CaseIterable {
        case sendsTheStaleToken, sendsTheRefreshToken, sendsTheTokenOfAnotherSession, sendsTheCookieOfAnotherSession
        case sendsNoToken, repeatsACursor, losesAFilter
    }

    /// A server that issues a new token, refresh token and cookie for each sign-in. `/expired` rejects every token.
    private final class Club {
        let folder: TemporaryFolder
        private let server: Server
        private let origin: String

        init() throws {
            folder = try TemporaryFolder()
            let count = LoopbackServer.Locked(0)
            server = Server { request in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                // Each response issues a new token.
                let token = "tok-9f3a6c1e7b5d\(1000 + number)"
                switch "/" + request.path.joined(separator: "/") {
                case "/session":
                    let body = #"{"refresh_token":"ref-\#(token)","token":"\#(token)"}"#
                    return Self.json(body, [("Set-Cookie", "sid=sid-\(token); Path=/")])
                case "/token": return Self.json(#"{"token":"\#(token)"}"#)
                case "/me": return Self.json(#"{"name":"Ada"}"#)
                case "/expired": return Response(status: 401)
                default:
                    let next = ["": "c-71d0e9", "c-71d0e9": "c-4ab2f3"][request.queryValue("after") ?? ""]
                    return Self.json(next.map { #"{"ids":[1],"next":"\#($0)"}"# } ?? #"{"ids":[2]}"#)
                }
            }
            origin = "http://127.0.0.1:\(try server.start())"
            try folder.write(Self.contract, to: "Contracts/club/contract.json")
        }

        deinit { server.stop() }

        private static func json(_ body: String, _ headers: [(name: String, value: String)] = []) -> Response {
            Response(status: 200, contentType: "application/json", headers: headers, body: Array(body.utf8))
        }

        private static let contract = """
            { "service": "club", "origin": "https://club.example.com", "endpoints": {
              "signIn": { "arguments": { "name": { "type": "string" } },
                "request": { "method": "POST", "path": "/session", "headers": { "Content-Type": "application/json" },
                             "body": { "name": "{name}" } },
                "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } } },
              "refresh": { "arguments": { "refreshToken": { "type": "string", "format": "password" } },
                "request": { "method": "POST", "path": "/token", "headers": { "Content-Type": "application/json" },
                             "body": { "refresh_token": "{refreshToken}" } },
                "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } } },
              "expired": { "arguments": { "token": { "type": "string", "format": "password" } },
                "request": { "method": "GET", "path": "/expired", "headers": { "Authorization": "Bearer {token}" } },
                "responses": { "401": { "empty": true } } },
              "me": { "arguments": { "token": { "type": "string", "format": "password" },
                                     "session": { "type": "string", "format": "password" } },
                "request": { "method": "GET", "path": "/me",
                             "headers": { "Authorization": "Bearer {token}", "Cookie": "sid={session}" } },
                "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } } },
              "members": { "arguments": { "after": { "type": "string" } },
                "request": { "method": "GET", "path": "/members", "query": { "size": "2", "after": "{after}" } },
                "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } } },
              "renewed": { "uses": ["signIn", "refresh", "expired", "me"], "cases": [{ "name": "expired", "status": 200 }] },
              "sessions": { "uses": ["signIn", "me"], "cases": [{ "name": "two", "status": 200 }] },
              "allMembers": { "uses": ["members"], "cases": [{ "name": "three pages", "status": 200 }] } } }
            """

        func suite(_ flaw: Flaw? = nil) -> ContractSuite {
            ContractSuite(
                contracts: folder.url.appendingPathComponent("Contracts"),
                recordings: folder.url.appendingPathComponent("Recordings")
            ) {
                Service("club") {
                    Endpoint("signIn") { try ClubClient.signIn($0["name"]) }
                    Endpoint("refresh") { try ClubClient.refresh($0["refreshToken"]) }
                    Endpoint("expired") { try ClubClient.get("/expired", token: $0["token"]) }
                    Endpoint("me") { try ClubClient.get("/me", token: $0["token"], session: $0["session"]) }
                    Endpoint("members") { try ClubClient.members(after: $0["after"]) }
                    Endpoint("renewed") { _, transport in
                        try await ClubClient(send: transport.send, flaw: flaw).renewed()
                    }
                    Endpoint("sessions") { _, transport in
                        try await ClubClient(send: transport.send, flaw: flaw).sessions()
                    }
                    Endpoint("allMembers") { _, transport in
                        try await ClubClient(send: transport.send, flaw: flaw).allMembers()
                    }
                }
            }
        }

        func record() async -> Report {
            var options = Options(mode: .record)
            options.servers.origins = ["https://club.example.com": origin]
            options.recording.allowsCI = true
            options.recording.provider = .local
            options.allowsUnsafeMethods = true
            return await suite().verify(options)
        }
    }

    private struct ClubClient {
        struct Session {
            let token: String
            let refreshToken: String
            let cookie: String
        }

        let send: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
        let flaw: Flaw?

        static func get(_ path: String, token: String?, session: String? = nil) throws -> URLRequest {
            guard let url = URL(string: "https://club.example.com" + path) else { throw URLError(.badURL) }
            var request = URLRequest(url: url)
            if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
            if let session { request.setValue("sid=\(session)", forHTTPHeaderField: "Cookie") }
            return request
        }

        private static func post(_ path: String, _ body: [String: String]) throws -> URLRequest {
            var request = try get(path, token: nil)
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(body)
            return request
        }

        static func signIn(_ name: String) throws -> URLRequest { try post("/session", ["name": name]) }

        static func refresh(_ token: String) throws -> URLRequest { try post("/token", ["refresh_token": token]) }

        static func members(after: String?, size: String = "size=2") throws -> URLRequest {
            try get("/members?" + size + (after.map { "&after=\($0)" } ?? ""), token: nil)
        }

        private func object(_ request: URLRequest) async throws -> ([String: Any], HTTPURLResponse) {
            let (data, response) = try await send(request)
            return (try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:], response)
        }

        private func session(_ name: String) async throws -> Session {
            let (body, response) = try await object(Self.signIn(name))
            let cookie = response.value(forHTTPHeaderField: "Set-Cookie") ?? ""
            return Session(
                token: body["token"] as? String ?? "", refreshToken: body["refresh_token"] as? String ?? "",
                cookie: String(cookie.dropFirst("sid=".count).prefix { $0 != ";" }))
        }

        private func me(_ token: String?, _ cookie: String) async throws -> String {
            try await object(Self.get("/me", token: token, session: cookie)).0["name"] as? String ?? ""
        }

        func renewed() async throws -> String {
            let session = try await session("Ada")
            _ = try await send(Self.get("/expired", token: session.token))
            let fresh = try await object(Self.refresh(session.refreshToken)).0["token"] as? String
            let token =
                switch flaw {
                case .sendsTheStaleToken: session.token
                case .sendsTheRefreshToken: session.refreshToken
                case .sendsNoToken: nil as String?
                default: fresh
                }
            return try await me(token, session.cookie)
        }

        func sessions() async throws -> [String] {
            let ada = try await session("Ada")
            let bob = try await session("Bob")
            let token = flaw == .sendsTheTokenOfAnotherSession ? ada.token : bob.token
            let cookie = flaw == .sendsTheCookieOfAnotherSession ? ada.cookie : bob.cookie
            return [try await me(ada.token, ada.cookie), try await me(token, cookie)]
        }

        func allMembers() async throws -> [Int] {
            var ids: [Int] = []
            var cursors: [String?] = [nil]
            for _ in 0..<3 {
                let cursor = flaw == .repeatsACursor && cursors.count > 2 ? cursors[1] : cursors.last ?? nil
                let size = flaw == .losesAFilter && cursors.count > 1 ? "" : "size=2"
                let (page, _) = try await object(Self.members(after: cursor, size: size))
                ids += page["ids"] as? [Int] ?? []
                cursors.append(page["next"] as? String)
            }
            return ids
        }
    }

    private func messages(_ report: Report) -> [String] {
        report.checks.flatMap { check in
            check.findings.map { "\($0.rule): \($0.message)" } + [check.reason].compactMap(\.self)
        }
    }

    @Test func reportsTheOriginOfAWrongValue() async throws {
        let club = try Club()
        let recorded = await club.record()
        #expect(messages(recorded) == [])
        #expect(recorded.recordings.count == 3)

        let sessions = try club.folder.text(of: "Recordings/club/sessions.two.har")
        // Each value has one stand-in, at the value's position.
        for (text, count) in [
            (#""Bearer redactedtokenred""#, 1), (#""Bearer redactedbtokenre""#, 1), (#"\"redactedtokenred\""#, 1),
            (#"\"redactedbtokenre\""#, 1), ("sid={cookie:sid};", 1), ("sid={cookie:sid#2};", 1),
            (#""sid={cookie:sid}""#, 1), (#""sid={cookie:sid#2}""#, 1), ("tok-", 0), ("sid-", 0),
        ] {
            #expect(sessions.components(separatedBy: text).count - 1 == count, "\(text) in \(sessions)")
        }

        // New tokens result in the same recording.
        let again = await club.record()
        #expect(again.recordings.map(\.kind) == [.unchanged, .unchanged, .unchanged])

        func found(_ flaw: Flaw?) async -> [String] { messages(await club.suite(flaw).verify(Options(mode: .replay))) }
        #expect(await found(nil) == [])
        let header = "in the header 'Authorization' to 'me', expected the token of"
        #expect(
            await found(.sendsTheStaleToken)
                == ["client.flow: the call sends the token of 'signIn' \(header) 'refresh'"])
        #expect(
            await found(.sendsTheRefreshToken)
                == ["client.flow: the call sends the refresh_token of 'signIn' \(header) 'refresh'"])
        #expect(
            await found(.sendsNoToken)
                == [
                    "client.flow: the call sends no header 'Authorization' to 'me', expected the token of 'refresh'"
                ])
        #expect(
            await found(.sendsTheTokenOfAnotherSession)
                == ["client.flow: the call sends the token of 'signIn' (response 1) \(header) 'signIn' (response 2)"])
        #expect(
            await found(.sendsTheCookieOfAnotherSession)
                == [
                    "client.flow: the call sends the cookie 'sid' of 'signIn' (response 1) in the cookie 'sid' to 'me', "
                        + "expected the cookie 'sid' of 'signIn' (response 2)"
                ])
        let repeated = await found(.repeatsACursor)
        #expect(
            repeated.first?.hasSuffix(
                "; the call sends the next of 'members' (response 1) in the query 'after' to 'members', "
                    + "expected the next of 'members' (response 2)") == true, "\(repeated)")
        let unfiltered = await found(.losesAFilter)
        #expect(unfiltered.first?.contains("size=2 is missing") == true, "\(unfiltered)")
        #expect(unfiltered.allSatisfy { !$0.contains("the call sends the next of") }, "\(unfiltered)")

        let lint = await CommandOutput.of(["lint"], over: club.suite())
        #expect(
            lint.out.contains(
                "note: replay demands the token of 'refresh' in the header 'Authorization' to 'me' ("), "\(lint.out)")
    }

    /// Recordings of earlier versions do not state the origin of a token.
    @Test func replaysARecordingWithoutOrigins() async throws {
        let club = try Club()
        _ = await club.record()
        let file = "Recordings/club/renewed.expired.har"
        let text = try club.folder.text(of: file)
        try club.folder.write(
            text.replacing(/Bearer redacted[a-z]+/, with: "{header:Authorization}"), to: file)
        let stale = await club.suite(.sendsTheStaleToken).verify(Options(mode: .replay))
        #expect(messages(stale) == [])
        let missing = await club.suite(.sendsNoToken).verify(Options(mode: .replay))
        #expect(
            messages(missing) == [
                "client.request: the call sends a different request to 'me': the header 'Authorization' is missing"
            ])
    }
}
