import ContractChecking
import Testing

/// Maps of some parts of a property. Other parts map by name, and members beside them may be unread.
struct PartlyMappedTests {
    private struct Item: Decodable {
        struct Receipt: Decodable {
            enum State: String, Decodable { case pending, settled }
            let id: String, state: State, amount: Int
        }
        let index: Int, transfer: Receipt?
    }

    private struct Swapped: Decodable {
        struct Receipt: Decodable {
            let id: String, state: String, amount: Int
            private enum CodingKeys: String, CodingKey { case id = "state", state = "id", amount }
        }
        let index: Int, transfer: Receipt?
    }

    @Test func comparesUnmappedPartsByName() async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["index"],"properties":{"index":{"type":"integer"},
                "transfer":{"type":"object","required":["id","state","amount"],"properties":{
                "id":{"type":"string"},"state":{"enum":["pending","settled"]},"amount":{"type":"integer"}}}}}
                """,
            example: #"{"index":1,"transfer":{"id":"a","state":"pending","amount":3}},{"index":2}"#,
            words: #""properties":{"transfer.state":{"pointer":"/transfer/state","as":"raw-value"}},"#)
        #expect(try await trial.findings { Model("Thing", decoding: Item.self) } == [])
        let places = try await trial.places { Model("Thing", decoding: Swapped.self) }
        #expect(
            Set(places) == [
                "model.wrong-value /models/Thing/schema/properties/transfer/properties/id",
                "model.wrong-value /models/Thing/properties/transfer.state",
            ])
    }

    /// Reads one member of a nested object, as of a JSON:API resource.
    private struct Hook: Decodable {
        let id: String, url: String
        private enum Outer: CodingKey { case id, attributes }
        private enum Inner: CodingKey { case url }

        init(from decoder: any Decoder) throws {
            let resource = try decoder.container(keyedBy: Outer.self)
            id = try resource.decode(String.self, forKey: .id)
            let attributes = try resource.nestedContainer(keyedBy: Inner.self, forKey: .attributes)
            url = try attributes.decode(String.self, forKey: .url)
        }
    }

    @Test(arguments: [
        (
            "all",
            [
                "model.unread /models/Thing/schema/properties/attributes/properties/note",
                "model.unread /models/Thing/schema/properties/attributes/properties/more",
            ]
        ), ("some", []),
    ])
    func reportsUnreadMembersBesideAMappedOne(reads: String, expected: [String]) async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["id","attributes"],"properties":{"id":{"type":"string"},
                "attributes":{"type":"object","required":["url","note"],"properties":{"url":{"type":"string"},
                "note":{"type":["string","null"]},"more":{"type":"object","properties":{"a":{"type":"integer"}}}}}}}
                """,
            example: #"{"id":"1","attributes":{"url":"u","note":"n","more":{"a":1}}}"#,
            words: #""reads":"\#(reads)","properties":{"url":"/attributes/url"},"#)
        #expect(Set(try await trial.places { Model("Thing", decoding: Hook.self) }) == Set(expected))
    }

    private struct Order: Decodable {
        struct Line: Decodable { let name: String }
        let id: String, lines: [Line]
    }

    /// Members may be unread at any depth. The contract still covers the rest of the model.
    @Test(arguments: [
        (#"["/trace", "/lines/*/note"]"#, []),
        (#"["/trace"]"#, ["model.unread /models/Thing/schema/properties/lines/items/properties/note"]),
        (#"["/trace", "/lines/*/note", "/id"]"#, ["model.unmapped /models/Thing/unread/2"]),
    ])
    func requiresExactlyTheDeclaredMembersToBeUnread(unread: String, expected: [String]) async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["id","trace","lines"],"properties":{"id":{"type":"string"},
                "trace":{"type":"integer","minimum":1},"lines":{"type":"array","items":{"type":"object",
                "required":["name","note"],"properties":{"name":{"type":"string"},"note":{"type":"string"}}}}}}
                """,
            example: #"{"id":"1","trace":7,"lines":[{"name":"a","note":"b"}]}"#, words: #""unread":\#(unread),"#)
        #expect(try await trial.places { Model("Thing", decoding: Order.self) } == expected)
    }

    private struct Event: Decodable {
        struct Place: Decodable {
            let depot: String, latitude: Double
            private enum CodingKeys: String, CodingKey { case depot, geo }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                depot = try container.decode(String.self, forKey: .depot)
                let geo = try container.decode(String.self, forKey: .geo)
                guard let latitude = geo.split(separator: ",").first.flatMap({ Double($0) }) else {
                    throw DecodingError.dataCorruptedError(forKey: .geo, in: container, debugDescription: geo)
                }
                self.latitude = latitude
            }
        }
        let place: Place?
        private enum CodingKeys: String, CodingKey { case place = "location" }
    }

    /// The whole property has another name, one part keeps its name, and another is parsed from a string.
    @Test func mapsAPropertyAsAWholeAndInParts() async throws {
        func trial(_ depot: String) -> ModelTrial {
            ModelTrial(
                schema: """
                    {"type":"object","required":["location"],"properties":{"location":{"type":["object","null"],
                    "required":["depot","geo","other"],"properties":{"depot":{"type":"string"},"other":{"type":"string"},
                    "geo":{"type":"string","pattern":"^[0-9]{2},[0-9]{2}$"}}}}}
                    """,
                example: #"{"location":{"depot":"CPH1","geo":"55,12","other":"x"}},{"location":null}"#,
                words: """
                    "unread":["/location/other"],"properties":{"place":"/location",\(depot)
                    "place.latitude":{"pointer":"/location/geo","as":"latitude"}},
                    """)
        }
        let latitude = Conversion("latitude") { json in
            json.stringValue.flatMap { $0.split(separator: ",").first }.flatMap { Double($0) }
        }
        let sound = try await trial("").findings {
            latitude
            Model("Thing", decoding: Event.self)
        }
        #expect(sound == [])
        let faulty = try await trial(#""place.depot":"/location/other","#).places {
            latitude
            Model("Thing", decoding: Event.self)
        }
        #expect(Set(faulty).contains("model.wrong-value /models/Thing/properties/place.depot"))
    }
}
