import Foundation
import JSONSchema
import Testing

@Suite struct EvaluationTests {
    @Test(arguments: [
        ("0.3", "0.1", true), ("0.35", "0.1", false), ("1e400", "3", false), ("3e400", "3", true),
        ("1e-400", "1e-401", true),
        ("123456789012345678901234567890", "10", true), ("123456789012345678901234567891", "10", false),
        ("121932631137021795226185032733622923332237463801111263526900", "123456789012345678901234567890", true),
        ("121932631137021795226185032733622923332237463801111263526901", "123456789012345678901234567890", false),
        ("1e308", "0.123456789", false), ("0", "7", true), ("-9", "3", true), ("1e1000000000", "7", false),
        ("7e1000000000", "7", true), ("12391239123.01", "0.01", true), ("18446744073709551615", "5", true),
    ])
    func dividesExactly(number: String, divisor: String, isMultiple: Bool) throws {
        let schema = try Schema(JSON(parsing: "{\"multipleOf\":\(divisor)}"))
        #expect(try schema.accepts(JSON(parsing: number)) == isMultiple)
    }

    @Test func comparesBoundsExactly() throws {
        let schema = try Schema(JSON(parsing: #"{"minimum":0.1,"exclusiveMaximum":9007199254740993}"#))
        #expect(try schema.accepts(JSON(parsing: "9007199254740992")))
        #expect(try !schema.accepts(JSON(parsing: "9007199254740993.0")))
        #expect(try !schema.accepts(JSON(parsing: "0.0999999999999999999999")))
    }

    @Test func countsCodePoints() throws {
        let schema = try Schema(["minLength": 2, "maxLength": 2])
        #expect(schema.accepts("\u{1F600}\u{1F600}") && schema.accepts("e\u{301}") && !schema.accepts("\u{E9}"))
    }

    @Test func checksObjectsOfManyShapes() throws {
        let schema = try Schema([
            "items": [
                "properties": ["a": ["type": "integer"], "b": ["type": "string"]], "required": ["a"],
                "patternProperties": ["^n": ["type": "null"]], "additionalProperties": ["type": "boolean"],
            ]
        ])
        var elements: [JSON] = []
        for number in 0..<3_000 {
            var object: JSONObject = ["a": 1]
            for bit in 0..<11 where number & (1 << bit) != 0 { object["n\(bit)"] = nil as JSON }
            object["k\(number)"] = true
            elements.append(.object(object))
        }
        #expect(schema.accepts(.array(elements)))
        elements[2_999] = ["a": 1, "k2999": "not a boolean"]
        #expect(!schema.accepts(.array(elements)))
        #expect(schema.violations(of: .array(elements)).map(\.instancePointer.description) == ["/2999/k2999"])
    }

    @Test func checksTheDeepestValueOnASmallStack() throws {
        let depth = JSONParsingOptions.deepestNesting
        let schema = try Schema([
            "$ref": "#/$defs/tree",
            "$defs": [
                "tree": [
                    "allOf": [
                        [
                            "items": ["$ref": "#/$defs/tree"], "properties": ["a": ["$ref": "#/$defs/tree"]],
                            "type": ["array", "object", "integer"],
                        ]
                    ]
                ]
            ],
        ])
        let open = String(repeating: "[{\"a\":", count: depth / 2)
        let close = String(repeating: "}]", count: depth / 2)
        let good = try JSON(parsing: open + "1" + close)
        let bad = try JSON(parsing: open + "\"x\"" + close)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            if schema.accepts(good), schema.violations(of: bad).map(\.instancePointer.tokens.count) == [depth] {
                done.signal()
            }
        }
        #if DEBUG
            thread.stackSize = 4 * 512 * 1024
        #else
            thread.stackSize = 512 * 1024
        #endif
        thread.start()
        #expect(done.wait(timeout: .now() + 60) == .success)
    }

    @Test func stopsWhatWouldTakeExponentialTime() throws {
        var definitions = JSONObject()
        for level in 0..<60 {
            let next: JSON = ["$ref": .string("#/$defs/l\(level + 1)")]
            definitions["l\(level)"] = ["allOf": [next, next]]
        }
        definitions["l60"] = ["type": "integer"]
        let schema = try Schema(["$ref": "#/$defs/l0", "$defs": .object(definitions)])
        #expect(!schema.accepts(1))
        let message = try #require(schema.violations(of: 1).first?.message)
        #expect(message.contains("stopped after too many steps"))
        #expect(!schema.violations(of: "x").isEmpty)
    }

    @Test func stopsAPatternThatBacktracksWithoutEnd() throws {
        let schema = try Schema(["pattern": "^(?:(a*)*)*\\1b$"])
        let text = JSON.string(String(repeating: "a", count: 200))
        #expect(!schema.accepts(text))
        let message = try #require(schema.violations(of: text).first?.message)
        #expect(message.contains("stopped after too many steps"))
    }

    @Test func sharesOneSchemaAmongThreads() async throws {
        let schema = try Schema(["items": ["properties": ["a": ["$ref": "#"]], "required": ["a"]]])
        let good: JSON = [["a": [["a": []]]], ["a": 1]]
        let bad: JSON = [["a": [["b": []]]]]
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    (0..<200).allSatisfy { _ in schema.accepts(good) && schema.violations(of: bad).count == 1 }
                }
            }
            for await holds in group { #expect(holds) }
        }
    }
}
