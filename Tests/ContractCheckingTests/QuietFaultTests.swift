import ContractChecking
import Foundation
import Testing

/// Faults that recorded instances do not show, each with sound code that resembles it.
struct QuietFaultTests {
    // MARK: - Other keys

    private static let picture = ModelTrial(
        schema: """
            {"type":"object","required":["id"],"properties":{"id":{"type":"string"},"image_url":{"type":"string"}}}
            """,
        example: #"{"id":"a","image_url":"b"}"#)

    private struct Picture { let id: String, imageURL: String? }

    @Test func findsAnotherKeyThatIsReadAsWell() async throws {
        let places = try await Self.picture.places {
            Model("Thing") { (json: [String: Any]) -> Picture? in
                guard let id = json["id"] as? String else { return nil }
                guard let url = json["image_url"] ?? json["imageUrl"] else { return Picture(id: id, imageURL: nil) }
                return (url as? String).map { Picture(id: id, imageURL: $0) }
            }
        }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/image_url"])
    }

    @Test func takesADecoderThatConvertsKeys() async throws {
        struct Picture: Decodable { let id: String, imageUrl: String? }
        let findings = try await Self.picture.findings {
            Model(
                "Thing", decoding: Picture.self,
                decoder: {
                    let decoder = JSONDecoder()
                    decoder.keyDecodingStrategy = .convertFromSnakeCase
                    return decoder
                })
        }
        #expect(findings == [])
    }

    // MARK: - Identifiers

    private struct Ticket: Decodable {
        let id: UUID
        private enum CodingKeys: CodingKey { case id }
        init(from decoder: any Decoder) throws {
            let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id)
            id = UUID(uuidString: text) ?? UUID()
        }
    }

    private static let ticket = ModelTrial(
        schema: """
            {"type":"object","required":["id"],"properties":{"id":{"type":"string","format":"uuid"}}}
            """,
        example: #"{"id":"123e4567-e89b-12d3-a456-426614174000"}"#)

    @Test func findsARandomIdentifierInPlaceOfABadText() async throws {
        struct Sound: Decodable { let id: UUID }
        #expect(try await Self.ticket.findings { Model("Thing", decoding: Sound.self) } == [])
        let report = try await Self.ticket.report { Model("Thing", decoding: Ticket.self) }
        #expect(report.findings.map(\.rule) == ["model.unstable"])
    }

    // MARK: - Enumerations

    private static let door = ModelTrial(
        schema: #"{"type":"object","required":["state"],"properties":{"state":{"enum":["open","shut"]}}}"#,
        example: #"{"state":"open"}"#)

    private struct Door<State: Decodable>: Decodable { let state: State }

    @Test func findsAnUnknownCaseThatBecomesAKnownOne() async throws {
        enum Tolerant: String, Decodable {
            case open, shut, unknown
            init(from decoder: any Decoder) throws {
                self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
            }
        }
        enum Guessing: String, Decodable {
            case open, shut
            init(from decoder: any Decoder) throws {
                self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .shut
            }
        }
        #expect(try await Self.door.findings { Model("Thing", decoding: Door<Tolerant>.self) } == [])
        let places = try await Self.door.places { Model("Thing", decoding: Door<Guessing>.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/state"])
    }

    // MARK: - Pairs

    @Test func findsAPartThatIsOnlyShownBesideAPositiveOne() async throws {
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
        struct Sound: Decodable { let nights: Int, price: Int }
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

    // MARK: - Texts with numbers

    @Test func findsAnHourOfTheAfternoonThatIsReadAsOneOfTheMorning() async throws {
        struct Minutes: Decodable {
            let at: Int
            private enum CodingKeys: CodingKey { case at }
            init(from decoder: any Decoder) throws {
                let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .at)
                at = try minutes(of: text) { $0 }
            }
        }
        struct Halved: Decodable {
            let at: Int
            private enum CodingKeys: CodingKey { case at }
            init(from decoder: any Decoder) throws {
                let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .at)
                at = try minutes(of: text) { $0 % 12 }
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["at"],"properties":{"at":{"type":"string",
                "pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]$"}}}
                """,
            example: #"{"at":"09:30"}"#, words: #""properties":{"at":{"as":"minutes"}},"#)
        let conversion = Conversion("minutes") { json -> Int? in
            let parts = (json.stringValue ?? "").split(separator: ":").compactMap { Int($0) }
            return parts.count == 2 ? parts[0] * 60 + parts[1] : nil
        }
        let sound = try await trial.findings {
            Model("Thing", decoding: Minutes.self)
            conversion
        }
        #expect(sound == [])
        let places = try await trial.places {
            Model("Thing", decoding: Halved.self)
            conversion
        }
        #expect(places == ["model.wrong-value /models/Thing/properties/at"])
    }

    @Test func findsMoneyThatGoesThroughADouble() async throws {
        struct Price: Decodable {
            let cents: Int
            private enum CodingKeys: CodingKey { case price }
            init(from decoder: any Decoder) throws {
                let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .price)
                guard text.wholeMatch(of: /[0-9]+\.[0-9]{2}/) != nil, let value = Double(text),
                    let cents = Int(exactly: (value * 100).rounded(.down))
                else { throw CocoaError(.coderReadCorrupt) }
                self.cents = cents
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["price"],"properties":{"price":{"type":"string",
                "pattern":"^[0-9]{1,9}[.][0-9]{2}$"}}}
                """,
            example: #"{"price":"12.50"}"#, words: #""properties":{"cents":{"pointer":"/price","as":"cents"}},"#)
        let places = try await trial.places {
            Model("Thing", decoding: Price.self)
            Conversion("cents") { json in json.stringValue.flatMap { Int($0.replacing(".", with: "")) } }
        }
        #expect(places == ["model.wrong-value /models/Thing/properties/cents"])
    }
}

/// The minutes of a time of day, by a reading of its hour.
private func minutes(of text: String, _ hour: (Int) -> Int) throws -> Int {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2 else { throw CocoaError(.coderReadCorrupt) }
    return hour(parts[0]) * 60 + parts[1]
}
