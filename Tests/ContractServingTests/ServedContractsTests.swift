import ContractServing
import HTTPRecording
import JSONSchema
import Testing

/// Responses of a contract, without a socket.
struct ServedContractsTests {
    @Test func returnsTheRecordedResponseForAnyToken() throws {
        let served = try Library().served()
        let answer = served.ask("GET", "/books/1", headers: ["Authorization": "Bearer of-today", "Host": "127.0.0.1"])
        #expect(answer.status == 200)
        #expect(answer.text == #"{"id":1,"title":"Emma","pages":512}"#)
        #expect(served.log.latest[0].entry.source == .recorded(file: "library/book.known.har", entry: 0))
        #expect(served.log.faults == 0)
    }

    @Test func makesUpAResponseWithoutARecording() throws {
        let served = try Library().served()
        let answer = served.ask("GET", "/books/12", headers: ["Authorization": "Bearer x"])
        // The model's example, with the requested identifier.
        #expect(try answer.json == ["id": 12, "title": "Persuasion", "pages": 249])
        #expect(answer.headers["Content-Type"] == "application/json")
        #expect(served.log.latest[0].entry.source == .made)
    }

    @Test func makesUpEqualResponsesFromEqualSeeds() throws {
        let library = try Library()
        let lists = try (0..<20).map { seed in try library.served(seed: seed).ask("GET", "/shelf").json }
        for (seed, list) in lists.enumerated() {
            #expect(try library.served(seed: UInt64(seed)).ask("GET", "/shelf").json == list)
            // A top-level list has pages: eight rows, the model's example first.
            #expect(list.arrayValue?.count == 8)
            #expect(list[0] == ["id": 7, "title": "Persuasion", "pages": 249])
        }
        #expect(Set(lists).count > 1)
    }

    @Test func respondsToHEADLikeGET() throws {
        let answer = try Library().served().ask("HEAD", "/shelf")
        #expect(answer.status == 200)
    }

    @Test func reportsEveryDifferenceWithItsRuleAndLocation() throws {
        let served = try Library().served()
        let answer = served.ask("GET", "/shelf?rom=2", headers: ["X-Debug": "1"])
        #expect(answer.status == 422)
        let findings = try #require(try answer.json["findings"]?.arrayValue)
        #expect(findings.map { $0["rule"] } == ["request.query", "request.header"])
        #expect(findings[0]["message"] == "the query 'rom' is not in the contract; did you mean 'room'?")
        #expect(findings[0]["contract"]?["pointer"] == "/endpoints/shelf/request/query")
        #expect(findings[0]["contract"]?["line"]?.intValue ?? 0 > 1)
        #expect(served.log.faults == 1)
    }

    @Test func validatesArgumentsWithTheirSchemas() throws {
        let answer = try Library().served().ask("POST", "/loans", body: #"{"book":1,"days":60}"#)
        #expect(answer.status == 422)
        #expect(try answer.json["findings"]?[0]?["rule"] == "request.argument")
        #expect(try answer.json["findings"]?[0]?["found"] == "60")
    }

    @Test(arguments: [
        ("q=a", #"{"n":1}"#, 204), ("q=a&tag=x&sort=up", #"{"n":1}"#, 204), ("", #"{"n":1}"#, 422), ("q=a", "{}", 422),
    ])
    func requiresArgumentsThatAreNeverNil(query: String, body: String, status: Int) throws {
        let contract = #"""
            {
              "service": "library", "origin": "https://api.library.example",
              "endpoints": {
                "search": {
                  "arguments": { "text": { "type": "string" }, "count": { "type": "integer" },
                                 "tags": { "type": "array", "items": { "type": "string" } }, "sort": { "type": ["string", "null"] } },
                  "request": { "method": "POST", "path": "/a", "query": { "q": "{text}", "tag": "{tags}", "sort": "{sort}" },
                               "body": { "n": "{count}" } },
                  "responses": { "204": {} },
                  "cases": [{ "name": "one", "status": 204, "arguments": { "text": "a", "count": 1, "tags": [] } }]
                }
              }
            }
            """#
        let answer = try Library(contract).served().ask("POST", "/a?\(query)", body: body)
        #expect(answer.status == status)
        if status == 422 {
            let argument = query.isEmpty ? "text" : "count"
            #expect(try answer.json["findings"]?[0]?["message"] == .string("the argument '\(argument)' is missing"))
        }
    }

    /// The place of such an argument is not determined, so it cannot be called missing.
    @Test func acceptsArgumentsInASchemaOfTheBody() throws {
        let contract = #"""
            {
              "service": "library", "origin": "https://api.library.example",
              "endpoints": {
                "search": {
                  "arguments": { "text": { "type": "string" } },
                  "request": { "method": "POST", "path": "/a",
                    "bodySchema": { "type": "object", "properties": { "q": { "enum": ["{text}", "any"] } } } },
                  "responses": { "204": {} },
                  "cases": [{ "name": "one", "status": 204, "arguments": { "text": "a" } }]
                }
              }
            }
            """#
        #expect(try Library(contract).served().ask("POST", "/a", body: #"{"q":"any"}"#).status == 204)
    }

    @Test func namesAMissingCredential() throws {
        let contract = #"""
            {
              "service": "library", "origin": "https://api.library.example",
              "endpoints": {
                "shelf": {
                  "arguments": { "token": { "type": "string", "format": "password" } },
                  "request": { "method": "GET", "path": "/shelf", "headers": { "Authorization": "Bearer {token}" } },
                  "responses": { "204": {} },
                  "cases": [{ "name": "all", "status": 204, "arguments": { "token": "{env:LIBRARY_TOKEN}" } }]
                }
              }
            }
            """#
        let served = try Library(contract).served()
        #expect(served.ask("GET", "/shelf", headers: ["Authorization": "Bearer x"]).status == 204)
        let answer = served.ask("GET", "/shelf")
        #expect(answer.status == 401)
        #expect(try answer.json["findings"]?[0]?["message"] == "the header 'Authorization' is missing")
    }

    /// Forms encode a space as a plus, and so does Pact's verifier.
    @Test func readsAPlusInAQueryAsASpace() throws {
        let contract = #"""
            {
              "service": "library", "origin": "https://api.library.example",
              "endpoints": {
                "search": {
                  "arguments": { "text": { "type": "string", "pattern": "^[a-z ]+$" } },
                  "request": { "method": "GET", "path": "/a+b", "query": { "q": "{text}", "order by": "last name", "sum": "1+1" } },
                  "responses": { "204": {} },
                  "cases": [{ "name": "two words", "status": 204, "arguments": { "text": "pride and" } }]
                }
              }
            }
            """#
        let served = try Library(contract).served()
        let named = "&sum=1%2B1"
        for query in ["q=pride+and&order+by=last+name", "q=pride%20and&order%20by=last%20name"] {
            #expect(served.ask("GET", "/a+b?\(query)\(named)").status == 204, "\(query)")
        }
        #expect(served.ask("GET", "/a+b?q=pride%2Band&order+by=last+name\(named)").status == 422)
        #expect(served.ask("GET", "/a+b?q=pride+and&order+by=last+name&sum=1+1").status == 422)
        // Form encoding does not apply to paths.
        #expect(served.ask("GET", "/a%20b?q=pride+and&order+by=last+name\(named)").status == 404)
    }

    @Test func acceptsHeadersThatClientsAdd() throws {
        let headers: HeaderFields = [
            "Host": "127.0.0.1:1", "Accept": "text/html,*/*;q=0.8", "Accept-Encoding": "gzip", "Accept-Language": "en",
            "Origin": "http://localhost:3000", "Referer": "http://localhost:3000/", "Sec-Fetch-Mode": "cors",
            "User-Agent": "Bookworm/1", "Connection": "keep-alive", "Cookie": "a=b",
        ]
        #expect(try Library().served().ask("GET", "/shelf?room=2", headers: headers).status == 200)
    }

    @Test func suggestsTheNearestEndpointAndTheAllowedMethods() throws {
        let served = try Library().served()
        let unknown = served.ask("GET", "/shelv")
        #expect(unknown.status == 404)
        #expect(
            try unknown.json["findings"]?[0]?["message"]
                == "no endpoint of the contracts accepts GET /shelv; did you mean 'GET /shelf'?")
        let method = served.ask("DELETE", "/shelf")
        #expect(method.status == 405)
        #expect(method.headers["Allow"] == "GET")
    }

    @Test func distinguishesSecretsWithoutRevealingThem() throws {
        let served = try Library().served(environment: ["RIGHT": "open sesame", "WRONG": "open barley"])
        let right = served.ask("POST", "/session", body: #"{"name":"ada","password":"open sesame"}"#)
        let wrong = served.ask("POST", "/session", body: #"{"name":"ada","password":"open barley"}"#)
        #expect([right.status, wrong.status] == [200, 403])
        // Unknown credentials count as valid ones.
        #expect(served.ask("POST", "/session", body: #"{"name":"ada","password":"hunter2"}"#).status == 200)
        let log = served.log.latest.map { "\($0.entry)" }.joined() + ServingPage.text(of: served.log, serving: [])
        for secret in ["open sesame", "open barley", "hunter2"] { #expect(!log.contains(secret)) }
    }

    @Test func replaysTheStepsOfARecordedScenario() throws {
        let served = try Library().served()
        #expect(served.ask("GET", "/loans").text == #"{"loans":[]}"#)
        let lent = served.ask("POST", "/loans", body: #"{"book":1,"days":14}"#)
        #expect(lent.status == 201)
        #expect(lent.text == #"{"id":"L1"}"#)
        #expect(served.ask("GET", "/loans").text == #"{"loans":[{"id":"L1","book":1,"days":14}]}"#)
    }

    @Test func returnsPostedResourcesUntilTheyAreDeleted() throws {
        let served = try Library().served()
        let lent = served.ask("POST", "/loans", body: #"{"book":41,"days":3}"#)
        let id = try #require(try lent.json["id"]?.stringValue)
        let loan = try served.ask("GET", "/loans/\(id)").json
        #expect(loan["id"] == .string(id))
        #expect(loan["book"] == 41)
        #expect(loan["days"] == 3)
        let loans = try served.ask("GET", "/loans").json
        #expect(loans["loans"]?.arrayValue?.last?["book"] == 41)
        #expect(served.ask("DELETE", "/loans/\(id)").status == 204)
        let gone = served.ask("GET", "/loans/\(id)")
        #expect(gone.status == 404)
        #expect(try gone.json == ["error": "no such loan"])
        let rest = try #require(try served.ask("GET", "/loans").json["loans"]?.arrayValue)
        #expect(!rest.contains { $0["book"] == 41 })
    }

    @Test func keepsAPostedResourceAfterAnotherPost() throws {
        let served = try Library().served()
        let first = try served.ask("POST", "/loans", body: #"{"book":41,"days":3}"#).json["id"]
        let second = try served.ask("POST", "/loans", body: #"{"book":42,"days":3}"#).json["id"]
        #expect(first != nil && first != second)
        #expect(try served.ask("GET", "/loans/\(first?.stringValue ?? "")").json["id"] == first)
    }

    /// An example of the model is the response to a POST, but the created resource is another one.
    @Test func createsNoResourceWithTheIdentifierOfAnExample() throws {
        let contract = #"""
            { "service": "library", "origin": "https://library.example.com",
              "models": { "Book": {
                "schema": { "type": "object", "required": ["id", "title"], "properties": {
                  "id": { "type": "ID" }, "title": { "type": "string" } } },
                "examples": [ { "id": FIRST, "title": "Emma" }, { "id": SECOND, "title": "Persuasion" } ] } },
              "endpoints": {
                "books": { "request": { "method": "GET", "path": "/books" },
                  "responses": { "200": { "schema": { "type": "array", "items": { "$ref": "#/models/Book/schema" } } } },
                  "cases": [ { "name": "all", "status": 200 } ] },
                "add": { "arguments": { "title": { "type": "string" } },
                  "request": { "method": "POST", "path": "/books", "body": { "title": "{title}" } },
                  "responses": { "201": { "schema": { "$ref": "#/models/Book/schema" } } },
                  "cases": [ { "name": "one", "status": 201, "arguments": { "title": "Sanditon" } } ] } } }
            """#
        for (type, first, second) in [("integer", "1", "2"), ("string", #""bk_01""#, #""bk_02""#)] {
            let text = contract.replacing("ID", with: type).replacing("FIRST", with: first)
                .replacing("SECOND", with: second)
            for seed in 0..<4 as Range<UInt64> {
                let served = try Library(text).served(seed: seed)
                let before = try served.ask("GET", "/books").json.arrayValue ?? []
                for title in ["Sanditon", "Lady Susan", "Northanger Abbey"] {
                    #expect(served.ask("POST", "/books", body: #"{"title":"\#(title)"}"#).status == 201)
                }
                let after = try served.ask("GET", "/books").json.arrayValue ?? []
                #expect(Array(after.prefix(before.count)) == before)
                #expect(
                    after.dropFirst(before.count).map { $0["title"] } == ["Sanditon", "Lady Susan", "Northanger Abbey"])
                #expect(Set(after.map { $0["id"] }).count == after.count)
            }
        }
    }

    @Test func keepsTheLatestRequestsAndCountsAll() throws {
        let served = try Library().served()
        for number in 1...(ServingLog.maximumCount + 7) { _ = served.ask("GET", "/shelf?limit=\(number)") }
        #expect(served.log.count == 507)
        #expect(served.log.latest.count == 500)
        #expect(served.log.latest.first?.number == 507)
        #expect(served.log.latest.first?.entry.target == "/shelf?limit=507")
        #expect(served.log.latest.last?.entry.target == "/shelf?limit=8")
    }

    @Test func escapesRequestsInThePage() throws {
        let served = try Library().served()
        _ = served.ask("GET", "/<script>alert(1)</script>?q=\"><img src=x onerror=alert(2)>")
        let page = ServingPage.text(of: served.log, serving: served.contracts)
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(!page.contains("<script>alert"))
        #expect(!page.contains("<img"))
        #expect(page.contains("1 of 1 requests differ from library"))
    }

    private static let people = #"""
        {
          "service": "library", "origin": "https://api.library.example",
          "models": { "Senator": {
            "schema": { "type": "object", "properties": { "party": { "type": "string" } } },
            "examples": [ { "party": "Independent" } ] } },
          "endpoints": {
            "person": {
              "arguments": { "personId": { "type": "integer" } },
              "request": { "method": "GET", "path": "/people/{personId}" },
              "responses": { "200": { "content": "application/json", "schema": {
                "type": "object", "required": ["person"], "properties": { "person": { "type": "object", "properties": {
                  "id": { "type": "integer" }, "name": { "type": "string" }, "homeTown": { "type": "string" },
                  "country_code": { "type": "string" }, "avatarUrl": { "type": "string" }, "createdBy": { "type": "string" },
                  "price": { "type": "string" }, "latitude": { "type": "number" }, "party": { "type": "string" },
                  "haircut": { "type": "string" } } } } } } },
              "cases": [{ "name": "one", "status": 200, "arguments": { "personId": 1 } }]
            }
          }
        }
        """#

    /// Checks that each member's string fits its name.
    @Test(arguments: 0..<20 as Range<UInt64>) func makesUpStringsThatFitTheirMembers(seed: UInt64) throws {
        let person = try #require(
            try Library(Self.people).served(seed: seed).ask("GET", "/people/12").json["person"])
        func text(_ name: String) -> String { person[name]?.stringValue ?? "" }
        // The requested identifier.
        #expect(person["id"] == 12)
        #expect(text("name").contains(/^(Ada|Grace|Alan|Mary|Linus|Rosa|Kofi|Frida) [A-Z][a-z]+$/))
        #expect(text("createdBy") == text("name"))
        #expect(text("homeTown").contains(/^(Lisbon|Oslo|Kyoto|Nairobi|Lima|Toronto|Vienna|Hobart)$/))
        #expect(text("country_code").contains(/^[A-Z]{2}$/))
        #expect(text("avatarUrl").contains(/^https:\/\/example\.com\/images\/[a-z-]+\.jpg$/))
        #expect(text("price").contains(/^\d+\.\d+$/))
        #expect(person["latitude"]?.numberValue?.isInteger == false)
        // The example of the schema, and a generic string for an unknown name.
        #expect(text("party") == "Independent")
        #expect(text("haircut").contains(/^[A-Z][a-z]+ haircut$/))
    }

    @Test func endsPagesAfterAnEmptyOne() throws {
        let contract = """
            { "service": "library", "origin": "https://library.example.com", "endpoints": { "items": {
                "arguments": { "page": { "type": "integer" }, "limit": { "type": "integer" } },
                "request": { "method": "GET", "path": "/items", "query": { "page": "{page}", "limit": "{limit}" } },
                "responses": { "200": { "content": "application/json", "schema": {
                  "type": "array", "items": { "type": "object", "required": ["id"],
                    "properties": { "id": { "type": "integer" } } } } } },
                "cases": [ { "name": "all", "status": 200, "arguments": { "page": 1, "limit": 2 } } ] } } }
            """
        let served = try Library(contract).served()
        for query in ["page=9223372036854775807&limit=0", "page=1&limit=0"] {
            let answer = served.ask("GET", "/items?\(query)")
            #expect(answer.status == 200)
            #expect(try answer.json == [], "\(answer.text)")
            #expect(answer.headers["Link"] == nil)
        }
    }

    @Test func makesUpNothingForMoreElementsThanAnyClientReads() throws {
        let contract = """
            { "service": "library", "origin": "https://library.example.com", "endpoints": { "items": {
                "request": { "method": "GET", "path": "/items" },
                "responses": { "200": { "content": "application/json", "schema": {
                  "type": "array", "items": { "type": "integer" }, "minItems": 2000000000 } } },
                "cases": [ { "name": "all", "status": 200 } ] } } }
            """
        #expect(try Library(contract).served().ask("GET", "/items").status == 200)
    }

    @Test func namesTheDifferentGraphQLDocument() throws {
        let contract = """
            { "service": "library", "origin": "https://library.example.com", "endpoints": { "shelf": {
                "request": { "method": "POST", "path": "/graphql",
                  "body": { "graphql": { "document": "query { shelf }" } } },
                "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } },
                "cases": [ { "name": "all", "status": 200 } ] } } }
            """
        let served = try Library(contract).served()
        let answer = served.ask("POST", "/graphql", body: #"{"query":"query { room }"}"#)
        #expect(answer.status == 422)
        #expect(try answer.json["findings"]?[0]?["rule"] == "request.body", "\(answer.text)")
        #expect(served.ask("GET", "/graphql").status == 405)
    }
}
