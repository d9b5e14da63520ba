import Foundation
import LoopbackServer

/// Sessions, users and student locations in the style of onthemap-api.udacity.com.
struct OnTheMap: Sendable {
    /// The prefix of session and user JSON, which prevents other sites' pages from running it as a script.
    static let prefix = ")]}'\n"

    private struct Session: Sendable {
        let id: String
        let token: String
    }

    private static let userKey = "3903878747"
    /// The limit on sessions, more than any run opens. The oldest ones are closed first.
    private static let maximumSessions = 1000
    static let maximumLocations = 10_000

    private let credentials: [String: String]
    let now: @Sendable () -> Date
    private let makeToken: @Sendable () -> String
    private var sessions: [Session] = []
    var locations = LocationTable.records
    var createdLocations = 0

    init(
        credentials: [String: String], now: @escaping @Sendable () -> Date,
        makeToken: @escaping @Sendable () -> String
    ) {
        self.credentials = credentials
        self.now = now
        self.makeToken = makeToken
    }

    // MARK: Sessions

    mutating func signIn(_ request: Request) -> Answer {
        guard let body = request.object else { return Self.failure(400, "The body is no JSON object.") }
        for parameter in ["username", "password"] {
            guard let text = body["udacity"]?[parameter]?.text, !text.isEmpty else {
                return Self.failure(
                    400, "trails.Error 400: Missing parameter '\(parameter)'", parameter: "udacity.\(parameter)")
            }
        }
        guard body["udacity"]?["username"]?.text == ExampleProvider.userName,
            body["udacity"]?["password"]?.text == credentials["UDACITY_PASSWORD"]
        else { return Self.failure(403, "Account not found or invalid credentials.") }

        let session = Session(id: makeToken(), token: makeToken())
        if sessions.count == Self.maximumSessions { sessions.removeFirst() }
        sessions.append(session)
        var answer = Answer.json(
            ["account": ["registered": true, "key": .string(Self.userKey)], "session": json(session)],
            prefix: Self.prefix)
        answer.response.headers.append(("Set-Cookie", "XSRF-TOKEN=\(session.token); Path=/"))
        return answer
    }

    mutating func signOut(_ request: Request) -> Answer {
        guard let token = request.header("x-xsrf-token"),
            let index = sessions.firstIndex(where: { $0.token == token })
        else { return Self.failure(403, "The XSRF token belongs to no session.") }
        return .json(["session": json(sessions.remove(at: index))], prefix: Self.prefix)
    }

    private func json(_ session: Session) -> JSONValue {
        let expiration = CalendarTime(now().addingTimeInterval(60 * 86400)).rfc3339
        return ["id": .string(session.id), "expiration": .string(expiration)]
    }

    // MARK: Users

    func user(_ key: String) -> Answer {
        guard key == Self.userKey else { return Self.failure(404, "There is no such user.") }
        return .json(
            [
                "last_name": "Lovelace", "social_accounts": [], "mailing_address": .null, "signature": .null,
                "guard": [:], "facebook_id": .null, "timezone": .null, "occupation": .null, "first_name": "Ada",
                "jabber_id": .null, "languages": .null, "badges": [], "location": .null,
                "email": [
                    "address": .string(ExampleProvider.userName), "verified": true, "verification_code_sent": true,
                ],
                "website_url": .null, "bio": .null, "coaching_data": .null, "tags": [], "has_password": true,
                "email_preferences": .null, "resume": .null, "key": .string(Self.userKey), "nickname": "Ada",
                "employer_sharing": false, "memberships": [], "zendesk_id": .null, "registered": true,
                "linkedin_url": .null, "google_id": .null, "image_url": .null,
            ], prefix: Self.prefix)
    }

    static func failure(_ status: Int, _ message: String, parameter: String? = nil) -> Answer {
        var members = [JSONValue.Member(name: "status", value: .number(String(status)))]
        if let parameter { members.append(.init(name: "parameter", value: .string(parameter))) }
        members.append(.init(name: "error", value: .string(message)))
        return .json(.object(members), status: status, prefix: prefix)
    }

    // MARK: Access to locations

    /// Returns the rejection of a request without the application ID and its key, or `nil` if both are valid.
    func refusal(of request: Request) -> Answer? {
        let isAuthorized =
            request.header("x-parse-application-id") == credentials["PARSE_APPLICATION_ID"]
            && request.header("x-parse-rest-api-key") == credentials["PARSE_REST_API_KEY"]
        return isAuthorized ? nil : .json(["error": "unauthorized"], status: 401)
    }
}
