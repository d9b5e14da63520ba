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

    /// Computed with another language's integers. Each case makes the first estimate of a quotient digit too high.
    @Test(arguments: [
        ("14081254471837491007040628242959370764081254999999999500000000", "14081254500000000000000001", false),
        ("390130486999999999902467378250000000000000000", "195065243500000000000000000", false),
        ("639927525360072473000000000", "639927525999999999", false),
        ("1500000000499999996192625237999999999614749522000000004", "1500000000499999999192625238999999998", true),
        ("772757469340863793863621264750000000", "772757470500000000", false),
        ("500000000499999996750000001000000000000000002", "500000000999999998", true),
        ("572839026927160971245871341181289632681289631", "999999998999999999", false),
        (
            "193831540499999999369605320387523328093162140953418929999999999", "387663080999999998000000001000000000",
            false
        ),
        ("999999997499999999500000003999999998749999998", "999999998499999999", false),
        ("499999999999999998750000001499999995499999996500000001000000000", "1000000001999999999500000000", true),
        ("107923098854988811638715898", "215846197499999999", false),
        ("499999999000000000999999998999999999499999998", "999999998999999998999999999", false),
        (
            "619530563999999998880469436000000001551573007999999998948426993",
            "619530563999999999500000000000000001051573008", false
        ),
        ("999999998499999998", "999999998499999999", false),
        (
            "499999998999999999500000001249999999499999999000000001", "999999999999999999000000000499999999999999998",
            false
        ),
        ("999999998500000003249999996250000002499999998499999999", "499999999500000000999999999", false),
        ("404590568000000000404590567999999999", "500000000000000000500000000", false),
        ("999999998400069025053900113905958286032985202272055656", "999999998900069025499999999000000001", false),
        (
            "1635110741577125366318782416966441818078810630299635100260910299", "1806166810000000001977292782999999999",
            false
        ),
        (
            "750000000249999998750000001250000000749999998750000000750000000", "1500000000499999999000000001500000000",
            false
        ),
        ("999999998500000000499999999499999999500000000", "1000000000000000001", false),
        ("746248640999999999746248640007502718492497284499999997000000000", "1492497281999999998000000001", false),
        ("500000000316832678388538818455424519", "999999998774439665000000000", false),
        ("499999998000000002249999999000000000", "999999998000000000499999999", false),
    ])
    func dividesLongNumbers(number: String, divisor: String, isMultiple: Bool) throws {
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
            for bit in 0..<11 where number & (1 << bit) != 0 { object["n\(bit)"] = .null as JSON }
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

    @Test func stopsAnExponentialEvaluation() throws {
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

    @Test func stopsEndlessBacktracking() throws {
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

@Suite struct LargeObjectTests {
    /// Two of 40 members have schemas, listed in a different order than in the object.
    private static let schema: JSON = [
        "properties": ["k30": ["type": "integer"], "k2": ["type": "string"]], "unevaluatedProperties": false,
        "dependentSchemas": ["k1": ["patternProperties": ["^k": true]]],
    ]

    private static func object(_ changes: JSONObject) -> JSON {
        var members = JSONObject((0..<40).map { ("k\($0)", .null) })
        for (name, value) in changes { members[name] = value }
        return .object(members)
    }

    @Test func checksMembersNamedByASchema() throws {
        let schema = try Schema(Self.schema)
        #expect(schema.accepts(Self.object(["k2": "a", "k30": 1])))
        #expect(!schema.accepts(Self.object(["k2": "a", "k30": "1"])))
        #expect(!schema.accepts(Self.object(["k2": "a", "k30": 1, "x": 1])))
        #expect(
            schema.violations(of: Self.object(["k2": 1, "k30": "1"])).map(\.instancePointer.description) == [
                "/k2", "/k30",
            ])
    }
}
