import ContractChecking
import Foundation
import Testing

/// Faults that only related members or several elements reveal, each with similar sound code.
struct QuietPairTests {
    private static let spot = ModelTrial(
        schema: """
            {"type":"object","required":["latitude","longitude","title","note"],"properties":{
            "latitude":{"type":"number"},"longitude":{"type":"number"},"title":{"type":"string"},"note":{"type":"string"}}}
            """,
        example: #"{"latitude":1.5,"longitude":2.5,"title":"a","note":"b"}"#)

    private struct Spot: Decodable { let latitude: Double, longitude: Double, title: String, note: String }

    /// Copies a spot, with optional faults.
    private struct SpotReader {
        let latitude: Double?, longitude: Double?, title: String, note: String
        init(_ spot: Spot, hidesOrigin: Bool = false, namesBlank: Bool = false) {
            let isHidden = hidesOrigin && spot.latitude == 0 && spot.longitude == 0
            (latitude, longitude) = isHidden ? (nil, nil) : (spot.latitude, spot.longitude)
            (title, note) = (namesBlank && spot.title.isEmpty && spot.note.isEmpty ? "-" : spot.title, spot.note)
        }
    }

    private static func reader(_ make: @escaping @Sendable (Spot) -> SpotReader) -> Model {
        Model("Thing", data: { make(try JSONDecoder().decode(Spot.self, from: $0)) })
    }

    @Test func findsValuesLostWhenBothAreZeroOrEmpty() async throws {
        #expect(try await Self.spot.findings { Self.reader { SpotReader($0) } } == [])
        let zero = try await Self.spot.places { Self.reader { SpotReader($0, hidesOrigin: true) } }
        #expect(
            zero == [
                "model.wrong-value /models/Thing/schema/properties/latitude",
                "model.wrong-value /models/Thing/schema/properties/longitude",
            ])
        let empty = try await Self.spot.places { Self.reader { SpotReader($0, namesBlank: true) } }
        #expect(empty == ["model.wrong-value /models/Thing/schema/properties/title"])
    }

    private struct Place: Decodable {
        let point: [Double]?

        private enum Key: CodingKey { case point }

        init(from decoder: any Decoder, hidesOrigin: Bool) throws {
            let point = try decoder.container(keyedBy: Key.self).decode([Double].self, forKey: .point)
            self.point = hidesOrigin && point.allSatisfy { $0 == 0 } && point.count == 2 ? nil : point
        }

        init(from decoder: any Decoder) throws { try self.init(from: decoder, hidesOrigin: false) }
    }

    private struct HidingPlace: Decodable {
        let point: [Double]?

        init(from decoder: any Decoder) throws { point = try Place(from: decoder, hidesOrigin: true).point }
    }

    @Test func findsAPairLostWhenBothElementsAreZero() async throws {
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["point"],"properties":{"point":{"type":"array","minItems":2,"maxItems":2,
                "items":{"type":"number"}}}}
                """,
            example: #"{"point":[1.5,2.5]}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Place.self) } == [])
        let places = try await trial.places { Model("Thing", decoding: HidingPlace.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/point"])
    }

    private static let reminder = ModelTrial(
        schema: """
            {"type":"object","required":["title"],"properties":{"title":{"type":"string"},"due":{"type":"string"},
            "note":{"type":"string"}}}
            """,
        example: #"{"title":"a","due":"2026-03-01T10:00:00Z","note":"b"}"#, words: #""strictness":"lenient","#)

    private struct Reminder {
        let title: String, due: Date?, note: String?

        init?(json: [String: Any], note: (_ title: String, _ note: String?) -> String?) {
            guard let title = json["title"] as? String else { return nil }
            self.title = title
            due = (json["due"] as? String).flatMap { ISO8601DateFormatter().date(from: $0) }
            self.note = note(title, json["note"] as? String)
        }
    }

    /// An empty string is not a date, even if the other strings are empty, too.
    @Test func acceptsANilDateIfAllStringsAreEmpty() async throws {
        let findings = try await Self.reminder.findings {
            Model("Thing") { (json: [String: Any]) in Reminder(json: json) { $1 } }
        }
        #expect(findings == [])
    }

    @Test func findsANilStringIfAllStringsAreEmpty() async throws {
        let places = try await Self.reminder.places {
            Model("Thing") { (json: [String: Any]) in Reminder(json: json) { $0.isEmpty && $1 == "" ? nil : $1 } }
        }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/note"])
    }

    /// The contract relates both members, so the model may reject a start that is not before its end.
    @Test func allowsRejectionOfRelatedMembersThatAreBothZero() async throws {
        struct Span: Decodable {
            let from: Int, to: Int
            private enum CodingKeys: CodingKey { case from, to }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                (from, to) = (try values.decode(Int.self, forKey: .from), try values.decode(Int.self, forKey: .to))
                if from >= to { throw CocoaError(.coderReadCorrupt) }
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["from","to"],"properties":{"from":{"type":"integer"},"to":{"type":"integer"}}}
                """,
            example: #"{"from":2,"to":90}"#, words: #""related":[["from","to"]],"#)
        #expect(try await trial.findings { Model("Thing", decoding: Span.self) } == [])
    }

    @Test func relatesMembersWhoseNamesContainASlash() async throws {
        struct Range: Decodable {
            let least: Int, most: Int
            private enum CodingKeys: String, CodingKey { case least = "km/h", most = "max" }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                (least, most) = (
                    try values.decode(Int.self, forKey: .least), try values.decode(Int.self, forKey: .most)
                )
                if least > most { throw CancellationError() }
            }
        }
        func findings(_ related: String) async throws -> [String] {
            try await ModelTrial(
                schema: """
                    {"type":"object","required":["km/h","max"],"properties":{"km/h":{"type":"integer"},"max":{"type":"integer"}}}
                    """,
                example: #"{"km/h":2,"max":90}"#,
                words: #""properties":{"least":"/km~1h","most":"/max"},"related":[\#(related)],"#
            ).findings { Model("Thing", decoding: Range.self) }
        }
        #expect(try await findings(#"["km/h","max"]"#) == [])
        #expect(try await findings(#"["/km~1h","/max"]"#) == [])
        #expect(try await findings("") != [])
    }

    @Test func findsDroppedDuplicates() async throws {
        struct Item: Decodable, Hashable { let id: Int }
        struct Sound: Decodable { let items: [Item], tags: Set<String> }
        struct Once: Decodable {
            let items: [Item], tags: [String]
            private enum CodingKeys: CodingKey { case items, tags }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                tags = try values.decode([String].self, forKey: .tags)
                items = try values.decode([Item].self, forKey: .items).reduce(into: []) {
                    if !$0.contains($1) { $0.append($1) }
                }
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["items","tags"],"properties":{"tags":{"type":"array","items":{"type":"string"}},
                "items":{"type":"array","items":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"}}}}}}
                """,
            example: #"{"items":[{"id":1},{"id":2}],"tags":["a","b"]}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Sound.self) } == [])
        let places = try await trial.places { Model("Thing", decoding: Once.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/items"])
    }

    @Test func findsADroppedNullElement() async throws {
        struct Sound: Decodable { let hours: [Int?] }
        struct Compact: Decodable {
            let hours: [Int?]
            private enum CodingKeys: CodingKey { case hours }
            init(from decoder: any Decoder) throws {
                let all = try decoder.container(keyedBy: CodingKeys.self).decode([Int?].self, forKey: .hours)
                hours = all.filter { $0 != nil }
            }
        }
        struct Whole: Decodable {
            let hours: [Int]
            init(from decoder: any Decoder) throws { hours = try Compact(from: decoder).hours.compactMap { $0 } }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["hours"],"properties":{"hours":{"type":"array",
                "items":{"type":["integer","null"]}}}}
                """,
            example: #"{"hours":[300,null]}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Sound.self) } == [])
        for model in [Model("Thing", decoding: Compact.self), Model("Thing", decoding: Whole.self)] {
            let findings = try await trial.findings { model }
            #expect(findings.count == 1)
            let start = "model.wrong-value /models/Thing/schema/properties/hours: 'hours' does not follow '/hours'"
            #expect(findings.first?.hasPrefix("\(start): it has 1 element, not 2 ") == true)
        }
    }

    @Test func findsAValueLostBesideAZero() async throws {
        struct Stay: Decodable {
            let nights: Int, price: Int
            private enum CodingKeys: CodingKey { case nights, price }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                nights = try values.decode(Int.self, forKey: .nights)
                let full = try values.decode(Int.self, forKey: .price)
                price = nights == 0 ? 0 : full
            }
        }
        struct Sound: Decodable {
            let nights: Int, price: Int
            var nightly: Int { nights == 0 ? 0 : price / nights }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["nights","price"],"properties":{"nights":{"type":"integer","minimum":-5},
                "price":{"type":"integer"}}}
                """,
            example: #"{"nights":2,"price":90}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Sound.self) } == [])
        let places = try await trial.places { Model("Thing", decoding: Stay.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/price"])
    }

    private struct Position: Decodable, Equatable { var lat: [Double], lon: [Double] }

    /// Degrees, minutes and seconds, all of which are zero at the origin.
    @Test func findsAPositionThatIsLostWhenAllNumbersOfItsListsAreZero() async throws {
        struct Photo: Decodable { let position: Position? }
        let list = #"{"type":"array","minItems":2,"maxItems":2,"items":{"type":"number"}}"#
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["position"],"properties":{"position":{"type":"object","required":["lat","lon"],
                "properties":{"lat":\(list),"lon":\(list)}}}}
                """, example: #"{"position":{"lat":[59,54.5],"lon":[10,45]}}"#, words: #""strictness":"shape","#)
        func places(hidesOrigin: Bool) async throws -> [String] {
            try await trial.places {
                Model(
                    "Thing",
                    data: { data -> Photo in
                        let photo = try JSONDecoder().decode(Photo.self, from: data)
                        guard let position = photo.position else { throw CocoaError(.coderValueNotFound) }
                        return hidesOrigin && position == Position(lat: [0, 0], lon: [0, 0])
                            ? Photo(position: nil) : photo
                    })
            }
        }
        #expect(try await places(hidesOrigin: false) == [])
        #expect(
            try await places(hidesOrigin: true) == ["model.wrong-value /models/Thing/schema/properties/position"])
    }
}
