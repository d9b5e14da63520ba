#if os(macOS) || os(Linux)
    import ExampleClients
    import Foundation
    import HTTPRecording
    import JSONSchema
    import RawHTTPClient
    import TestSupport
    import Testing

    /// An app that uses only `contracts serve`, run by the built command line.
    @Suite(.timeLimit(.minutes(5)))
    struct ServedAppTests {
        private static let credentials = #"{"email":"ada@example.com","password":"hunter22"}"#

        private func signIn(_ program: ServingProgram) throws -> (access: String, refresh: String) {
            let answer = try JSON(parsing: program.ask("POST", "/v1/session", body: Self.credentials).body)
            return (
                try #require(answer["accessToken"]?.stringValue), try #require(answer["refreshToken"]?.stringValue)
            )
        }

        @Test func requiresTheCredentialOfTheContract() async throws {
            let program = try await ServingProgram("allotment")
            let without = try program.ask("GET", "/v1/plants")
            #expect(without.status == 401)
            #expect(try JSON(parsing: without.body)["error"]?.stringValue?.isEmpty == false)
            // Without a session, the server accepts an app's own token.
            #expect(try program.ask("GET", "/v1/plants", token: "of-my-own").status == 200)
            let token = try signIn(program).access
            #expect(try program.ask("GET", "/v1/plants", token: token).status == 200)
            #expect(try program.ask("GET", "/v1/plants", token: "of-my-own").status == 403)
            // A service without any other status for it returns 401.
            #expect(try program.ask("GET", "/v1/account", token: "of-my-own").status == 401)
            #expect(try program.ask("GET", "/v1/plants").status == 401)
        }

        @Test func refreshesAndEndsASession() async throws {
            let program = try await ServingProgram("allotment")
            let (access, refresh) = try signIn(program)
            let other = try signIn(program).access
            #expect(access != refresh)
            #expect(access != other)
            #expect(try program.ask("GET", "/v1/plants", token: refresh).status == 403)
            let wrong = try program.ask("POST", "/v1/session/refresh", body: #"{"refreshToken":"made-up"}"#)
            #expect(wrong.status == 401)
            let renewed = try JSON(
                parsing: program.ask("POST", "/v1/session/refresh", body: #"{"refreshToken":"\#(refresh)"}"#).body)
            let fresh = try #require(renewed["accessToken"]?.stringValue)
            #expect(fresh != access)
            #expect(try program.ask("GET", "/v1/plants", token: fresh).status == 200)
            #expect(try program.ask("GET", "/v1/plants", token: access).status == 403)
            #expect(try program.ask("DELETE", "/v1/session", token: fresh).status == 204)
            #expect(try program.ask("GET", "/v1/plants", token: fresh).status == 403)
            // Other sessions continue, and a new one can begin.
            #expect(try program.ask("GET", "/v1/plants", token: other).status == 200)
            let next = try signIn(program).access
            #expect(try program.ask("GET", "/v1/plants", token: next).status == 200)
        }

        @Test func createsEditsAndDeletes() async throws {
            let program = try await ServingProgram("allotment")
            let token = try signIn(program).access
            let created = try program.ask("POST", "/v1/plants", token: token, body: #"{"name":"Thyme","kind":"herb"}"#)
            #expect(created.status == 201)
            let plant = try JSON(parsing: created.body)
            #expect(plant["name"] == "Thyme")
            #expect(plant["kind"] == "herb")
            let id = try #require(plant["id"]?.intValue)
            let second = try JSON(
                parsing: program.ask("POST", "/v1/plants", token: token, body: #"{"name":"Thyme","kind":"herb"}"#).body)
            #expect(second["id"]?.intValue != id)
            #expect(try JSON(parsing: program.ask("GET", "/v1/plants/\(id)", token: token).body) == plant)
            let list = try JSON(parsing: program.ask("GET", "/v1/plants", token: token).body)
            #expect(list["total"] == 10)
            #expect(list["plants"]?.arrayValue?.suffix(2).map { $0["name"] } == ["Thyme", "Thyme"])
            let renamed = try JSON(
                parsing: program.ask("PATCH", "/v1/plants/\(id)", token: token, body: #"{"name":"Sage"}"#).body)
            #expect(renamed["name"] == "Sage")
            #expect(renamed["kind"] == "herb")
            #expect(try JSON(parsing: program.ask("GET", "/v1/plants/\(id)", token: token).body)["name"] == "Sage")
            #expect(try program.ask("DELETE", "/v1/plants/\(id)", token: token).status == 204)
            let gone = try program.ask("GET", "/v1/plants/\(id)", token: token)
            #expect(gone.status == 404)
            #expect(try JSON(parsing: gone.body)["error"]?.stringValue?.isEmpty == false)
            #expect(try program.ask("DELETE", "/v1/plants/\(id)", token: token).status == 404)
            #expect(try JSON(parsing: program.ask("GET", "/v1/plants", token: token).body)["total"] == 9)
        }

        @Test func changesAndDeletesListedRecords() async throws {
            let program = try await ServingProgram("allotment")
            let token = try signIn(program).access
            func plants() throws -> [JSON] {
                try JSON(parsing: program.ask("GET", "/v1/plants", token: token).body)["plants"]?.arrayValue ?? []
            }
            let shown = try plants()
            let ids = shown.compactMap { $0["id"]?.intValue }
            #expect(Set(ids).count == 8)
            #expect(try JSON(parsing: program.ask("GET", "/v1/plants/\(ids[2])", token: token).body) == shown[2])
            _ = try program.ask("PATCH", "/v1/plants/\(ids[2])", token: token, body: #"{"name":"Quince"}"#)
            _ = try program.ask("DELETE", "/v1/plants/\(ids[5])", token: token)
            let left = try plants()
            #expect(left.compactMap { $0["id"]?.intValue } == ids.enumerated().filter { $0.offset != 5 }.map(\.element))
            #expect(left[2]["name"] == "Quince")
            #expect(left[2]["city"] == shown[2]["city"])
        }

        @Test func pagesSortsAndFilters() async throws {
            let program = try await ServingProgram("allotment")
            func page(_ query: String) throws -> (JSON, RawReply) {
                let reply = try program.ask("GET", "/v1/plants?\(query)", token: "mine")
                return (try JSON(parsing: reply.body), reply)
            }
            let all = try page("limit=8").0["plants"]?.arrayValue ?? []
            #expect(all.count == 8)
            let (first, reply) = try page("limit=3")
            #expect(first["plants"]?.arrayValue == Array(all[0..<3]))
            #expect(first["total"] == 8)
            #expect(reply.header("X-Total-Count") == "8")
            let (second, linked) = try page("page=2&limit=3")
            #expect(second["plants"]?.arrayValue == Array(all[3..<6]))
            #expect(second["nextPage"] == 3)
            #expect(linked.header("Link")?.hasSuffix("/v1/plants?page=3&limit=3>; rel=\"next\"") == true)
            let (last, unlinked) = try page("page=3&limit=3")
            #expect(last["plants"]?.arrayValue == Array(all[6..<8]))
            #expect(last["nextPage"] == .null)
            #expect(unlinked.header("Link") == nil)
            let trees = try page("kind=tree").0["plants"]?.arrayValue ?? []
            #expect(!trees.isEmpty)
            #expect(trees == all.filter { $0["kind"] == "tree" })
            let names = try page("sort=-name").0["plants"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
            #expect(names == all.compactMap { $0["name"]?.stringValue }.sorted(by: >))
        }

        @Test func storesAnUploadAndAProfile() async throws {
            let program = try await ServingProgram("allotment")
            let token = try signIn(program).access
            let body =
                "--b\r\nContent-Disposition: form-data; name=\"caption\"\r\n\r\nIn May\r\n--b\r\n"
                + "Content-Disposition: form-data; name=\"photo\"; filename=\"photo.png\"\r\n"
                + "Content-Type: image/png\r\n\r\nbytes\r\n--b--\r\n"
            let reply = try program.ask(
                "POST", "/v1/plants/4/photos", token: token,
                headers: ["Content-Type: multipart/form-data; boundary=b"], body: body)
            #expect(reply.status == 201)
            let photos = try JSON(parsing: program.ask("GET", "/v1/plants/4/photos", token: token).body).arrayValue
            #expect(photos?.count == 9)
            #expect(photos?.last?["caption"] == "In May")
            // Another plant has its own photos.
            let others = try JSON(parsing: program.ask("GET", "/v1/plants/5/photos", token: token).body).arrayValue
            #expect(others?.count == 8)
            _ = try program.ask("PATCH", "/v1/account", token: token, body: #"{"name":"Joan Clarke"}"#)
            let account = try JSON(parsing: program.ask("GET", "/v1/account", token: token).body)
            #expect(account == ["name": "Joan Clarke", "email": "mary@example.com"])
        }

        @Test func answersNotModified() async throws {
            let program = try await ServingProgram("allotment")
            let first = try program.ask("GET", "/v1/plants/4", token: "mine")
            let tag = try #require(first.header("ETag"))
            let unchanged = try program.ask("GET", "/v1/plants/4", token: "mine", headers: ["If-None-Match: \(tag)"])
            #expect(unchanged.status == 304)
            #expect(unchanged.body == [])
            #expect(unchanged.header("ETag") == tag)
            _ = try program.ask("PATCH", "/v1/plants/4", token: "mine", body: #"{"name":"Fig"}"#)
            let changed = try program.ask("GET", "/v1/plants/4", token: "mine", headers: ["If-None-Match: \(tag)"])
            #expect(changed.status == 200)
            #expect(try JSON(parsing: changed.body)["name"] == "Fig")
            #expect(changed.header("ETag") != tag)
        }

        @Test func generatesTextsThatSuitTheirMembers() async throws {
            let program = try await ServingProgram("allotment")
            let list = try JSON(parsing: program.ask("GET", "/v1/plants", token: "mine").body)
            let titles = list["plants"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
            #expect(titles.contains("Paper boats"))
            #expect(Set(titles).count == 8)
            let cities: Set = ["Lisbon", "Oslo", "Kyoto", "Nairobi", "Lima", "Toronto", "Vienna", "Hobart"]
            for plant in list["plants"]?.arrayValue ?? [] {
                #expect(cities.contains(plant["city"]?.stringValue ?? ""))
                #expect(plant["website"]?.stringValue?.hasPrefix("https://example.com/") == true)
                #expect(plant["plantedAt"]?.stringValue?.hasPrefix("2026-") == true)
            }
        }

        @Test func discardsStoredDataOnRequest() async throws {
            let program = try await ServingProgram("allotment")
            let token = try signIn(program).access
            _ = try program.ask("POST", "/v1/plants", token: token, body: #"{"name":"Thyme","kind":"herb"}"#)
            #expect(try program.ask("POST", "/_contracts/states", body: "{}").status == 200)
            let list = try JSON(parsing: program.ask("GET", "/v1/plants", token: "of-my-own").body)
            #expect(list["total"] == 8)
        }

        @Test func answersEachRequestIndependentlyOnRequest() async throws {
            let program = try await ServingProgram("allotment", options: ["--stateless"])
            let first = try signIn(program).access
            #expect(try signIn(program).access == first)
            #expect(try program.ask("GET", "/v1/plants").status == 401)
            _ = try program.ask("POST", "/v1/plants", token: "mine", body: #"{"name":"Thyme","kind":"herb"}"#)
            let list = try JSON(parsing: program.ask("GET", "/v1/plants", token: "of-my-own").body)
            #expect(list["total"]?.intValue != nil)
            #expect(list["plants"]?.arrayValue?.contains { $0["name"] == "Thyme" } == false)
        }
    }

    /// The example clients, used as apps use them, with `contracts serve` alone.
    @Suite(.timeLimit(.minutes(5)))
    struct ServedClientsTests {
        private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

        private func program(_ service: String) async throws -> ServingProgram {
            try await ServingProgram(
                contracts: Self.root.appendingPathComponent("Contracts"),
                recordings: Self.root.appendingPathComponent("Recordings"), [service])
        }

        private func transport(_ program: ServingProgram, for origin: String) throws -> HTTPTransport {
            let mapping = try OriginMapping(wrapping: LiveTransport(), [origin: "http://127.0.0.1:\(program.port)"])
            return { request in try await mapping.send(request) }
        }

        @Test func mapsAStudent() async throws {
            let program = try await program("on-the-map")
            let client = OnTheMapClient(
                configuration: OnTheMapConfiguration(applicationID: "app", restAPIKey: "key"),
                transport: try transport(program, for: "https://onthemap-api.udacity.com"))
            let signIn = try await client.signIn(username: "grace@example.com", password: "hunter22")
            let page = try await client.locations(limit: 2)
            let rest = try await client.locations(limit: 2, skip: 2)
            #expect(page.locations.count == 2)
            #expect(rest.locations.count + rest.unreadable == 2)
            #expect(Set(page.locations.map(\.objectID)).isDisjoint(with: rest.locations.map(\.objectID)))
            var draft = LocationDraft(
                uniqueKey: "77", firstName: "Joan", lastName: "Clarke", mapString: "Bletchley",
                mediaURL: "https://a.example",
                latitude: 51.99, longitude: -0.74)
            let posted = try await client.postLocation(draft)
            let again = try await client.postLocation(draft)
            #expect(posted.objectID != again.objectID)
            draft.mapString = "Oslo"
            _ = try await client.changeLocation(objectID: posted.objectID, to: draft)
            let mine = try await client.locations(uniqueKey: "77").locations
            #expect(mine.map(\.objectID).sorted() == [posted.objectID, again.objectID].sorted())
            #expect(mine.first { $0.objectID == posted.objectID }?.mapString == "Oslo")
            await #expect(throws: SignInError.invalidAccount) { try await client.signOut(token: "no-token") }
            try await client.signOut(token: signIn.token)
            await #expect(throws: SignInError.invalidAccount) { try await client.signOut(token: signIn.token) }
        }

        /// No recording has this state, and the contract has no empty list.
        @Test func findsRepresentativesOfTheRequestedState() async throws {
            let program = try await program("representatives")
            let client = RepresentativeController(
                transport: try transport(program, for: "https://whoismyrepresentative.com"))
            let found = try await client.searchRepresentatives(forState: "VT")
            #expect(found.map(\.state) == Array(repeating: "VT", count: 8))
            let people: Set = [
                "Ada Lovelace", "Grace Hopper", "Alan Turing", "Mary Seacole", "Linus Pauling", "Rosa Parks",
                "Kofi Annan", "Frida Kahlo",
            ]
            #expect(found.dropFirst(2).allSatisfy { people.contains($0.name) })
            let recorded = try await client.searchRepresentatives(forState: "AZ")
            #expect(recorded.first?.name == "Tom O'Halleran")
        }

        @Test func drawsTheWholeDeck() async throws {
            let program = try await program("tarot-cards")
            let client = TarotClient(transport: try transport(program, for: "http://martyav.site.swiftengine.net"))
            #expect(try await client.deck().count == 23)
        }

        @Test func storesAFavorite() async throws {
            let program = try await program("elements")
            let client = ElementsClient(
                transport: try transport(program, for: "https://5c1d79abbc26950013fbcaa9.mockapi.io"))
            let before = try await client.favorites(of: "joan").count
            let kept = try await client.favorite(favoritedBy: "joan", elementName: "Radium", elementSymbol: "Ra")
            #expect(kept.elementName == "Radium")
            let favorites = try await client.favorites(of: "joan")
            #expect(favorites.count == before + 1)
            #expect(favorites.last?.elementSymbol == "Ra")
        }

        /// A number may denote a time beyond the range of every calendar.
        @Test func refusesAMissingTimeAndOneBeyondEveryCalendar() async throws {
            let folder = try TemporaryFolder()
            try folder.write(
                """
                {"service":"news","origin":"https://news.example","endpoints":{"list":{
                "arguments":{"since":{"type":"string","format":"date-time"}},
                "request":{"method":"GET","path":"/news","query":{"since":"{since|epoch-seconds}"}},
                "responses":{"200":{"schema":{"type":"object"}}},
                "cases":[{"name":"all","status":200,"arguments":{"since":"2020-01-01T00:00:00Z"}}]}}}
                """, to: "Contracts/news/contract.json")
            let program = try await ServingProgram(
                contracts: folder.url.appendingPathComponent("Contracts"),
                recordings: folder.url.appendingPathComponent("Recordings"), [])
            #expect(try program.ask("GET", "/news?since=1e300").status == 422)
            #expect(try program.ask("GET", "/news?since=1577836800").status == 200)
            let without = try program.ask("GET", "/news")
            #expect(without.status == 422 && without.text.contains("the argument 'since' is missing"))
        }
    }
#endif
