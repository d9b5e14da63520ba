import ContractChecking
import Foundation
import Testing

/// Arrays of mixed types, whose elements the code reads by position.
struct PositionTests {
    /// A GPS fix as trackers send it: two numbers, a name, and optional elements.
    private struct Fix: Decodable {
        let x: Double, y: Double, name: String
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            x = try list.decode(Double.self)
            y = try list.decode(Double.self)
            name = try list.decode(String.self)
        }
    }

    private struct Sound: Decodable { let fix: Fix }

    private struct Swapped: Decodable {
        let fix: Turned
        struct Turned: Decodable {
            let x: Double, y: Double, name: String
            init(from decoder: any Decoder) throws {
                let fix = try Fix(from: decoder)
                (x, y, name) = (fix.y, fix.x, fix.name)
            }
        }
    }

    /// The model may reject elements that the schema does not describe, but must read those that it describes.
    @Test func allowsRejectionOfElementsBeyondThePrefixItems() async throws {
        struct Pair: Decodable {
            let low: Double, high: Double
            init(from decoder: any Decoder) throws {
                let numbers = try decoder.singleValueContainer().decode([Double].self)
                guard numbers.count >= 2 else {
                    throw DecodingError.dataCorrupted(
                        .init(codingPath: decoder.codingPath, debugDescription: "no pair"))
                }
                (low, high) = (numbers[0], numbers[1])
            }
        }
        struct Second: Decodable {
            let low: Double, high: Double
            init(from decoder: any Decoder) throws {
                let pair = try Pair(from: decoder)
                (low, high) = (pair.high, pair.high)
            }
        }
        let trial = ModelTrial(
            schema: #"{"type":"array","minItems":2,"prefixItems":[{"type":"number"},{"type":"number"}]}"#,
            example: "[1.5,2.5]", words: #""properties":{"low":"/0","high":"/1"},"#)
        #expect(try await trial.findings { Model("Thing", decoding: Pair.self) } == [])
        let found = try await trial.places { Model("Thing", decoding: Second.self) }
        #expect(found == ["model.wrong-value /models/Thing/properties/low"])
    }

    private static let map = #""properties":{"fix.x":"/fix/0","fix.y":"/fix/1","fix.name":"/fix/2"},"#

    /// Schemas that authors write for such an array, from the loosest to the most complete.
    @Test(arguments: [
        #"{"type":"array"}"#, #"{"type":"array","minItems":3}"#,
        #"{"type":"array","minItems":3,"prefixItems":[{"type":"number"},{"type":"number"},{"type":"string"}]}"#,
        """
        {"type":"array","minItems":3,"prefixItems":[{"type":"number"},{"type":"number"},{"type":"string"},
        {"type":"object"}]}
        """,
    ])
    func comparesElementsByPosition(schema: String) async throws {
        let trial = ModelTrial(
            schema: #"{"type":"object","required":["fix"],"properties":{"fix":\#(schema)}}"#,
            example: #"{"fix":[1.5,2.5,"Quay",{}]}"#, words: Self.map)
        let sound = try await trial.findings { Model("Thing", decoding: Sound.self) }
        #expect(sound == [])
        let places = try await trial.places { Model("Thing", decoding: Swapped.self) }
        #expect(
            places == [
                "model.wrong-value /models/Thing/properties/fix.x", "model.wrong-value /models/Thing/properties/fix.y",
            ])
    }
}
