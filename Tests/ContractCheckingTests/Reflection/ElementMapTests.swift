import ContractChecking
import Foundation
import Testing

/// Maps that name properties of array elements with `[]`.
struct ElementMapTests {
    private static func trial(_ properties: String) -> ModelTrial {
        ModelTrial(
            schema: """
                {"type":"object","required":["assets","labels"],"properties":{
                "assets":{"type":"array","items":{"type":"object","required":["href","size"],
                "properties":{"href":{"type":"string"},"size":{"type":"integer"}}}},
                "labels":{"type":"object","additionalProperties":{"type":"object","required":["text"],
                "properties":{"text":{"type":"string"}}}}}}
                """,
            example: """
                {"assets":[{"href":"/a","size":1},{"href":"/b","size":2}],"labels":{"x":{"text":"one"}}}
                """, words: "\"properties\":\(properties),")
    }

    private static let mapped = trial(#"{"assets[].link": "/assets/*/href", "labels[].name": "/labels/*/text"}"#)

    private struct Release: Decodable {
        struct Asset: Decodable {
            let link: String, size: Int
            private enum CodingKeys: String, CodingKey { case link = "href", size }
        }
        struct Label: Decodable {
            let name: String
            private enum CodingKeys: String, CodingKey { case name = "text" }
        }
        let assets: [Asset], labels: [String: Label]
    }

    @Test func acceptsMappedPropertiesOfElementsAndValues() async throws {
        #expect(try await Self.mapped.findings { Model("Thing", decoding: Release.self) } == [])
    }

    /// The list has no entry of its own, and another name than its member.
    @Test func comparesTheListOfMappedElements() async throws {
        struct Line: Decodable {
            struct Point: Decodable { let east: Double, north: Double }
            let points: [Point]

            init(from decoder: any Decoder) throws {
                let pairs = try decoder.container(keyedBy: Keys.self).decode([[Double]].self, forKey: .line)
                points = try pairs.map { pair in
                    guard pair.count == 2 else { throw URLError(.cannotParseResponse) }
                    return Point(east: pair[0], north: pair[1])
                }
            }
            fileprivate enum Keys: String, CodingKey { case line }
        }
        struct Open: Decodable {
            let points: [Line.Point]
            init(from decoder: any Decoder) throws { points = try Line(from: decoder).points.dropLast() }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["line"],"properties":{"line":{"type":"array","items":{"type":"array",
                "minItems":2,"maxItems":2,"items":{"type":"number"}}}}}
                """,
            example: #"{"line":[[10.5,59.5],[11.5,60.5]]}"#,
            words: #""properties":{"points[].east":"/line/*/0","points[].north":"/line/*/1"},"#)
        #expect(try await trial.findings { Model("Thing", decoding: Line.self) } == [])
        let places = try await trial.places { Model("Thing", decoding: Open.self) }
        #expect(places == ["model.wrong-value /models/Thing/properties/points[].east"])
    }

    @Test func findsAWrongPropertyOfAnElement() async throws {
        struct Swapped: Decodable {
            struct Asset: Decodable {
                let link: String, size: Int
                private enum CodingKeys: CodingKey { case href, size }
                init(from decoder: any Decoder) throws {
                    let values = try decoder.container(keyedBy: CodingKeys.self)
                    link = try values.decode(String.self, forKey: .href).uppercased()
                    size = try values.decode(Int.self, forKey: .size)
                }
            }
            let assets: [Asset], labels: [String: Release.Label]
        }
        let places = try await Self.mapped.places { Model("Thing", decoding: Swapped.self) }
        #expect(places == ["model.wrong-value /models/Thing/properties/assets[].link"])
    }

    @Test func rejectsAPathWithMoreElementsThanItsPointer() async throws {
        let trial = Self.trial(#"{"assets[].link": "/assets"}"#)
        let message = try await trial.report { Model("Thing", decoding: Release.self) }.findings.first?.message
        #expect(
            message
                == "'assets[].link' names elements that '/assets' has no '*' for: expected one for each '[]'")
    }

    // MARK: - Lists side by side

    private struct Forecast: Decodable {
        struct Hour { let time: Int, warmth: Double? }
        let hours: [Hour]

        private enum Key: CodingKey { case hourly, time, warmth }

        init(from decoder: any Decoder) throws {
            let hourly = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .hourly)
            let times = try hourly.decode([Int].self, forKey: .time)
            let warmths = try hourly.decodeIfPresent([Double?].self, forKey: .warmth) ?? []
            hours = zip(times, warmths).map { Hour(time: $0, warmth: $1) }
        }

        init(_ hours: [Hour]) { self.hours = hours }
    }

    private static let forecast = ModelTrial(
        schema: """
            {"type":"object","required":["hourly"],"properties":{"hourly":{"type":"object","required":["time"],
            "properties":{"time":{"type":"array","items":{"type":"integer","minimum":0,"maximum":4000000000}},
            "warmth":{"type":["array","null"],"items":{"type":["number","null"]}}}}}}
            """,
        example: #"{"hourly":{"time":[1,2,3],"warmth":[-9.5,null,-3.5]}}"#,
        words: """
            "properties":{"hours[].time":"/hourly/time/*","hours[].warmth":"/hourly/warmth/*"},
            "related":[["/hourly/time","/hourly/warmth"]],
            """)

    private enum Flaw { case none, reverses, dropsTheLast, dropsNulls, repeatsTheFirst, fillsNulls }

    private static func shown(_ hours: [Forecast.Hour], _ flaw: Flaw) -> [Forecast.Hour] {
        switch flaw {
        case .none: hours
        case .reverses: hours.reversed()
        case .dropsTheLast: hours.dropLast()
        case .dropsNulls: hours.filter { $0.warmth != nil }
        case .repeatsTheFirst: hours.map { Forecast.Hour(time: hours[0].time, warmth: $0.warmth) }
        case .fillsNulls: hours.map { Forecast.Hour(time: $0.time, warmth: $0.warmth ?? 0) }
        }
    }

    @Test(
        arguments: [
            (.none, []), (.reverses, ["time", "warmth"]), (.dropsTheLast, ["time", "warmth"]),
            (.dropsNulls, ["time", "warmth"]), (.repeatsTheFirst, ["time"]), (.fillsNulls, ["warmth"]),
        ] as [(Flaw, [String])])
    private func comparesOneListWithSeveralSideBySide(flaw: Flaw, wrong: [String]) async throws {
        let places = try await Self.forecast.places {
            Model(
                "Thing",
                data: { data -> Forecast? in
                    Forecast(Self.shown(try JSONDecoder().decode(Forecast.self, from: data).hours, flaw))
                })
        }
        #expect(places == wrong.map { "model.wrong-value /models/Thing/properties/hours[].\($0)" })
    }

    /// The list of rows has the name of the object that has the columns.
    @Test func comparesRowsOfTheNameOfTheirColumns() async throws {
        struct Table: Decodable {
            struct Row { let time: Int, warmth: Double }
            let columns: [Row]

            private enum Key: CodingKey { case columns, time, warmth }

            init(from decoder: any Decoder) throws {
                let columns = try decoder.container(keyedBy: Key.self)
                    .nestedContainer(keyedBy: Key.self, forKey: .columns)
                let warmths = try columns.decode([Double].self, forKey: .warmth)
                self.columns = zip(try columns.decode([Int].self, forKey: .time), warmths).map {
                    Row(time: $0, warmth: $1)
                }
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["columns"],"properties":{"columns":{"type":"object","required":["time","warmth"],
                "properties":{"time":{"type":"array","items":{"type":"integer","minimum":0,"maximum":4000000000}},
                "warmth":{"type":"array","items":{"type":"number","minimum":-90,"maximum":60}}}}}}
                """,
            example: #"{"columns":{"time":[1,2],"warmth":[-9.5,3.5]}}"#,
            words: """
                "properties":{"columns[].time":"/columns/time/*","columns[].warmth":"/columns/warmth/*"},
                "related":[["/columns/time","/columns/warmth"]],
                """)
        #expect(try await trial.findings { Model("Thing", decoding: Table.self) } == [])
    }

    @Test func acceptsRowsWithoutValuesBesideAMissingList() async throws {
        struct Rows: Decodable {
            let hours: [Forecast.Hour]

            private enum Key: CodingKey { case hourly, time, warmth }

            init(from decoder: any Decoder) throws {
                let hourly = try decoder.container(keyedBy: Key.self)
                    .nestedContainer(keyedBy: Key.self, forKey: .hourly)
                let times = try hourly.decode([Int].self, forKey: .time)
                let warmths = try hourly.decodeIfPresent([Double?].self, forKey: .warmth)
                guard warmths.map({ $0.count == times.count }) ?? true else {
                    throw DecodingError.dataCorruptedError(forKey: .warmth, in: hourly, debugDescription: "length")
                }
                hours = times.indices.map { Forecast.Hour(time: times[$0], warmth: warmths?[$0]) }
            }
        }
        let found = try await Self.forecast.findings { Model("Thing", decoding: Rows.self) }
        #expect(found == [])
    }

    private struct Days: Decodable { let days: [Forecast] }
    private struct RepeatedDays: Decodable {
        let days: [Forecast]

        init(from decoder: any Decoder) throws {
            days = try Days(from: decoder).days.map { Forecast(ElementMapTests.shown($0.hours, .repeatsTheFirst)) }
        }
    }

    @Test func comparesListsSideBySideWithinElements() async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["days"],"properties":{"days":{"type":"array","items":{"type":"object",
                "required":["hourly"],"properties":{"hourly":{"type":"object","required":["time"],"properties":{
                "time":{"type":"array","items":{"type":"integer","minimum":0,"maximum":4000000000}},
                "warmth":{"type":["array","null"],"items":{"type":["number","null"]}}}}}}}}}
                """,
            example: #"{"days":[{"hourly":{"time":[1,2,3],"warmth":[-9.5,null,-3.5]}}]}"#,
            words: """
                "properties":{"days[].hours[].time":"/days/*/hourly/time/*",
                "days[].hours[].warmth":"/days/*/hourly/warmth/*"},
                """)
        #expect(try await trial.findings { Model("Thing", decoding: Days.self) } == [])
        let places = try await trial.places { Model("Thing", decoding: RepeatedDays.self) }
        #expect(places == ["model.wrong-value /models/Thing/properties/days[].hours[].time"])
    }

    @Test func reportsAPropertyOfElementsThatNoListShows() async throws {
        struct Other: Decodable {
            struct Hour { let time: Int, note: String }
            let hours: [Hour]

            init(from decoder: any Decoder) throws {
                hours = try Forecast(from: decoder).hours.map { Hour(time: $0.time, note: "") }
            }
        }
        let places = try await Self.forecast.findings { Model("Thing", decoding: Other.self) }
        #expect(places.contains { $0.contains("there is no property 'hours[].warmth'") }, "\(places)")
        #expect(places.contains { $0.contains("does not map the stored property 'hours.note'") }, "\(places)")
    }

    @Test func namesALostEntryOfADictionary() async throws {
        struct Lossy: Decodable {
            let assets: [Release.Asset], labels: [String: Release.Label]

            private enum Key: CodingKey { case assets, labels }

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: Key.self)
                assets = try values.decode([Release.Asset].self, forKey: .assets)
                labels = try values.decode([String: Release.Label].self, forKey: .labels).filter { $0.key != "x" }
            }
        }
        let found = try await Self.mapped.findings { Model("Thing", decoding: Lossy.self) }
        #expect(
            found.count == 1 && found[0].contains("'labels' does not follow '/labels': it has no entry for 'x'"),
            "\(found)")
    }

    private struct Note: Decodable {
        let id: Int, text: String, day: String?
        private enum CodingKeys: String, CodingKey { case id, text = "body", day = "date" }
    }
    private struct Page: Decodable { let items: [Note] }
    private struct UppercasePage: Decodable {
        struct Note: Decodable {
            let id: Int, text: String, day: String?

            init(from decoder: any Decoder) throws {
                let note = try ElementMapTests.Note(from: decoder)
                (id, text, day) = (note.id, note.text.uppercased(), note.day)
            }
        }
        let items: [Note]
    }

    /// The map of the element's model still applies beside the entry of the outer map.
    @Test func addsAnEntryForElementsToTheMapOfTheirModel() async throws {
        let trial = ModelTrial(
            models: """
                "Note":{"schema":{"type":"object","required":["id","body"],"properties":{"id":{"type":"integer"},
                "body":{"type":"string","pattern":"^[a-z]{1,9}$"},"date":{"type":["string","null"]}}},
                "properties":{"text":"/body","day":"/date"},"examples":[{"id":1,"body":"a","date":"b"}]},
                "Page":{"schema":{"type":"object","required":["items"],"properties":{
                "items":{"type":"array","items":{"$ref":"#/models/Note/schema"}}}},
                "properties":{"items[].day":{"pointer":"/items/*/date","absent":null}},
                "examples":[{"items":[{"id":1,"body":"a","date":"b"}]}]}
                """)
        let sound = try await trial.findings {
            Model("Note", decoding: Note.self)
            Model("Page", decoding: Page.self)
        }
        #expect(sound == [])
        let faulty = try await trial.places {
            Model("Note", decoding: UppercasePage.Note.self)
            Model("Page", decoding: UppercasePage.self)
        }
        // Once for each model.
        let place = "model.wrong-value /models/Note/properties/text"
        #expect(faulty == [place, place])
    }

    enum Presence: String, Sendable {
        case here, away, other
    }

    private struct Team: Sendable {
        let presence: [String: Presence]?
    }

    /// Promises for a dictionary concern its values, whether its entry in the map names them or not.
    @Test(arguments: [#""presence""#, #""presence[]":{"pointer":"/presence/*","#], [Presence.other, .here])
    func holdsTheValuesOfADictionaryToTheirPromises(entry: String, unknown: Presence) async throws {
        let start = entry.hasSuffix(",") ? entry : entry + ":{"
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["presence"],"properties":{"presence":{"type":"object",
                "additionalProperties":{"enum":["here","away"]}}}}
                """, example: #"{"presence":{"ada":"here","bob":"away"}}"#,
            words: #""properties":{\#(start)"otherwise":"other"}},"#)
        let found = try await trial.report {
            Model("Thing") { json -> Team? in
                (json["presence"] as? [String: String]).map { held in
                    Team(presence: held.mapValues { Presence(rawValue: $0) ?? unknown })
                }
            }
        }
        #expect(Set(found.findings.map(\.rule)) == (unknown == .other ? [] : ["model.wrong-value"]))
        if entry.hasSuffix(",") { return }
        let lost = try await trial.report {
            Model("Thing") { json -> Team? in
                guard let held = json["presence"] as? [String: String] else { return nil }
                let known = held.compactMapValues(Presence.init)
                return Team(presence: known.count == held.count ? known : nil)
            }
        }
        #expect(lost.findings.map(\.rule) == ["model.wrong-value"])
    }

    private struct Access: Sendable {
        let rights: Set<Presence>
    }

    /// A set has no order, and unknown elements become one.
    @Test(arguments: [false, true]) func replacesUnknownElementsOfASet(dropsThem: Bool) async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["rights"],"properties":{"rights":{"type":"array",
                "items":{"anyOf":[{"enum":["here","away"]},{"type":"string"}]}}}}
                """, example: #"{"rights":["new","here","newer","away"]}"#,
            words: #""properties":{"rights":{"otherwise":"other"}},"#)
        let rules = try await trial.report {
            Model("Thing") { json -> Access? in
                (json["rights"] as? [String]).map { held in
                    Access(rights: Set(held.compactMap { Presence(rawValue: $0) ?? (dropsThem ? nil : .other) }))
                }
            }
        }.findings.map(\.rule)
        #expect(rules == (dropsThem ? ["model.wrong-value"] : []))
    }

    private struct TimeOfDay: Sendable {
        let hour: Int, minute: Int

        init?(_ text: String) {
            let parts = text.split(separator: ":").compactMap { Int($0) }
            guard parts.count == 2, parts[0] < 24, parts[1] < 60 else { return nil }
            (hour, minute) = (parts[0], parts[1])
        }
    }

    private struct Board: Sendable {
        let stops: [String: [TimeOfDay]]
    }

    /// The conversion of each time in a dictionary of lists.
    @Test(arguments: [false, true]) func convertsTheElementsOfAListInADictionary(isReversed: Bool) async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["stops"],"properties":{"stops":{"type":"object","additionalProperties":{
                "type":"array","items":{"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]$"}}}}}
                """, example: #"{"stops":{"a":["06:10","21:15"]}}"#,
            words: #""strictness":"shape","properties":{"stops[][]":{"pointer":"/stops/*/*","as":"time"}},"#)
        let findings = try await trial.findings {
            Model("Thing") { json -> Board? in
                guard let held = json["stops"] as? [String: [String]] else { return nil }
                let stops = held.mapValues { $0.compactMap { TimeOfDay($0) } }
                guard held.allSatisfy({ stops[$0.key]?.count == $0.value.count }) else { return nil }
                return Board(stops: isReversed ? stops.mapValues { $0.reversed() } : stops)
            }
            Conversion("time") { json in json.stringValue.flatMap { TimeOfDay($0) } }
        }
        #expect(findings.isEmpty != isReversed, "\(findings)")
    }
}
