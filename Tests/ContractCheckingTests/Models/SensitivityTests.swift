import Foundation
import JSONSchema
import Testing

@testable import ContractChecking

/// Sensitivity: a property without a member of its name is mapped to the members that it depends on.
struct SensitivityTests {
    private static let trial = ModelTrial(
        schema: """
            {"type":"object","required":["given","family","open","tags"],"properties":{"given":{"type":"string"},
            "family":{"type":"string"},"open":{"type":"boolean"},
            "tags":{"type":"object","additionalProperties":{"type":"string"}}}}
            """,
        example: #"{"given":"Ada","family":"King","open":true,"tags":{"a":"b"}}"#)

    private struct Renamed: Decodable {
        let first: String, family: String, isOpen: Bool, tags: [String: String]

        private enum CodingKeys: String, CodingKey {
            case first = "given"
            case family
            case isOpen = "open"
            case tags
        }
    }

    @Test func aPropertyMayReadAMemberByAPrivateKey() async throws {
        #expect(try await Self.trial.findings { Model("Thing", decoding: Renamed.self) } == [])
    }

    @Test func aPropertyThatReadsByAPrivateKeyIsCompared() async throws {
        struct Shouted: Decodable {
            let first: String, family: String, open: Bool, tags: [String: String]
            private enum CodingKeys: CodingKey { case given, family, open, tags }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                let given = try values.decode(String.self, forKey: .given)
                first = given.isEmpty ? "nobody" : given
                family = try values.decode(String.self, forKey: .family)
                open = try values.decode(Bool.self, forKey: .open)
                tags = try values.decode([String: String].self, forKey: .tags)
            }
        }
        let findings = try await Self.trial.report { Model("Thing", decoding: Shouted.self) }.findings
        #expect(findings.map(\.rule) == ["model.wrong-value"])
        #expect(findings.first?.message.hasPrefix("'first' does not follow '/given'") == true)
    }

    @Test func aPropertyMayBeComputedFromSeveralMembers() async throws {
        struct Person: Decodable {
            let name: String, open: Bool, tags: [String: String]
            private enum CodingKeys: CodingKey { case given, family, open, tags }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                let given = try values.decode(String.self, forKey: .given)
                name = "\(given) \(try values.decode(String.self, forKey: .family))"
                open = try values.decode(Bool.self, forKey: .open)
                tags = try values.decode([String: String].self, forKey: .tags)
            }
        }
        #expect(try await Self.trial.findings { Model("Thing", decoding: Person.self) } == [])
    }

    /// Half of the twin's name is constant, so the member is reported as unread.
    @Test func aMemberThatNoPropertyFollowsIsUnread() async throws {
        struct Person: Decodable {
            let name: String, open: Bool, tags: [String: String]
            private enum CodingKeys: CodingKey { case given, family, open, tags }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                name = "\(try values.decode(String.self, forKey: .given)) King"
                _ = try values.decode(String.self, forKey: .family)
                open = try values.decode(Bool.self, forKey: .open)
                tags = try values.decode([String: String].self, forKey: .tags)
            }
        }
        let places = try await Self.trial.places { Model("Thing", decoding: Person.self) }
        #expect(places == ["model.unread /models/Thing/schema/properties/family"])
    }

    private struct Push: Decodable {
        let id: Int, lastPush: Date?
        private enum CodingKeys: String, CodingKey { case id, lastPush = "pushed_at" }
    }

    private struct Stuck: Decodable {
        let id: Int, lastPush: Date?
        private enum CodingKeys: String, CodingKey { case id, pushed = "pushed_at" }
        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            id = try values.decode(Int.self, forKey: .id)
            _ = try values.decodeIfPresent(Date.self, forKey: .pushed)
            lastPush = Date(timeIntervalSince1970: 0)
        }
    }

    private static func dates() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    /// Only one notation of the date is accepted, so few other values reveal the dependent property.
    @Test(arguments: [#""2026-01-02T03:04:05Z""#, "null"])
    func aPropertyOfAnotherNameFollowsADate(date: String) async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["id"],"properties":{"id":{"type":"integer"},
                "pushed_at":{"type":["string","null"],"format":"date-time"},
                "parent":{"type":["object","null"],"properties":{"id":{"type":"integer"}}}}}
                """,
            example: #"{"id":1,"pushed_at":\#(date)}"#, words: #""reads":"some","#)
        let sound = try await trial.findings { Model("Thing", decoding: Push.self, decoder: Self.dates) }
        #expect(sound == [])
        let faulty = try await trial.report { Model("Thing", decoding: Stuck.self, decoder: Self.dates) }
        #expect(faulty.findings.map(\.rule) == ["model.unmapped"])
    }

    /// An inner type has the same properties wherever it occurs. Each is mentioned once.
    @Test func aPropertyOfAnInnerTypeIsMentionedOnce() async throws {
        struct Person: Decodable {
            let login: String
            var isFollowed = false
            private enum CodingKeys: CodingKey { case login }
        }
        struct Post: Decodable { let owner: Person, editors: [Person] }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["owner","editors"],"properties":{
                "owner":{"type":"object","required":["login"],"properties":{"login":{"type":"string"}}},
                "editors":{"type":"array","items":{"type":"object","required":["login"],
                "properties":{"login":{"type":"string"}}}}}}
                """, example: #"{"owner":{"login":"ann"},"editors":[{"login":"bob"},{"login":"eve"}]}"#)
        let found = try await trial.report { Model("Thing", decoding: Post.self) }.findings
        #expect(
            found.map(\.message) == [
                "the contract does not map the stored property 'Person.isFollowed'; probe: example 1, and 2 more like it"
            ])
        #expect(found.map(\.expected) == [#""owner.isFollowed": "/…""#])
    }

    /// A client's own bookkeeping is mentioned but is not a failure.
    @Test func reportsAnUnmappedPropertyWithoutFailing() async throws {
        struct Selectable: Decodable {
            let given: String, family: String, open: Bool, tags: [String: String]
            var isSelected = false
            private enum CodingKeys: CodingKey { case given, family, open, tags }
        }
        let report = try await Self.trial.report { Model("Thing", decoding: Selectable.self) }
        #expect(report.passed)
        #expect(report.findings.map(\.rule) == ["model.unmapped"])
        #expect(report.findings.map(\.severity) == [.info])
    }

    @Test func aWrongValueNamesTheMemberThatItFollows() async throws {
        struct Swapped: Decodable {
            let given: String, family: String, open: Bool, tags: [String: String]
            private enum CodingKeys: String, CodingKey {
                case given = "family"
                case family = "given"
                case open, tags
            }
        }
        let messages = try await Self.trial.report { Model("Thing", decoding: Swapped.self) }.findings.map(\.message)
        #expect(
            messages.contains {
                $0.hasPrefix("'given' does not follow '/given'") && $0.hasSuffix("; it follows '/family'")
            })
        #expect(
            messages.contains {
                $0.hasPrefix("'family' does not follow '/family'") && $0.hasSuffix("; it follows '/given'")
            })
    }

    private struct Parcel: Decodable {
        enum State: String, Decodable { case waiting, moving, arrived }
        private enum CodingKeys: CodingKey { case state, eta }
        let state: State, eta: String?
        init(from decoder: any Decoder, without state: State?) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            self.state = try values.decode(State.self, forKey: .state)
            eta = self.state == state ? nil : try values.decodeIfPresent(String.self, forKey: .eta)
        }
        init(from decoder: any Decoder) throws { try self.init(from: decoder, without: nil) }
    }

    @Test func findsAValueDroppedForOneEnumerationCase() async throws {
        struct Arrived: Decodable {
            let state: Parcel.State, eta: String?
            init(from decoder: any Decoder) throws {
                let parcel = try Parcel(from: decoder, without: .arrived)
                (state, eta) = (parcel.state, parcel.eta)
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["state"],"properties":{"state":{"enum":["waiting","moving","arrived"]},
                "eta":{"type":["string","null"]}}}
                """,
            example: #"{"state":"moving","eta":"soon"}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Parcel.self) } == [])
        let places = try await trial.places { Model("Thing", decoding: Arrived.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/eta"])
    }

    @Test func findsAConstantFlag() async throws {
        struct Open: Decodable {
            let given: String, family: String, open: Bool, tags: [String: String]
            private enum CodingKeys: CodingKey { case given, family, open, tags }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                given = try values.decode(String.self, forKey: .given)
                family = try values.decode(String.self, forKey: .family)
                _ = try values.decode(Bool.self, forKey: .open)
                open = true
                tags = try values.decode([String: String].self, forKey: .tags)
            }
        }
        let findings = try await Self.trial.report { Model("Thing", decoding: Open.self) }.findings
        #expect(findings.map(\.rule) == ["model.wrong-value"])
        #expect(findings.first?.message.contains("it follows no member") == true)
    }

    /// A member is not named if sensitivity finds no other value of it that the model accepts.
    @Test func doesNotReportAVaryingPropertyAsConstant() async throws {
        struct Named: Decodable {
            let id: String, name: String
            private enum CodingKeys: CodingKey { case id, name }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                id = try values.decode(String.self, forKey: .id)
                guard ["A-1", "B-2"].contains(id) else { throw CocoaError(.coderReadCorrupt) }
                _ = try values.decode(String.self, forKey: .name)
                name = id
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["id","name"],"properties":{"id":{"type":"string"},
                "name":{"type":"string"}}}
                """,
            example: #"{"id":"A-1","name":"Ada"},{"id":"B-2","name":"Bob"}"#)
        let messages = try await trial.report { Model("Thing", decoding: Named.self) }.findings.map(\.message)
        #expect(messages.contains { $0.hasPrefix("'name' does not follow '/name'") })
        #expect(!messages.contains { $0.contains("it follows no member") })
    }

    @Test func aDictionaryFollowsNoSingleKey() async throws {
        struct Shouted: Decodable {
            let given: String, family: String, open: Bool, tags: [String: String]
            private enum CodingKeys: CodingKey { case given, family, open, tags }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                given = try values.decode(String.self, forKey: .given)
                family = try values.decode(String.self, forKey: .family)
                open = try values.decode(Bool.self, forKey: .open)
                tags = try values.decode([String: String].self, forKey: .tags).mapValues { $0 + "!" }
            }
        }
        let messages = try await Self.trial.report { Model("Thing", decoding: Shouted.self) }.findings.map(\.message)
        #expect(messages.contains { $0.hasPrefix("'tags") })
        #expect(!messages.contains { $0.contains("it follows") })
    }

    /// A struct with one stored property stands for that property's value, including a dictionary.
    @Test func comparesAWrapperOfADictionary() async throws {
        struct Tags: Decodable {
            let values: [String: String]
            init(from decoder: any Decoder) throws { values = try [String: String](from: decoder) }
        }
        struct Lowercased: Decodable {
            let values: [String: String]
            init(from decoder: any Decoder) throws {
                let values = try [String: String](from: decoder)
                self.values = values.filter { !$0.value.isEmpty }
            }
        }
        struct Thing<Tags: Decodable>: Decodable {
            let given: String, family: String, open: Bool, tags: Tags
        }
        #expect(try await Self.trial.findings { Model("Thing", decoding: Thing<Tags>.self) } == [])
        let places = try await Self.trial.places { Model("Thing", decoding: Thing<Lowercased>.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/tags"])
    }

    /// All members of one depth are read at once: 1,000 members that nothing follows take as many readings as one.
    @Test func everyMemberOfALargeObjectIsTried() throws {
        let names = (0..<1_000).map { "m\($0)" }
        var instance = JSONObject(names.map { ($0, "a") })
        instance["shelf"] = ["book": ["isbn": "978-3"]]
        let json = JSON.object(instance)
        let sites = (names.map { [$0] } + [["shelf", "book", "isbn"]]).map { tokens -> ProbeSite in
            let pointer = JSONPointer(tokens: tokens)
            return ProbeSite(
                place: pointer, instance: json, value: json[pointer: pointer] ?? .null, schemas: [],
                isRepeated: false)
        }
        var readings = 0
        let sensitivity = Sensitivity(to: sites, { _ in true }) { json, _ in
            readings += 1
            return ["number": json[pointer: "/shelf/book/isbn"] ?? .null]
        }
        #expect(sensitivity.members(followedBy: ["number"]) == [["shelf", "book", "isbn"]])
        #expect(names.allSatisfy { sensitivity.hasTried([$0]) && !sensitivity.isFollowed([$0]) })
        #expect(readings < 20)
    }

    @Test func aMemberThatIsNeverTriedIsNotReportedAsUnread() async throws {
        struct Empty: Decodable { let id: Int }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["id","tags"],"properties":{"id":{"type":"integer"},
                "tags":{"type":"array","maxItems":0}}}
                """, example: #"{"id":1,"tags":[]}"#)
        let rules = try await trial.report { Model("Thing", decoding: Empty.self) }.findings.map(\.rule)
        #expect(Set(rules) == ["model.false-accept"])
    }

    /// A constant has no other valid value. A model that refuses invalid values reads it.
    @Test func aConstantIsUnreadIfAModelAcceptsAnotherValue() async throws {
        struct Blind: Decodable { let id: Int }
        struct Strict: Decodable {
            let id: Int
            private enum CodingKeys: CodingKey { case id, kind }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                id = try values.decode(Int.self, forKey: .id)
                guard try values.decode(String.self, forKey: .kind) == "book" else {
                    throw CocoaError(.coderReadCorrupt)
                }
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["id","kind"],"properties":{"id":{"type":"integer"},"kind":{"const":"book"}}}
                """, example: #"{"id":1,"kind":"book"}"#)
        let places = try await trial.places { Model("Thing", decoding: Blind.self) }
        #expect(places == ["model.unread /models/Thing/schema/properties/kind"])
        #expect(try await trial.findings { Model("Thing", decoding: Strict.self) } == [])
    }
}
