import ContractChecking
import Foundation
import Testing

/// Values of types with a coding by the platform, and of types that only their own code interprets.
struct PlatformValueTests {
    @Test func suggestsAConversionForATypeParsedFromAString() async throws {
        struct Version: Decodable {
            let major, minor: Int
            init(from decoder: any Decoder) throws {
                let text = try String(from: decoder)
                let parts = text.split(separator: ".").compactMap { Int($0) }
                guard parts.count == 2 else {
                    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: text))
                }
                (major, minor) = (parts[0], parts[1])
            }
        }
        struct App: Decodable { let version: Version }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["version"],"properties":{"version":{"enum":["1.2","10.0"]}}}
                """, example: #"{"version":"1.2"}"#)
        let found = try await trial.findings { Model("Thing", decoding: App.self) }
        #expect(found.count == 1)
        #expect(found.first?.contains(#": "as" can name a Conversion that makes a Version of it"#) == true, "\(found)")
    }

    @Test func suggestsNoConversionForAnInputThatTheContractRefuses() async throws {
        struct Count: Decodable {
            let value: Int
            init(from decoder: any Decoder) throws {
                do { value = try Int(from: decoder) } catch { value = 0 }
            }
        }
        struct Shelf: Decodable { let count: Count }
        let trial = ModelTrial(
            schema: #"{"type":"object","required":["count"],"properties":{"count":{"type":"integer"}}}"#,
            example: #"{"count":3}"#, words: #""strictness":"lenient","#)
        let found = try await trial.findings { Model("Thing", decoding: Shelf.self) }
        #expect(found.contains { $0.hasPrefix("model.wrong-value") }, "\(found)")
        #expect(!found.contains { $0.contains("Conversion") }, "\(found)")
    }

    /// Foundation takes the 29th of February 2023 for the first of March, and an initializer need not know better.
    @Test func allowsADayThatFoundationMovesToTheNextMonth() async throws {
        struct Plan { let at: Date }
        struct Note { let at: String }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["at"],"properties":{"at":{"type":"string","format":"date-time"}}}
                """, example: #"{"at":"2026-03-01T12:00:00Z"}"#)
        let found = try await trial.findings {
            Model("Thing") { json -> Plan? in
                guard let text = json["at"] as? String else { return nil }
                for options in [
                    ISO8601DateFormatter.Options.withInternetDateTime, [.withInternetDateTime, .withFractionalSeconds],
                ] {
                    let formatter = ISO8601DateFormatter()
                    formatter.formatOptions = options
                    if let date = formatter.date(from: text) { return Plan(at: date) }
                }
                return nil
            }
        }
        #expect(found == [], "\(found)")
        let kept = try await trial.findings {
            Model("Thing") { json -> Note? in (json["at"] as? String).map { Note(at: $0) } }
        }
        #expect(kept.contains { $0.hasPrefix("model.false-accept") }, "\(kept)")
    }

    @Test func allowsRejectionOfUnparsableStringsAndFindsChangedURLs() async throws {
        struct Page: Decodable { let link: URL, id: UUID }
        struct MadeUpPage: Decodable {
            let link: URL?, id: UUID
            private enum Key: CodingKey { case link, id }
            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: Key.self)
                link = URL(string: try values.decode(String.self, forKey: .link).lowercased())
                id = try values.decode(UUID.self, forKey: .id)
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["link","id"],"properties":{"link":{"type":"string"},"id":{"type":"string"}}}
                """, example: #"{"link":"https://a.example/B","id":"3F2504E0-4F89-41D3-9A0C-0305E82C3301"}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Page.self) } == [])
        let found = try await trial.findings { Model("Thing", decoding: MadeUpPage.self) }
        #expect(found.contains { $0.hasPrefix("model.wrong-value") && $0.contains("'link'") }, "\(found)")
    }

    @Test(arguments: [true, false]) func comparesNumberObjectsWithNumericStrings(isExact: Bool) async throws {
        struct Price {
            let price: NSDecimalNumber, count: NSNumber
            init?(_ json: [String: Any], isExact: Bool) {
                guard let price = json["price"] as? String, let count = (json["count"] as? String).flatMap(Int.init),
                    let decimal = isExact ? Decimal(string: price) : Double(price).map({ Decimal($0) })
                else { return nil }
                (self.price, self.count) = (decimal as NSDecimalNumber, count as NSNumber)
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["price","count"],"properties":{"count":{"type":"string","pattern":"^[0-9]{1,3}$"},
                "price":{"type":"string","pattern":"^[0-9]{1,6}\\\\.[0-9]{2}$"}}}
                """, example: #"{"price":"10.50","count":"07"}"#,
            words: """
                "strictness":"lenient",
                "properties":{"price":{"pointer":"/price","as":"number"},"count":{"pointer":"/count","as":"number"}},
                """)
        let found = try await trial.findings {
            Model("Thing") { (json: [String: Any]) in Price(json, isExact: isExact) }
        }
        #expect(found.contains { $0.hasPrefix("model.wrong-value") && $0.contains("'price'") } == !isExact, "\(found)")
        #expect(!found.contains { $0.contains("'count'") }, "\(found)")
    }

    @Test func requiresNoMapForTheDurationOfADateInterval() async throws {
        struct Stay: Decodable {
            let stay: DateInterval
            private enum Key: CodingKey { case stay }
            private struct Nights: Decodable { let start, end: Date }
            static func nights(_ decoder: any Decoder) throws -> (start: Date, end: Date) {
                let nights = try decoder.container(keyedBy: Key.self).decode(Nights.self, forKey: .stay)
                return (nights.start, nights.end)
            }
            init(from decoder: any Decoder) throws {
                let nights = try Self.nights(decoder)
                stay = DateInterval(start: nights.start, end: nights.end)
            }
        }
        struct LongStay: Decodable {
            let stay: DateInterval
            init(from decoder: any Decoder) throws {
                let nights = try Stay.nights(decoder)
                stay = DateInterval(start: nights.start, end: nights.end + 86_400)
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["stay"],"properties":{"stay":{"type":"object","required":["start","end"],
                "properties":{"start":{"enum":["2024-01-02T03:04:05Z"]},"end":{"enum":["2024-01-03T03:04:05Z"]}}}}}
                """,
            example: #"{"stay":{"start":"2024-01-02T03:04:05Z","end":"2024-01-03T03:04:05Z"}}"#)
        let decoder: @Sendable () -> JSONDecoder = {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return decoder
        }
        #expect(try await trial.findings { Model("Thing", decoding: Stay.self, decoder: decoder) } == [])
        let places = try await trial.places { Model("Thing", decoding: LongStay.self, decoder: decoder) }
        #expect(Set(places) == ["model.wrong-value /models/Thing/schema/properties/stay/properties/end"])
    }

    /// The coding of `CGSize` reads the first two of three numbers.
    @Test func allowsPlatformTypesToIgnoreExtraElements() async throws {
        struct Icon: Decodable { let size: CGSize }
        struct Turned: Decodable {
            let size: CGSize
            private enum Key: CodingKey { case size }
            init(from decoder: any Decoder) throws {
                let size = try decoder.container(keyedBy: Key.self).decode(CGSize.self, forKey: .size)
                self.size = CGSize(width: size.height, height: size.width)
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["size"],"properties":{"size":
                {"type":"array","minItems":2,"maxItems":2,"prefixItems":[{"type":"number"},{"type":"number"}]}}}
                """, example: #"{"size":[1.5,2]}"#, words: #""strictness":"shape","#)
        let sound = try await trial.findings { Model("Thing", decoding: Icon.self) }
        #expect(sound == [])
        let places = try await trial.places { Model("Thing", decoding: Turned.self) }
        #expect(Set(places) == ["model.wrong-value /models/Thing/schema/properties/size"])
    }

    /// Any JSON value, in an implementation that many projects copy. It stores null as an `NSNull`.
    private struct AnyCodable: Decodable {
        let value: Any

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let readers: [() throws -> Any] = [
                { try container.decode(Bool.self) }, { try container.decode(Int.self) },
                { try container.decode(Double.self) }, { try container.decode(String.self) },
                { try container.decode([AnyCodable].self).map(\.value) },
            ]
            value =
                if container.decodeNil() {
                    NSNull()
                } else {
                    try readers.lazy.compactMap { try? $0() }.first
                        ?? container.decode([String: AnyCodable].self).mapValues(\.value)
                }
        }
    }

    @Test func comparesAnyCodableByItsValue() async throws {
        struct Bag: Decodable { let extra: [String: AnyCodable], one: AnyCodable }
        struct Mixed: Decodable {
            let extra: [String: AnyCodable], one: AnyCodable
            private enum Key: CodingKey { case extra, one }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                extra = try container.decode([String: AnyCodable].self, forKey: .extra)
                one = try extra["model"] ?? container.decode(AnyCodable.self, forKey: .one)
            }
        }
        let trial = ModelTrial(
            schema: """
                {"type":"object","required":["extra","one"],"properties":{"extra":{"type":"object"},"one":true}}
                """,
            example: #"{"extra":{"model":null,"tags":["a"],"in":{"b":{"c":[1,null]}},"n":1.5},"one":{"a":1}}"#)
        #expect(try await trial.findings { Model("Thing", decoding: Bag.self) } == [])
        let places = try await trial.places { Model("Thing", decoding: Mixed.self) }
        #expect(Set(places) == ["model.wrong-value /models/Thing/schema/properties/one"])
    }
}
