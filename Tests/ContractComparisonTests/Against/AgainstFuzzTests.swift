import Foundation
import JSONSchema
import Testing

@testable import ContractComparison

/// A generator of pseudorandom schemas and values, the same in every run.
private struct Maker {
    var state: UInt64

    mutating func next(_ count: Int) -> Int {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(count))
    }

    mutating func scalar() -> JSON {
        [.null, true, false, 0, 1, 2, 3, -1, 1.5, "", "a", "ab", "abc", "b"][next(14)]
    }

    mutating func value(_ depth: Int) -> JSON {
        switch depth > 0 ? next(4) : 0 {
        case 1: return .array((0..<next(3)).map { _ in value(depth - 1) })
        case 2, 3: return .object(JSONObject(["a", "b", "c"].prefix(next(4)).map { ($0, value(depth - 1)) }))
        default: return scalar()
        }
    }

    mutating func schema(_ depth: Int) -> JSON {
        if next(12) == 0 { return .bool(next(3) > 0) }
        if next(14) == 0 { return ["$ref": "#/$defs/a"] }
        var schema: JSONObject = [:]
        for _ in 0...next(3) { add(to: &schema, depth) }
        return .object(schema)
    }

    private mutating func add(to schema: inout JSONObject, _ depth: Int) {
        let types: [JSON] = ["null", "boolean", "integer", "number", "string", "array", "object"]
        let small = JSON.number(JSONNumber(next(4)))
        switch next(depth > 0 ? 22 : 10) {
        case 0, 1: schema["type"] = types[next(7)]
        case 2: schema["type"] = .array([types[next(3)], types[3 + next(4)]])
        case 3: schema["enum"] = .array((0...next(3)).map { _ in scalar() })
        case 4: schema[["minimum", "exclusiveMinimum"][next(2)]] = small
        case 5: schema[["maximum", "exclusiveMaximum"][next(2)]] = small
        case 6: schema[["minLength", "maxLength"][next(2)]] = small
        case 7: schema["pattern"] = ["^a", "b", "^a+$", ""][next(4)]
        case 8: schema["multipleOf"] = [1, 2, 0.5][next(3)]
        case 9: schema["required"] = [["a", "b"][next(2)]]
        case 10, 11: schema["properties"] = ["a": self.schema(depth - 1), "b": self.schema(depth - 1)]
        case 12: schema["additionalProperties"] = self.schema(depth - 1)
        case 13: schema["items"] = self.schema(depth - 1)
        case 14: schema[["minItems", "maxItems", "minProperties", "maxProperties"][next(4)]] = small
        case 15: schema["prefixItems"] = [self.schema(depth - 1)]
        case 16: schema["allOf"] = [self.schema(depth - 1), self.schema(depth - 1)]
        case 17, 18: schema["anyOf"] = [self.schema(depth - 1), self.schema(depth - 1)]
        case 19: schema["oneOf"] = [self.schema(depth - 1), self.schema(depth - 1)]
        case 20: schema["not"] = self.schema(depth - 1)
        default:
            schema["if"] = self.schema(depth - 1)
            schema["then"] = self.schema(depth - 1)
            schema["patternProperties"] = ["^a": self.schema(depth - 1)]
        }
    }
}

/// The comparison of random schemas. `CONTRACT_FUZZ_INPUTS` sets the number of schemas per test (default 50).
struct AgainstFuzzTests {
    private static let inputs =
        ProcessInfo.processInfo.environment["CONTRACT_FUZZ_INPUTS"].flatMap { Int($0) }.map { min($0, 5_000) } ?? 50

    /// Checks both verdicts with the validators: no value contradicts a containment, and every witness is a
    /// counterexample.
    @Test(arguments: 0..<4)
    func neverContradictsTheValidators(seed: Int) throws {
        var maker = Maker(state: UInt64(seed))
        var within = 0
        var refuted = 0
        for _ in 0..<Self.inputs {
            let definition = maker.schema(2)
            let root: JSON = ["left": maker.schema(3), "right": maker.schema(3), "$defs": ["a": definition]]
            let uri = URL(fileURLWithPath: "/schemas.json")
            let provider = SchemaDocument(root: root, uri: uri)
            let client = SchemaDocument(root: root, uri: uri)
            guard let left = provider.schema(at: "/left"), let right = client.schema(at: "/right") else { continue }
            let gaps = Subsumption(openness: .any).gaps(
                try #require(provider.view(at: "/left")), within: try #require(client.view(at: "/right")))
            if gaps.isEmpty {
                within += 1
                for _ in 0..<200 {
                    let value = maker.value(3)
                    #expect(!left.accepts(value) || right.accepts(value), "\(root.text()) \(value.text())")
                }
            }
            for gap in gaps {
                guard case .contradicted(let witness, _) = gap.verdict else { continue }
                refuted += 1
                #expect(left.accepts(witness) && !right.accepts(witness), "\(root.text()) \(witness.text())")
            }
        }
        // Both verdicts must occur.
        #expect(within > 2 && refuted > 10)
    }

    @Test(arguments: 0..<4)
    func neverContradictsThatASchemaContainsItself(seed: Int) throws {
        var maker = Maker(state: UInt64(1_000 + seed))
        for _ in 0..<Self.inputs {
            let root: JSON = ["schema": maker.schema(3), "$defs": ["a": maker.schema(2)]]
            let uri = URL(fileURLWithPath: "/schemas.json")
            let left = SchemaDocument(root: root, uri: uri)
            let right = SchemaDocument(root: root, uri: uri)
            let gaps = Subsumption(openness: .any).gaps(
                try #require(left.view(at: "/schema")), within: try #require(right.view(at: "/schema")))
            for gap in gaps {
                if case .contradicted(let witness, _) = gap.verdict {
                    Issue.record("\(root.text()) \(witness.text())")
                }
            }
        }
    }
}
