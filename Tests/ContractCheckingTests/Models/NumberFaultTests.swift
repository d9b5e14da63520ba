import ContractChecking
import Foundation
import Testing

/// Inexact or invented numbers, each with similar sound code.
struct NumberFaultTests {
    private enum Keys: CodingKey { case total, weight, wind }

    // MARK: - Decimals

    private static let total = ModelTrial(
        schema: """
            {"type":"object","required":["total"],"properties":{"total":{"type":"number","minimum":0,"maximum":10000000}}}
            """,
        example: #"{"total":269.7}"#)

    private struct Total: Decodable { let total: Decimal }

    private struct Doubled: Decodable {
        let total: Decimal
        init(from decoder: any Decoder) throws {
            total = Decimal(try decoder.container(keyedBy: Keys.self).decode(Double.self, forKey: .total))
        }
    }

    @Test func findsADecimalThatIsReadAsADouble() async throws {
        #expect(try await Self.total.findings { Model("Thing", decoding: Total.self) } == [])
        let places = try await Self.total.places { Model("Thing", decoding: Doubled.self) }
        #expect(places == ["model.wrong-value /models/Thing/schema/properties/total"])
    }

    /// Numbers outside the schema's bounds may lose digits on the way through a Double.
    @Test func acceptsADecimalMadeFromTheTextOfADouble() async throws {
        struct Printed: Decodable {
            let total: Decimal
            init(from decoder: any Decoder) throws {
                let number = try decoder.container(keyedBy: Keys.self).decode(Double.self, forKey: .total)
                guard let total = Decimal(string: "\(number)") else { throw CocoaError(.coderReadCorrupt) }
                self.total = total
            }
        }
        #expect(try await Self.total.findings { Model("Thing", decoding: Printed.self) } == [])
    }

    // MARK: - Texts

    private static let balance = ModelTrial(
        schema: """
            {"type":"object","required":["total"],"properties":{"total":{"type":"string",
            "pattern":"^-?[0-9]{1,6}[.][0-9]{2}$"}}}
            """,
        example: #"{"total":"12.50"}"#, words: #""properties":{"total":{"as":"number"}},"#)

    private struct Balance: Decodable {
        let total: Decimal
        nonisolated(unsafe) static var takesDebts = true
        init(from decoder: any Decoder) throws {
            let text = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .total)
            guard let total = Decimal(string: text), Self.takesDebts || total >= 0 else {
                throw CocoaError(.coderReadCorrupt)
            }
            self.total = total
        }
    }

    @Test func findsARejectedNegativeAmountThatThePatternAllows() async throws {
        #expect(try await Self.balance.findings { Model("Thing", decoding: Balance.self) } == [])
        Balance.takesDebts = false
        let places = try await Self.balance.places { Model("Thing", decoding: Balance.self) }
        #expect(places == ["model.false-reject /models/Thing/schema/properties/total"])
    }

    private static let weight = ModelTrial(
        schema: """
            {"type":"object","required":["weight"],"properties":{"weight":{"type":"string",
            "pattern":"^[0-9]{1,3}[.][0-9]{1,3}$"}}}
            """,
        example: #"{"weight":"81.35"}"#, words: #""properties":{"weight":{"as":"number"}},"#)

    private struct Weight: Decodable {
        let weight: Decimal
        init(from decoder: any Decoder) throws {
            let text = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .weight)
            guard let weight = Decimal(string: text) else { throw CocoaError(.coderReadCorrupt) }
            self.weight = weight
        }
    }

    private struct OptionalWeight: Decodable {
        let weight: Decimal?
        init(from decoder: any Decoder) throws {
            let text = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .weight)
            weight = Decimal(string: text)
        }
    }

    private struct WeightOrZero: Decodable {
        let weight: Decimal
        init(from decoder: any Decoder) throws {
            weight = try OptionalWeight(from: decoder).weight ?? 0
        }
    }

    private struct WeightOrNaN: Decodable {
        let weight: Double
        init(from decoder: any Decoder) throws {
            let text = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .weight)
            weight = Double(text) ?? .nan
        }
    }

    @Test func findsADefaultNumberForAnInvalidString() async throws {
        #expect(try await Self.weight.findings { Model("Thing", decoding: Weight.self) } == [])
        #expect(try await Self.weight.findings { Model("Thing", decoding: OptionalWeight.self) } == [])
        let places = try await Self.weight.places { Model("Thing", decoding: WeightOrZero.self) }
        #expect(places == ["model.wrong-value /models/Thing/properties/weight"])
        #expect(try await Self.weight.places { Model("Thing", decoding: WeightOrNaN.self) } == places)
    }

    // MARK: - Conversions

    private static let wind = ModelTrial(
        schema: #"{"type":"object","required":["wind"],"properties":{"wind":{"type":"number"}}}"#,
        example: #"{"wind":501}"#, words: #""properties":{"wind":{"as":"km/h"}},"#)

    private struct Wind: Decodable {
        let wind: Double
        init(from decoder: any Decoder) throws {
            wind = try decoder.container(keyedBy: Keys.self).decode(Double.self, forKey: .wind) * (1 / 3.6)
        }
    }

    private struct RoughWind: Decodable {
        let wind: Double
        init(from decoder: any Decoder) throws {
            let wind = try decoder.container(keyedBy: Keys.self).decode(Double.self, forKey: .wind)
            self.wind = (abs(wind) < 1e30 ? Double(Float(wind)) : wind) / 3.6
        }
    }

    @Test func acceptsRoundingErrorsOfADoubleButNotOfAFloat() async throws {
        let conversion = Conversion("km/h") { json in json.doubleValue.map { $0 / 3.6 } }
        let sound = try await Self.wind.findings {
            Model("Thing", decoding: Wind.self)
            conversion
        }
        #expect(sound == [])
        let places = try await Self.wind.places {
            Model("Thing", decoding: RoughWind.self)
            conversion
        }
        #expect(places == ["model.wrong-value /models/Thing/properties/wind"])
    }
}
