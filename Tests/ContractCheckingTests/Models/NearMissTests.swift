import ContractChecking
import Foundation
import Testing

/// Values that resemble valid ones, each with similar sound code.
struct NearMissTests {
    private struct Refused: Error {}

    /// The flaws of a model that reads by casts.
    private enum Flaw { case none, beginning, names, fraction, december }

    private struct Trip {
        let state: String, tags: [String: String], share: Double, day: Date

        init(_ json: [String: Any], _ flaw: Flaw) throws {
            guard let state = json["state"] as? String, let tags = json["tags"] as? [String: String],
                let share = json["share"] as? Double, let day = json["day"] as? String,
                day.wholeMatch(of: /20\d\d\/[01]\d\/[0-3]\d/) != nil, let date = Self.formatter.date(from: day)
            else { throw Refused() }
            if flaw == .december, day.dropFirst(5).hasPrefix("12") { throw Refused() }
            let states = ["open", "closed"]
            let known =
                flaw == .beginning ? states.first { state.hasPrefix($0) } : states.contains(state) ? state : nil
            guard let known, (0...1).contains(share) else { throw Refused() }
            (self.state, self.day) = (known, date)
            self.share = flaw == .fraction ? (share * 100).rounded() / 100 : share
            self.tags =
                flaw == .names
                ? Dictionary(tags.map { ($0.replacing("_", with: ""), $1) }) { first, _ in first } : tags
        }

        private static let formatter = {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = .gmt
            formatter.dateFormat = "yyyy/MM/dd"
            return formatter
        }()
    }

    private static let trip = ModelTrial(
        schema: """
            {"type":"object","required":["state","tags","share","day"],"properties":{
            "state":{"enum":["open","closed"]},
            "tags":{"type":"object","additionalProperties":{"type":"string"}},
            "share":{"type":"number","minimum":0,"maximum":1},
            "day":{"type":"string","pattern":"^20[0-9]{2}/(0[1-9]|1[0-2])/(0[1-9]|1[0-9]|2[0-8])$"}}}
            """,
        example: #"{"state":"open","tags":{"a":"b"},"share":0.25,"day":"2026/03/05"}"#,
        words: #""bridging":"allow","strictness":"shape","properties":{"day":{"as":{"date":"yyyy/MM/dd"}}},"#)

    private func places(_ flaw: Flaw) async throws -> Set<String> {
        Set(try await Self.trip.places { Model("Thing") { json in try Trip(json, flaw) } })
    }

    @Test func soundCodeGivesNoFinding() async throws { #expect(try await places(.none) == []) }

    @Test func findsAnEnumerationValueMatchedByItsPrefix() async throws {
        #expect(try await places(.beginning) == ["model.wrong-value /models/Thing/schema/properties/state"])
    }

    @Test func findsUnderscoresRemovedFromDictionaryKeys() async throws {
        #expect(try await places(.names) == ["model.wrong-value /models/Thing/schema/properties/tags"])
    }

    @Test func findsARoundedFraction() async throws {
        #expect(try await places(.fraction) == ["model.wrong-value /models/Thing/schema/properties/share"])
    }

    @Test func findsARejectedDateThatThePatternAllows() async throws {
        #expect(try await places(.december) == ["model.false-reject /models/Thing/schema/properties/day"])
    }

    // MARK: - Models in models

    private struct Track {
        let id: Int
        init?(_ json: Any?) {
            guard let json = json as? [String: Any], let id = json["id"] as? Int else { return nil }
            self.id = id
        }
    }

    private struct Album {
        let discs: [String: [Track]]
        init?(_ json: [String: Any]) {
            guard let discs = json["discs"] as? [String: [Any]] else { return nil }
            let tracks = discs.mapValues { $0.map { Track($0) } }
            guard tracks.values.allSatisfy({ !$0.contains { $0 == nil } }) else { return nil }
            self.discs = tracks.mapValues { $0.compactMap(\.self) }
        }
    }

    /// A member that a model does not read may be invalid where the model is nested in another one.
    @Test(arguments: [
        (#""unread":["/kind"],"#, #""properties":{"discs":{"model":"Track"}},"#),
        ("", #""unread":["/discs/*/*/kind"],"properties":{"discs":{"model":"Track"}},"#),
    ])
    func ignoresUnreadMembersOfNestedModels(track: String, album: String) async throws {
        let schema =
            #"{"type":"object","required":["id","kind"],"properties":{"id":{"type":"integer"},"kind":{"const":"track"}}}"#
        let trial = ModelTrial(
            models: """
                "Track":{"schema":\(schema),\(track)"bridging":"allow","examples":[{"id":1,"kind":"track"}]},
                "Album":{"schema":{"type":"object","required":["discs"],"properties":{"discs":{"type":"object",
                "additionalProperties":{"type":"array","items":{"$ref":"#/models/Track/schema"}}}}},\(album)
                "bridging":"allow",
                "examples":[{"discs":{"1":[{"id":1,"kind":"track"}],"bonus":[{"id":2,"kind":"track"}]}}]}
                """)
        let found = try await trial.places {
            Model("Track") { (json: [String: Any]) in Track(json) }
            Model("Album") { (json: [String: Any]) in Album(json) }
        }
        // The model `Track` must declare it for itself.
        #expect(found == (track.isEmpty ? ["model.unread /models/Track/schema/properties/kind"] : []))
    }

    // MARK: - Lists

    private static let basket = ModelTrial(
        models: """
            "Basket":{"schema":{"type":"object","required":["items"],"properties":{"items":{"type":"array",
            "items":{"$ref":"#/models/Item/schema"}}}},
            "examples":[{"items":[{"id":2,"name":"milk"},{"id":1,"name":"bread"},{"id":3,"name":"apples"}]}]},
            "Item":{"schema":{"type":"object","required":["id","name"],"properties":{"id":{"type":"integer"},
            "name":{"type":"string"}}},"examples":[{"id":1,"name":"bread"}]}
            """)

    private struct Item: Decodable { let id: Int, name: String }

    private struct Basket: Decodable {
        let items: [Item]
        nonisolated(unsafe) static var sorts = false
        private enum Key: CodingKey { case items }
        init(from decoder: any Decoder) throws {
            let items = try decoder.container(keyedBy: Key.self).decode([Item].self, forKey: .items)
            self.items = Self.sorts ? items.sorted { $0.name < $1.name } : items
        }
    }

    @Test func reportsAReorderedListOnce() async throws {
        func found() async throws -> [String] {
            try await Self.basket.findings {
                Model("Basket", decoding: Basket.self)
                Model("Item", decoding: Item.self)
            }
        }
        #expect(try await found() == [])
        Basket.sorts = true
        let sorted = try await found()
        #expect(
            sorted.count == 1 && sorted[0].contains("'/items/0': the elements are in a different order"), "\(sorted)")
    }
}
