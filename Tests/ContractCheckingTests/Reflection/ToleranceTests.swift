import ContractChecking
import Foundation
import Testing

/// Tolerance of invalid values: a model, nested or not, must have exactly the tolerance that its contract promises.
struct ToleranceTests {
    private struct TolerantBox: Decodable {
        enum Size: String, Decodable { case small, large, unknown }
        let size: Size, tags: [String]
        private enum Key: CodingKey { case size, tags }
        private struct Tag: Decodable {
            let text: String?
            init(from decoder: any Decoder) throws {
                do { text = try decoder.singleValueContainer().decode(String.self) } catch { text = nil }
            }
        }
        init(from decoder: any Decoder) throws {
            let box = try decoder.container(keyedBy: Key.self)
            size = Size(rawValue: try box.decode(String.self, forKey: .size)) ?? .unknown
            tags = try box.decodeIfPresent([Tag].self, forKey: .tags)?.compactMap(\.text) ?? []
        }
    }
    private struct StockBox: Decodable {
        enum Size: String, Decodable { case small, large }
        let size: Size, tags: [String]?
    }

    private static let schema = """
        {"type":"object","required":["size"],"properties":{"size":{"enum":["small","large"]},
        "tags":{"type":["array","null"],"items":{"type":"string"}}}}
        """
    private static let promise =
        #""properties":{"size":{"otherwise":"unknown"},"tags":{"absent":[],"lossy":true}},"#
    private static let box = ModelTrial(
        schema: schema, example: #"{"size":"large","tags":["a","b"]}"#, words: promise)

    /// A property that is made of the whole value may have a model of the same schema.
    @Test func endsWhereAPropertyHoldsTheWholeValue() async throws {
        struct Whole: Decodable {
            let size: StockBox.Size?
            let rest: Rest

            struct Rest: Decodable { let tags: [String] }
            private enum Key: CodingKey { case size }

            init(from decoder: any Decoder) throws {
                size = try decoder.container(keyedBy: Key.self).decodeIfPresent(StockBox.Size.self, forKey: .size)
                rest = try Rest(from: decoder)
            }
        }
        let trial = ModelTrial(
            models: """
                "Thing":{"schema":{"type":"object","required":["tags"],"properties":{"size":{"enum":["small","large"]},
                "tags":{"type":"array","items":{"type":"string"}}}},
                "properties":{"size":{"pointer":"/size","absent":null},"rest":{"pointer":"","model":"Rest"}},
                "examples":[{"size":"large","tags":["a"]}]},
                "Rest":{"schema":{"$ref":"#/models/Thing/schema"},"unread":["/size"],
                "examples":[{"size":"large","tags":["a"]}]}
                """)
        let found = try await trial.findings {
            Model("Thing", decoding: Whole.self)
            Model("Rest", decoding: Whole.Rest.self)
        }
        #expect(found == [])
    }

    @Test func holdsAModelToItsPromises() async throws {
        #expect(try await Self.box.findings { Model("Thing", decoding: TolerantBox.self) } == [])
        let broken = try await Self.box.report { Model("Thing", decoding: StockBox.self) }
        #expect(Set(broken.findings.map(\.rule)) == ["model.false-reject", "model.wrong-value"])
    }

    @Test func findsToleranceThatTheContractDoesNotPromise() async throws {
        let trial = ModelTrial(schema: Self.schema, example: #"{"size":"large","tags":["a","b"]}"#)
        let report = try await trial.report { Model("Thing", decoding: TolerantBox.self) }
        #expect(Set(report.findings.map(\.rule)) == ["model.false-accept", "model.wrong-value"])
    }

    @Test(arguments: [true, false]) func holdsElementsToTheirPromises(isTolerant: Bool) async throws {
        enum Unit: String { case g, ml, other }
        struct Part { let name: String, unit: Unit }
        struct Recipe { let parts: [Part] }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["parts"],"properties":{"parts":{"type":"array","items":{"type":"object",
                "required":["name","unit"],"properties":{"name":{"type":"string"},"unit":{"enum":["g","ml"]}}}}}}
                """, example: #"{"parts":[{"name":"salt","unit":"g"}]}"#,
            words: #""properties":{"parts[].unit":{"pointer":"/parts/*/unit","otherwise":"other"}},"#)
        let findings = try await trial.findings {
            Model("Thing") { json -> Recipe? in
                guard let list = json["parts"] as? [[String: Any]] else { return nil }
                let parts = list.compactMap { json -> Part? in
                    guard let name = json["name"] as? String, let text = json["unit"] as? String,
                        let unit = Unit(rawValue: text) ?? (isTolerant ? .other : nil)
                    else { return nil }
                    return Part(name: name, unit: unit)
                }
                return parts.count == list.count ? Recipe(parts: parts) : nil
            }
        }
        #expect(findings.isEmpty == isTolerant, "\(findings)")
    }

    // MARK: - Models within models

    private static func shelf(_ boxes: String) -> ModelTrial {
        ModelTrial(
            models: """
                "Shelf":{"schema":{"type":"object","required":["boxes"],"properties":{"boxes":\(boxes)}},
                "properties":{"boxes":{"model":"Box"}},
                "examples":[{"boxes":[{"size":"large","tags":["a"]},{"size":"small"}]}]},
                "Box":{"schema":\(schema),\(promise)"examples":[{"size":"large","tags":["a","b"]}]}
                """)
    }

    @Test(arguments: [##"{"$ref":"#/models/Box/schema"}"##, schema])
    func holdsAModelToThePromisesOfNestedModels(_ box: String) async throws {
        struct Shelf: Decodable { let boxes: [TolerantBox] }
        let trial = Self.shelf(#"{"type":"array","items":\#(box)}"#)
        let findings = try await trial.findings {
            Model("Shelf", decoding: Shelf.self)
            Model("Box", decoding: TolerantBox.self)
        }
        #expect(findings == [])

        struct Strict: Decodable { let boxes: [StockBox] }
        let report = try await trial.report {
            Model("Shelf", decoding: Strict.self)
            Model("Box", decoding: TolerantBox.self)
        }
        let failed = report.checks.filter { $0.outcome == .failed }
        #expect(failed.map(\.check.id) == ["things/model/Shelf"])
        #expect(Set(report.findings.map(\.rule)) == ["model.false-reject", "model.wrong-value"])
    }

    @Test func appliesAModelsMapWhereItsSchemaIsReferenced() async throws {
        struct Shelf: Decodable { let boxes: [TolerantBox] }
        let trial = ModelTrial(
            models: """
                "Shelf":{"schema":{"type":"object","required":["boxes"],"properties":{"boxes":{"type":"array",
                "items":{"$ref":"#/models/Box/schema"}}}},"examples":[{"boxes":[{"size":"large","tags":["a"]}]}]},
                "Box":{"schema":\(Self.schema),\(Self.promise)"examples":[{"size":"large","tags":["a","b"]}]}
                """)
        let findings = try await trial.findings {
            Model("Shelf", decoding: Shelf.self)
            Model("Box", decoding: TolerantBox.self)
        }
        #expect(findings == [])
    }

    @Test func replacesEachUnknownElementOfAnArray() async throws {
        struct Palette: Decodable {
            enum Color: String, Decodable {
                case red, blue, other
                init(from decoder: any Decoder) throws {
                    self = Color(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
                }
            }
            let colors: [Color]
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["colors"],"properties":{"colors":{"type":"array","items":{"enum":["red","blue"]}}}}
                """,
            example: #"{"colors":["red","blue"]}"#, words: #""properties":{"colors":{"otherwise":"other"}},"#)
        #expect(try await trial.findings { Model("Thing", decoding: Palette.self) } == [])

        struct Dropping: Decodable {
            let colors: [Palette.Color]
            private enum Key: CodingKey { case colors }
            init(from decoder: any Decoder) throws {
                colors = try decoder.container(keyedBy: Key.self).decode([Palette.Color].self, forKey: .colors)
                    .filter { $0 != .other }
            }
        }
        let places = try await trial.places { Model("Thing", decoding: Dropping.self) }
        #expect(Set(places) == ["model.wrong-value /models/Thing/properties/colors"])
    }

    // MARK: - Members that the model does not read

    private static let person = """
        {"type":"object","required":["name","born","address"],"properties":{"name":{"type":"string"},
        "born":{"type":"integer"},"address":{"type":"object","required":["city","zip"],"properties":
        {"city":{"type":"string"},"zip":{"type":"string"}}}}}
        """
    private static let ada = #"{"name":"Ada","born":1815,"address":{"city":"London","zip":"W1"}}"#

    @Test func requiresNothingOfMembersThatAPartialModelDoesNotRead() async throws {
        struct Named: Decodable {
            struct Address: Decodable { let city: String }
            let name: String, address: Address
        }
        for strictness in ["shape", "exact"] {
            let some = ModelTrial(
                schema: Self.person, example: Self.ada, words: #""strictness":"\#(strictness)","reads":"some","#)
            #expect(try await some.findings { Model("Thing", decoding: Named.self) } == [])
        }
    }

    @Test func checksTheMembersThatAPartialModelReads() async throws {
        struct Loose: Decodable {
            struct Address: Decodable { let city: String? }
            let name: String, address: Address
        }
        let some = ModelTrial(schema: Self.person, example: Self.ada, words: #""reads":"some","#)
        let places = try await some.places { Model("Thing", decoding: Loose.self) }
        #expect(
            places == [
                "model.false-accept /models/Thing/schema/properties/address/required",
                "model.false-accept /models/Thing/schema/properties/address/properties/city/type",
            ])
    }

    @Test func reportsAnUnreadMemberOnce() async throws {
        struct Named: Decodable {
            struct Address: Decodable { let city: String, zip: String }
            let name: String, address: Address
        }
        let all = ModelTrial(schema: Self.person, example: Self.ada)
        let report = try await all.report { Model("Thing", decoding: Named.self) }
        let unread = report.findings.filter { $0.rule == "model.unread" }
        #expect(unread.map(\.contract.pointer.description) == ["/models/Thing/schema/properties/born"])
        #expect(unread[0].message == "'/born' is never read; probe: example 1")
        #expect(report.findings.count == 1)
    }

    @Test func reportsAWrongValueBesideAFalseAccept() async throws {
        // The city is uppercased. That it may be missing is a separate fault.
        struct Loud: Decodable {
            struct Address: Decodable {
                let city: String?, zip: String
                private enum Key: CodingKey { case city, zip }
                init(from decoder: any Decoder) throws {
                    let address = try decoder.container(keyedBy: Key.self)
                    city = try address.decodeIfPresent(String.self, forKey: .city)?.uppercased()
                    zip = try address.decode(String.self, forKey: .zip)
                }
            }
            let name: String, born: Int, address: Address
        }
        let all = ModelTrial(schema: Self.person, example: Self.ada)
        let places = try await all.places { Model("Thing", decoding: Loud.self) }
        #expect(
            places == [
                "model.wrong-value /models/Thing/schema/properties/address/properties/city",
                "model.false-accept /models/Thing/schema/properties/address/required",
                "model.false-accept /models/Thing/schema/properties/address/properties/city/type",
            ])
    }

    @Test func requiresNoRejectionOfFractionsBeyondDoublePrecision() async throws {
        struct Counter: Decodable { let count: Int }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["count"],"properties":{"count":
                {"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}}}
                """,
            example: #"{"count":3}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Counter.self) } == [])
    }

    @Test func letsCastsTreatUnreadableValuesAsAbsent() async throws {
        struct Post {
            let title: String, tags: [String], isHidden: Bool
            init?(json: [String: Any]) {
                guard let title = json["title"] as? String else { return nil }
                self.title = title
                tags = json["tags"] as? [String] ?? []
                isHidden = json["hidden"] as? Bool ?? false
            }
        }
        struct Made {
            let title: String, tags: [String], isHidden: Bool
            init?(json: [String: Any]) {
                guard let post = Post(json: json) else { return nil }
                title = post.title
                tags = post.tags.isEmpty ? ["none"] : post.tags
                isHidden = post.isHidden
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["title"],"properties":{"title":{"type":"string"},
                "tags":{"type":"array","items":{"type":"string"}},"hidden":{"type":"boolean"}}}
                """,
            example: #"{"title":"a","tags":["b"],"hidden":true}"#,
            words: """
                "strictness":"shape","properties":{"tags":{"absent":[]},"isHidden":{"pointer":"/hidden","absent":false}},
                """)
        #expect(try await trial.findings { Model("Thing", Post.init(json:)) } == [])
        let places = try await trial.places { Model("Thing", Made.init(json:)) }
        #expect(Set(places) == ["model.wrong-value /models/Thing/properties/tags"])
    }

    @Test func letsCastsTreatAMistypedValueAsAbsentOnlyAsAWhole() async throws {
        struct Post {
            let tags: [String], count: Int, isHidden: Bool
            init?(json: [String: Any]) {
                tags = json["tags"] as? [String] ?? []
                count = json["count"] as? Int ?? 0
                isHidden = json["hidden"] as? Bool ?? false
            }
        }
        struct Lossy {
            let tags: [String], count: Int, isHidden: Bool
            init?(json: [String: Any]) {
                guard let post = Post(json: json) else { return nil }
                (count, isHidden) = (post.count, post.isHidden)
                tags = (json["tags"] as? [Any])?.compactMap { $0 as? String } ?? []
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","properties":{"tags":{"type":"array","items":{"type":"string"}},
                "count":{"type":"integer"},"hidden":{"type":"boolean"}}}
                """,
            example: #"{"tags":["b"],"count":7,"hidden":true}"#,
            words: """
                "bridging":"allow","properties":{"tags":{"absent":[]},"count":{"absent":0},
                "isHidden":{"pointer":"/hidden","absent":false}},
                """)
        let findings = try await trial.findings { Model("Thing", Post.init(json:)) }
        #expect(findings == [])
        let places = try await trial.places { Model("Thing", Lossy.init(json:)) }
        #expect(places == ["model.wrong-value /models/Thing/properties/tags"])
    }

    @Test func excludesIgnoredPropertiesFromTheStabilityCheck() async throws {
        struct Row: Decodable {
            struct Cell: Decodable {
                let text: String
                let id = UUID()
                private enum CodingKeys: CodingKey { case text }
            }
            let cells: [Cell]
            let rowID = UUID()
            private enum CodingKeys: CodingKey { case cells }
        }
        func trial(_ ignored: String) -> ModelTrial {
            ModelTrial(
                schema: """
                    {"type":"object","required":["cells"],"properties":{"cells":{"type":"array","items":{"type":"object",
                    "required":["text"],"properties":{"text":{"type":"string"}}}}}}
                    """,
                example: #"{"cells":[{"text":"a"}]}"#, words: #""ignored":\#(ignored),"#)
        }
        #expect(try await trial(#"["rowID","cells.id"]"#).findings { Model("Thing", decoding: Row.self) } == [])
        let places = try await trial(#"["cells.id"]"#).places { Model("Thing", decoding: Row.self) }
        #expect(
            Set(places) == ["model.unmapped /models/Thing/properties", "model.unstable /models/Thing"])
    }

    @Test func letsCastsReplaceUnreadableValuesByTheDefault() async throws {
        struct Meal {
            let id: Int, servings: Int, tags: [Int]
            init?(json: [String: Any]) {
                // The nearest integer that a Double represents.
                guard let id = ((json["id"] as? NSNumber)?.doubleValue).flatMap(Int.init(exactly:)) else { return nil }
                self.id = id
                servings = json["servings"] as? Int ?? 2
                tags = json["tags"] as? [Int] ?? []
            }
        }
        struct Clamped {
            let id: Int, servings: Int, tags: [Int]
            init?(json: [String: Any]) {
                guard let id = json["id"] as? Int else { return nil }
                self.id = min(id, 200)
                servings = (json["servings"] as? Int).map { $0 &+ 1 } ?? 2
                tags = (json["tags"] as? [Int])?.reversed() ?? []
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["id","tags"],"properties":{
                "id":{"type":"integer","minimum":1,"maximum":200},
                "servings":{"type":"integer","minimum":1,"maximum":100,"default":2},
                "tags":{"type":"array","items":{"type":"integer","minimum":1}}}}
                """,
            example: #"{"id":1,"servings":3,"tags":[1,40]},{"id":2,"tags":[]}"#,
            words: #""strictness":"shape","bridging":"allow","properties":{"tags":{"absent":[]}},"#)
        #expect(try await trial.findings { Model("Thing", Meal.init(json:)) } == [])
        let places = try await trial.places { Model("Thing", Clamped.init(json:)) }
        #expect(
            Set(places) == [
                "model.wrong-value /models/Thing/schema/properties/servings",
                "model.wrong-value /models/Thing/properties/tags",
                "model.wrong-value /models/Thing/schema/properties/id",
            ])
    }
}
