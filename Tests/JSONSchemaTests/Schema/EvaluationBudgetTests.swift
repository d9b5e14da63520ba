import Foundation
import Testing

@testable import JSONSchema

/// Expensive schemas and values with many violations, evaluated in bounded work.
struct EvaluationBudgetTests {
    /// A tree of alternatives that differ only at the leaf. Without memoization, each level doubles the work.
    private static let alternatives: JSON = [
        "oneOf": [
            ["type": "object", "properties": ["a": ["$ref": "#"], "b": ["const": 1]], "required": ["a"]],
            ["type": "object", "properties": ["a": ["$ref": "#"], "b": ["const": 2]], "required": ["a"]],
            ["const": "leaf"],
        ]
    ]

    private static func chain(_ depth: Int, leaf: JSON) -> JSON {
        (0..<depth).reduce(leaf) { value, _ in ["a": value, "b": 1] }
    }

    /// Returns the number of steps of an evaluation. The meter counts in slices of 20,000.
    private func steps(_ body: () -> Void) -> Int {
        let meter = StepMeter(steps: 1_000_000_000)
        StepMeter.$current.withValue(meter) { body() }
        return 1_000_000_000 - meter.remaining
    }

    @Test func decidesRecursiveAlternativesInLinearSteps() throws {
        let schema = try Schema(Self.alternatives)
        #expect(schema.accepts(Self.chain(160, leaf: "leaf")))
        #expect(!schema.accepts(Self.chain(160, leaf: "other")))
        let once = steps { _ = schema.accepts(Self.chain(700, leaf: "other")) }
        let twice = steps { _ = schema.accepts(Self.chain(1400, leaf: "other")) }
        #expect(once <= 100_000)
        #expect(twice <= 2 * max(once, 40_000))
    }

    @Test(arguments: ["oneOf", "anyOf"])
    func explainsRecursiveAlternativesWithinTheLimits(keyword: String) throws {
        let schema = try Schema([keyword: Self.alternatives["oneOf"] ?? .null])
        let violations = schema.violations(of: Self.chain(160, leaf: "other"))
        #expect(violations.count <= 1001)
        #expect(violations.contains { $0.instancePointer.tokens.count == 160 })
        let bytes = violations.reduce(0) { $0 + $1.message.utf8.count + $1.instancePointer.description.utf8.count }
        #expect(bytes <= 1 << 20)
        #expect(violations.last?.message.hasSuffix("more violations are left out") == true)
    }

    /// Each node may hold nodes of thirty kinds. Without a check of the tag, each level multiplies the work by thirty.
    @Test func explainsATreeOfTaggedAlternativesInLinearSteps() throws {
        let kinds = (0..<30).map { kind -> JSON in
            [
                "type": "object", "required": ["kind"],
                "properties": [
                    "kind": ["const": .string("k\(kind)")], "size": ["type": "integer"],
                    "children": ["type": "array", "items": ["$ref": "#"]],
                ],
            ]
        }
        let schema = try Schema(["oneOf": .array(kinds)])
        let leaf: JSON = ["kind": "k3", "size": "large"]
        let tree = (0..<40).reduce(leaf) { ["kind": .string("k\($1 % 30)"), "children": [$0]] }
        var violations: [Violation] = []
        #expect(steps { violations = schema.violations(of: tree) } <= 40_000)
        #expect(violations.first?.message == "expected integer, found \"large\"")
        #expect(violations.count == 42)
    }

    @Test func reportsAThousandViolationsAndCountsTheRest() throws {
        let schema = try Schema(["items": ["type": "integer"]])
        let value = JSON.array((0..<500_000).map { $0 == 7 ? 1 : "x" })
        let violations = schema.violations(of: value)
        #expect(violations.count == 1001)
        #expect(
            violations.prefix(8).map { $0.instancePointer.description } == [
                "/0", "/1", "/2", "/3", "/4", "/5", "/6", "/8",
            ])
        #expect(violations.last?.message == "498999 more violations are left out")
        #expect(violations.last?.keyword == "")
    }

    @Test func countsMissingAndSurplusProperties() throws {
        let keys = JSON.array((0..<3000).map { .string("k\($0)") })
        let missing = try Schema(["required": keys]).violations(of: [:])
        #expect(missing.count == 1001)
        #expect(missing.last?.message == "2000 more violations are left out")
        let members = JSON.object(JSONObject((0..<3000).map { ("k\($0)", JSON.null) }))
        let surplus = try Schema(["additionalProperties": false]).violations(of: members)
        #expect(surplus.count == 1001)
        #expect(surplus.last?.message == "2000 more violations are left out")
    }

    /// A matching alternative discards the violations of those before it.
    @Test func ignoresViolationsOfIrrelevantAlternatives() throws {
        let schema = try Schema([
            "required": ["id"], "anyOf": [["properties": ["list": ["items": ["type": "integer"]]]], true],
        ])
        let list = JSON.array(Array(repeating: "x", count: 5000))
        #expect(schema.violations(of: ["list": list]).map(\.keyword) == ["required"])
    }

    @Test func reportsAtMostAMebibyte() throws {
        let key = String(repeating: "k", count: 5000)
        let schema = try Schema(["additionalProperties": ["items": ["type": "integer"]]])
        let violations = schema.violations(of: .object(JSONObject([(key, .array(Array(repeating: "x", count: 1000)))])))
        #expect((100..<300).contains(violations.count))
        #expect(violations.last?.message.hasSuffix(" more violations are left out") == true)
    }

    @Test func stopsWhenTheStepsRunOut() throws {
        let schema = try Schema(["items": ["type": "integer", "allOf": [["minimum": 0]]]])
        let value = JSON.array(Array(repeating: 1, count: 100_000))
        #expect(schema.accepts(value))
        let meter = StepMeter(steps: 30_000)
        StepMeter.$current.withValue(meter) {
            #expect(!schema.accepts(value))
            #expect(meter.isSpent)
            #expect(schema.violations(of: value).first?.message.contains("stopped after too many steps") == true)
            // A short value is still evaluated.
            #expect(schema.accepts([1, 2, 3]))
        }
    }

    /// Memoization must distinguish values that occupy the same place one after another.
    @Test func doesNotReuseResultsOfAnotherValue() throws {
        let schema = try Schema([
            "items": ["anyOf": [["required": ["a"], "propertyNames": ["maxLength": 1]], ["type": "string"]]]
        ])
        let good = JSON.array(Array(repeating: ["a": [1]], count: 30_000))
        let bad = JSON.array(Array(repeating: ["a": [1]], count: 30_000) + [["bb": 1]])
        #expect(schema.accepts(good))
        #expect(!schema.accepts(bad))
        #expect(schema.violations(of: bad).contains { $0.instancePointer.description == "/30000" })
    }
}
