import ExampleProvider
import Foundation
import RawHTTPClient
import Testing

@Suite struct OnTheMapTests {
    private static let prefix = ")]}'\n"
    private static let keys = [
        "X-Parse-Application-Id: local-parse-application-id", "X-Parse-REST-API-Key: local-parse-rest-api-key",
    ]
    private static let location = """
        {"uniqueKey":"42","firstName":"Ada","lastName":"Lovelace","mapString":"\\"Ockham\\" Park","mediaURL":"https://a.b",\
        "latitude":51.3,"longitude":-0.46}
        """

    private func signIn(_ port: Int, _ username: String, _ password: String) throws -> RawReply {
        let body = "{\"udacity\":{\"username\":\"\(username)\",\"password\":\"\(password)\"}}"
        return try ask(port, "POST", "/v1/session", body: body)
    }

    @Test func opensAndClosesASession() throws {
        try serving(fixedProvider()) { port in
            let opened = try signIn(port, "ada@example.com", "local-udacity-password")
            #expect(opened.status == 200)
            #expect(opened.header("Set-Cookie") == "XSRF-TOKEN=token-2; Path=/")
            #expect(
                opened.text == """
                    )]}'
                    {"account":{"registered":true,"key":"3903878747"},\
                    "session":{"id":"token-1","expiration":"2024-06-30T12:00:00.000Z"}}
                    """)

            #expect(try ask(port, "DELETE", "/v1/session").status == 403)
            #expect(try ask(port, "DELETE", "/v1/session", headers: ["X-XSRF-TOKEN: token-1"]).status == 403)
            let closed = try ask(port, "DELETE", "/v1/session", headers: ["X-XSRF-TOKEN: token-2"])
            #expect(closed.status == 200)
            #expect(
                closed.text == ")]}'\n{\"session\":{\"id\":\"token-1\",\"expiration\":\"2024-06-30T12:00:00.000Z\"}}")
            #expect(try ask(port, "DELETE", "/v1/session", headers: ["X-XSRF-TOKEN: token-2"]).status == 403)
        }
    }

    @Test func makesRandomTokens() throws {
        try serving { port in
            let cookies = try (0..<2).map { _ in
                try signIn(port, "ada@example.com", "local-udacity-password").header("Set-Cookie")
            }
            let length: Int = "XSRF-TOKEN=".count + 32 + "; Path=/".count
            #expect(cookies[0]?.count == length)
            #expect(cookies[0] != cookies[1])
        }
    }

    @Test func refusesOtherAccounts() throws {
        try serving { port in
            for (username, password) in [
                ("ada@example.com", "local-wrong-udacity-password"), ("bob@example.com", "local-udacity-password"),
            ] {
                let reply = try signIn(port, username, password)
                #expect(reply.status == 403)
                #expect(
                    reply.text == ")]}'\n{\"status\":403,\"error\":\"Account not found or invalid credentials.\"}")
            }
        }
    }

    @Test func namesAMissingParameter() throws {
        try serving { port in
            let reply = try ask(port, "POST", "/v1/session", body: "{\"udacity\":{\"password\":\"x\"}}")
            #expect(reply.status == 400)
            #expect(
                reply.text == """
                    )]}'
                    {"status":400,"parameter":"udacity.username","error":"trails.Error 400: Missing parameter 'username'"}
                    """)
            let noPassword = try signIn(port, "ada@example.com", "")
            #expect(try noPassword.object(after: Self.prefix)["parameter"] as? String == "udacity.password")
            for body in ["", "{", "[]", "{} {}", "{\"udacity\":1,}"] {
                #expect(try ask(port, "POST", "/v1/session", body: body).status == 400)
            }
        }
    }

    @Test func takesItsCredentialsFromTheEnvironment() throws {
        let environment = [
            "UDACITY_PASSWORD": "s3cret+/=%", "PARSE_APPLICATION_ID": "app", "PARSE_REST_API_KEY": "key", "HOME": "/",
            "MEETUP_KEY": "",
        ]
        let credentials = ExampleProvider.credentials(in: environment)
        #expect(
            credentials == [
                "UDACITY_PASSWORD": "s3cret+/=%", "UDACITY_WRONG_PASSWORD": "local-wrong-udacity-password",
                "PARSE_APPLICATION_ID": "app", "PARSE_REST_API_KEY": "key", "MEETUP_KEY": "local-meetup-key",
                "MEETUP_WRONG_KEY": "local-wrong-meetup-key", "MEETUP_THROTTLED_KEY": "local-throttled-meetup-key",
            ])
        try serving(ExampleProvider(environment: environment)) { port throws in
            #expect(try signIn(port, "ada@example.com", "s3cret+/=%").status == 200)
            #expect(try signIn(port, "ada@example.com", "local-udacity-password").status == 403)
            let headers = ["X-Parse-Application-Id: app", "X-Parse-REST-API-Key: key"]
            #expect(try ask(port, "GET", "/v1/StudentLocation", headers: headers).status == 200)
        }
    }

    @Test func describesTheUser() throws {
        try serving { port in
            let user = try ask(port, "GET", "/v1/users/3903878747").object(after: Self.prefix)
            #expect(user["first_name"] as? String == "Ada")
            #expect(user["key"] as? String == "3903878747")
            #expect(user["bio"] is NSNull)
            let nobody = try ask(port, "GET", "/v1/users/1")
            #expect(nobody.status == 404)
            #expect(try nobody.object(after: Self.prefix)["status"] as? Int == 404)
            #expect(try ask(port, "GET", "/v1/nothing").object(after: Self.prefix)["status"] as? Int == 404)
        }
    }

    private func identifiers(_ port: Int, _ query: String) throws -> [String] {
        let reply = try ask(port, "GET", "/v1/StudentLocation?\(query)", headers: Self.keys)
        #expect(reply.status == 200)
        let results = try reply.object()["results"] as? [[String: Any]]
        return try #require(results).compactMap { $0["objectId"] as? String }
    }

    @Test func listsLocationsByTheQuery() throws {
        try serving { port throws in
            #expect(try identifiers(port, "") == (1...12).map { "ID\($0)" })
            #expect(try identifiers(port, "limit=3&order=-updatedAt") == ["ID12", "ID11", "ID10"])
            #expect(try identifiers(port, "limit=3&skip=2&order=-updatedAt") == ["ID10", "ID9", "ID8"])
            #expect(try identifiers(port, "skip=12") == [])
            #expect(try identifiers(port, "limit=0") == [])
            #expect(try identifiers(port, "uniqueKey=1234567890") == ["ID1", "ID12"])
            #expect(try identifiers(port, "uniqueKey=1234567890&order=-createdAt") == ["ID12", "ID1"])
            #expect(try identifiers(port, "uniqueKey=6789012345") == ["ID6"])
            #expect(try identifiers(port, "uniqueKey=none") == [])
            // A record without a latitude comes first.
            #expect(try identifiers(port, "order=latitude&limit=3") == ["ID10", "ID11", "ID8"])
            #expect(try identifiers(port, "order=firstName,-latitude&limit=4") == ["ID2", "ID10", "ID8", "ID9"])
        }
    }

    @Test(arguments: ["limit=-1", "limit=ten", "skip=1.5", "order=password", "order=-"])
    func rejectsInvalidQueries(query: String) throws {
        try serving { port in
            let reply = try ask(port, "GET", "/v1/StudentLocation?\(query)", headers: Self.keys)
            #expect(reply.status == 400)
            #expect(try reply.object()["code"] as? Int == 102)
        }
    }

    @Test func namesTheSameOneOfTwoInvalidParameters() throws {
        try serving { port in
            for _ in 0..<20 {
                let reply = try ask(port, "GET", "/v1/StudentLocation?skip=x&limit=y", headers: Self.keys)
                #expect(try reply.object()["error"] as? String == "skip should be a number that is not negative")
            }
        }
    }

    @Test func hasIrregularRecords() throws {
        try serving { port in
            let reply = try ask(port, "GET", "/v1/StudentLocation", headers: Self.keys)
            let records = try #require(try reply.object()["results"] as? [[String: Any]])
            #expect(records[2]["mediaURL"] as? String == "aa")
            #expect(records[3]["lastName"] as? String == "Dijkstra  ")
            #expect(records[4]["firstName"] as? String == "JosÃ©")
            #expect(records[5]["uniqueKey"] is NSNumber)
            #expect(records[7]["mediaURL"] is NSNull)
            #expect(records[8]["lastName"] == nil)
            #expect(records[9]["latitude"] == nil)
        }
    }

    @Test func storesAndChangesALocation() throws {
        try serving(fixedProvider()) { port in
            let posted = try ask(port, "POST", "/v1/StudentLocation", headers: Self.keys, body: Self.location)
            #expect(posted.status == 200)
            #expect(posted.text == "{\"createdAt\":\"2024-05-01T12:00:00.000Z\",\"objectId\":\"ID1001\"}")

            let changed = Self.location.replacingOccurrences(of: "51.3", with: "52")
            let put = try ask(port, "PUT", "/v1/StudentLocation/ID1001", headers: Self.keys, body: changed)
            #expect(put.status == 200)
            #expect(put.text == "{\"updatedAt\":\"2024-05-01T12:00:00.000Z\"}")

            let found = try ask(port, "GET", "/v1/StudentLocation?uniqueKey=42", headers: Self.keys)
            #expect(
                found.text == """
                    {"results":[{"uniqueKey":"42","firstName":"Ada","lastName":"Lovelace","mapString":"\\"Ockham\\" Park",\
                    "mediaURL":"https://a.b","latitude":52,"longitude":-0.46,"objectId":"ID1001",\
                    "createdAt":"2024-05-01T12:00:00.000Z","updatedAt":"2024-05-01T12:00:00.000Z"}]}
                    """)
        }
    }

    @Test(arguments: [
        ("\"mapString\":\"\\\"Ockham\\\" Park\",", "", 142, "mapString is required for a Student Location"),
        ("\"Ada\"", "null", 142, "firstName is required for a Student Location"),
        ("\"Ada\"", "\"\"", 142, "firstName is required for a Student Location"),
        ("51.3", "\"51.3\"", 111, "latitude has the wrong type for a Student Location"),
        ("\"42\"", "42", 111, "uniqueKey has the wrong type for a Student Location"),
        ("{", "{\"objectId\":\"ID1\",", 111, "objectId is no property of a Student Location"),
        ("}", "", 107, "The body is no JSON object."),
    ]) func rejectsInvalidLocations(_ change: (part: String, by: String, code: Int, error: String)) throws {
        try serving { port in
            let body = Self.location.replacingOccurrences(of: change.part, with: change.by)
            for (method, path) in [("POST", "/v1/StudentLocation"), ("PUT", "/v1/StudentLocation/ID1")] {
                let reply = try ask(port, method, path, headers: Self.keys, body: body)
                #expect(reply.status == 400)
                #expect(reply.text == "{\"code\":\(change.code),\"error\":\"\(change.error)\"}")
            }
        }
    }

    @Test func reportsAnUnknownLocation() throws {
        try serving { port in
            let reply = try ask(port, "PUT", "/v1/StudentLocation/none", headers: Self.keys, body: Self.location)
            #expect(reply.status == 404)
            #expect(reply.text == "{\"code\":101,\"error\":\"Object not found.\"}")
        }
    }

    @Test(arguments: [[], ["X-Parse-Application-Id: local-parse-application-id"], keys.map { $0 + "x" }])
    func rejectsUnknownApplications(headers: [String]) throws {
        try serving { port in
            for (method, path) in [
                ("GET", "/v1/StudentLocation"), ("POST", "/v1/StudentLocation"), ("PUT", "/v1/StudentLocation/ID1"),
            ] {
                let body = method == "GET" ? nil : Self.location
                let reply = try ask(port, method, path, headers: headers, body: body)
                #expect(reply.status == 401)
                #expect(reply.text == "{\"error\":\"unauthorized\"}")
            }
        }
    }
}
