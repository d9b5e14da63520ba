import ExampleProvider
import Foundation
import RawHTTPClient
import Testing

@Suite struct ImagesTests {
    @Test(arguments: [
        "/periodictable/Tiles/001/s7.JPG", "/periodictable/Tiles/018/s7.JPG", "/periodictable/Tiles/118/s7.JPG",
        "/hydrogen.jpg", "/argon.jpg", "/actinium.jpg",
    ]) func servesJPEG(target: String) throws {
        try serving { port in
            let reply = try ask(port, "GET", target)
            #expect(reply.status == 200)
            #expect(reply.header("Content-Type") == "image/jpeg")
            // Start of image, JFIF marker and end of image.
            #expect(Array(reply.body.prefix(4)) == [0xFF, 0xD8, 0xFF, 0xE0])
            #expect(Array(reply.body.suffix(2)) == [0xFF, 0xD9])
            #expect(reply.body.count > 256)
        }
    }

    @Test(arguments: [
        "/periodictable/Tiles/18/s7.JPG", "/periodictable/Tiles/000/s7.JPG", "/periodictable/Tiles/119/s7.JPG",
        "/periodictable/Tiles/+18/s7.JPG", "/periodictable/Tiles/018/s7.jpg", "/Argon.jpg", "/thorium.jpg", "/.jpg",
        "/argon.png", "/phlogiston.jpg", "/a/argon.jpg", "/",
    ]) func findsNoOtherImage(target: String) throws {
        try serving { port in
            let reply = try ask(port, "GET", target)
            #expect(reply.status == 404)
            #expect(reply.header("Content-Type") == "text/html")
        }
    }
}

@Suite struct MeetupEventsTests {
    private static let key = "key=local-meetup-key"

    private func names(_ port: Int, _ query: String) throws -> [String] {
        let reply = try ask(port, "GET", "/find/events?\(Self.key)&\(query)")
        #expect(reply.status == 200)
        let names = try reply.array().compactMap { $0["name"] as? String }
        #expect(reply.header("X-Total-Count") == "\(names.count)")
        return names
    }

    @Test func findsEventsWithEveryWord() throws {
        try serving { port throws in
            let swift = [
                "Swift Programming Night", "Protocols & Generics: Swift programming for the curious", "First steps",
            ]
            #expect(try names(port, "text=swift+programming&lat=40.72&lon=-73.84") == swift)
            #expect(try names(port, "text=swift%20programming") == swift)
            #expect(try names(port, "text=PROGRAMMING%20%20swift%20") == swift)
            #expect(try names(port, "text=C%2B%2B") == ["First steps"])
            #expect(try names(port, "text=protocols+%26") == [swift[1]])
            #expect(try names(port, "text=caf%C3%A9") == ["Café et code"])
            #expect(try names(port, "text=cobol") == [])
            #expect(try names(port, "text=").count == 5)
        }
    }

    @Test func reportsTheRemainingCalls() throws {
        try serving { port in
            for _ in 0..<2 {
                let reply = try ask(port, "GET", "/find/events?\(Self.key)")
                #expect(reply.header("X-RateLimit-Limit") == "30")
                #expect(reply.header("X-RateLimit-Remaining") == "29")
                #expect(reply.header("X-RateLimit-Reset") == "10")
            }
        }
    }

    @Test func sendsPhotosOnlyOnRequest() throws {
        try serving { port throws in
            func photos(_ query: String) throws -> [Int?] {
                try ask(port, "GET", "/find/events?\(Self.key)\(query)").array().map {
                    (($0["group"] as? [String: Any])?["photo"] as? [String: Any])?["id"] as? Int
                }
            }
            #expect(try photos("") == [nil, nil, nil, nil, nil])
            #expect(
                try photos("&fields=self,group_photo") == [432_198_765, 432_198_765, nil, nil, 98_765_432])
        }
    }

    @Test func describesAnEvent() throws {
        try serving { port in
            let events = try ask(port, "GET", "/find/events?\(Self.key)").array()
            let first = try #require(events.first)
            #expect(first["id"] as? String == "250340886")
            #expect(first["time"] as? Int == 1_526_943_600_000)
            #expect(first["created"] as? Int == 1_524_351_600_000)
            #expect(first["local_date"] as? String == "2018-05-21")
            #expect(first["local_time"] as? String == "19:00")
            #expect(first["utc_offset"] as? Int == -14_400_000)
            #expect(first["yes_rsvp_count"] as? Int == 64)
            #expect((first["venue"] as? [String: Any])?["zip"] as? String == "10016")
            let always = [
                "created", "time", "updated", "id", "name", "status", "local_date", "local_time", "utc_offset",
                "waitlist_count", "yes_rsvp_count", "link", "visibility", "group",
            ]
            #expect(events.allSatisfy { event in always.allSatisfy { event[$0] != nil } })
        }
    }

    @Test func omitsMissingPropertiesOfAnEvent() throws {
        try serving { port in
            let text = try ask(port, "GET", "/find/events?\(Self.key)").text
            let events = try ask(port, "GET", "/find/events?\(Self.key)").array()
            #expect(!text.contains("null"))
            #expect(events.map { $0["venue"] != nil } == [true, true, false, true, true])
            #expect(events.map { $0["duration"] != nil } == [true, true, false, false, true])
            #expect((events[1]["venue"] as? [String: Any])?["lat"] as? Int == 0)
            #expect(text.contains("\"join_mode\":\"open\",\"lat\":41,\"lon\":-74,"))
        }
    }

    @Test(arguments: ["", "?text=swift", "?key=", "?key=local-wrong-meetup-key"])
    func refusesAWrongKey(query: String) throws {
        try serving { port in
            let reply = try ask(port, "GET", "/find/events\(query)")
            #expect(reply.status == 401)
            #expect(reply.text == "{\"errors\":[{\"code\":\"auth_fail\",\"message\":\"Invalid oauth credentials\"}]}")
        }
    }

    @Test func throttlesAKey() throws {
        try serving { port in
            let reply = try ask(port, "GET", "/find/events?key=local-throttled-meetup-key")
            #expect(reply.status == 429)
            #expect(reply.header("X-RateLimit-Remaining") == "0")
            #expect(
                reply.text == "{\"errors\":[{\"code\":\"throttled\",\"message\":\"Credentials have been throttled\"}]}")
        }
    }

    @Test(arguments: ["lat=north", "lat=91", "lon=-181", "lat=nan", "lon="])
    func refusesInvalidCoordinates(query: String) throws {
        try serving { port throws in
            #expect(try ask(port, "GET", "/find/events?\(Self.key)&\(query)").status == 400)
        }
    }
}

@Suite struct TarotCardsTests {
    @Test func dealsTwentyThreeCards() throws {
        try serving { port in
            let cards = try (0...22).map { number -> [String: String] in
                let reply = try ask(port, "GET", "/tarot-deck.ssp?card=\(number)")
                #expect(reply.header("Content-Type") == "application/json")
                return try #require(try reply.object()["response"] as? [String: String])
            }
            #expect(Set(cards.compactMap { $0["title"] }).count == 23)
            #expect(
                cards[10] == [
                    "title": "Wheel of Fortune",
                    "image": "http://martyav.site.swiftengine.net/images/wheel-of-fortune.jpg",
                    "description": "What is below comes up again; nobody is told when.",
                ])
        }
    }

    @Test(arguments: ["?card=23", "?card=-1", "?card=", "?card=one", "?card=1.0", "", "?card=99999999999999999999"])
    func failsForOtherCards(query: String) throws {
        try serving { port in
            let reply = try ask(port, "GET", "/tarot-deck.ssp\(query)")
            #expect(reply.status == 500)
            #expect(reply.header("Content-Type") == "text/html")
        }
    }

    @Test func findsNoOtherScript() throws {
        try serving { port in
            let reply = try ask(port, "GET", "/tarot.ssp?card=0")
            #expect(reply.status == 404)
            #expect(reply.header("Content-Type") == "text/html")
        }
    }
}

@Suite struct DeterminismTests {
    @Test func answersEqualCallsEqually() throws {
        func replies() throws -> [RawReply] {
            var replies: [RawReply] = []
            try serving(fixedProvider()) { port in
                let keys = [
                    "X-Parse-Application-Id: local-parse-application-id",
                    "X-Parse-REST-API-Key: local-parse-rest-api-key",
                ]
                let account = "{\"udacity\":{\"username\":\"ada@example.com\",\"password\":\"local-udacity-password\"}}"
                replies = [
                    try ask(port, "POST", "/v1/session", body: account),
                    try ask(port, "GET", "/v1/StudentLocation?order=-firstName", headers: keys),
                    try ask(port, "POST", "/api/v1/favorites", body: "{\"b\":1,\"a\":2}"),
                    try ask(port, "GET", "/api/v1/favorites"),
                    try ask(port, "GET", "/api/v1/elements"),
                    try ask(port, "GET", "/find/events?key=local-meetup-key"),
                    try ask(port, "GET", "/getall_reps_bystate.php?state=CA&output=json"),
                ]
            }
            return replies
        }
        #expect(try replies() == replies())
    }
}

@Suite struct RouteTests {
    @Test func listsTheAllowedMethodsOfAPath() throws {
        try serving { port in
            let favorites = try ask(port, "PUT", "/api/v1/favorites", body: "{}")
            #expect(favorites.status == 405)
            #expect(favorites.header("Allow") == "GET, HEAD, POST")
            #expect(try ask(port, "GET", "/v1/session").header("Allow") == "POST, DELETE")
            #expect(try ask(port, "DELETE", "/v1/StudentLocation/ID1").header("Allow") == "PUT")
        }
    }
}
