import LoopbackServer

/// Events near a location, as api.meetup.com served them until 2022.
struct MeetupEvents: Sendable {
    let credentials: [String: String]

    /// Returns the events that contain every word of the query item `text` in their name, description or group.
    func find(_ request: Request) -> Answer {
        switch request.queryValue("key") {
        case credentials["MEETUP_KEY"]: break
        case credentials["MEETUP_THROTTLED_KEY"]:
            return failure(429, "throttled", "Credentials have been throttled", remaining: 0)
        case _:
            return failure(401, "auth_fail", "Invalid oauth credentials")
        }
        for (name, limit) in [("lat", 90.0), ("lon", 180.0)] {
            guard let text = request.queryValue(name) else { continue }
            guard let degrees = Double(text), abs(degrees) <= limit else {
                return failure(400, "\(name)_error", "\(name) should be a number of degrees")
            }
        }
        let words = (request.queryValue("text") ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        let found = EventTable.records.filter { event in
            let text = event.searchedText.lowercased()
            return words.allSatisfy { text.contains($0) }
        }
        let fields = (request.queryValue("fields") ?? "").split(separator: ",")
        var answer = Answer.json(.array(found.map { $0.json(withPhoto: fields.contains("group_photo")) }))
        answer.response.headers = Self.rateLimit(remaining: 29) + [("X-Total-Count", String(found.count))]
        return answer
    }

    private func failure(_ status: Int, _ code: String, _ message: String, remaining: Int = 29) -> Answer {
        var answer = Answer.json(["errors": [["code": .string(code), "message": .string(message)]]], status: status)
        answer.response.headers = Self.rateLimit(remaining: remaining)
        return answer
    }

    /// Returns constant numbers, so that a new recording equals the old one.
    private static func rateLimit(remaining: Int) -> [(name: String, value: String)] {
        [("X-RateLimit-Limit", "30"), ("X-RateLimit-Remaining", String(remaining)), ("X-RateLimit-Reset", "10")]
    }
}
