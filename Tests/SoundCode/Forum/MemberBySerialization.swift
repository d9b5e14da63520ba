import ContractChecking
import Foundation
import Testing

private struct Member {
    let login: String
    let joined: Date
    let karma: Int
    let website: URL?
}

extension Member {
    /// Returns the member of a body such as `{"user": {…}}`, or `nil` if the body is invalid.
    static func parse(_ data: Data) -> Member? {
        guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let user = object["user"] as? [String: Any], let login = user["login"] as? String,
            let joined = (user["joined"] as? String).flatMap(ISO8601DateFormatter().date(from:)),
            let karma = user["karma"] as? Int
        else { return nil }
        return Member(
            login: login, joined: joined, karma: karma, website: (user["website"] as? String).flatMap(URL.init(string:))
        )
    }

    /// Twin: replaces an unreadable date with today.
    static func parseCarelessly(_ data: Data) -> Member? {
        guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let user = object["user"] as? [String: Any], let login = user["login"] as? String,
            let karma = user["karma"] as? Int
        else { return nil }
        let joined =
            (user["joined"] as? String).flatMap(ISO8601DateFormatter().date(from:))
            ?? Calendar(identifier: .gregorian).startOfDay(for: Date())
        return Member(
            login: login, joined: joined, karma: karma, website: (user["website"] as? String).flatMap(URL.init(string:))
        )
    }
}

extension SoundCode {
    @Test func memberBySerialization() async {
        await compare(
            "forum", finds: Fault("model.false-accept", at: "/models/Member/schema/properties/user/required"),
            Fault("model.false-accept", at: "/models/Member/schema/properties/user/properties/joined/type"),
            Fault("model.wrong-value", at: "/models/Member/properties/joined")
        ) {
            Model("Member", data: { Member.parse($0) })
        } twin: {
            Model("Member", data: { Member.parseCarelessly($0) })
        }
    }
}
