import ContractChecking
import Foundation
import JSONSchema
import Testing

/// Randomly generated models and contracts, most of which do not match. A run must end, report the same findings each
/// time, and give every finding a message and a location.
///
/// `CONTRACT_FUZZ_INPUTS` sets the number of inputs (default 100, at most 5,000). A failure names the seed of the input
/// as its argument.
struct ModelFuzzTests {
    private static let inputs = min(
        ProcessInfo.processInfo.environment["CONTRACT_FUZZ_INPUTS"].flatMap { Int($0) } ?? 100, 5_000)

    private struct Thing { let a: Any?, b: Any?, c: Any? }

    @Test(arguments: 0..<inputs) func reportsTheSameFindingsInEveryRun(seed: Int) async throws {
        var maker = Maker(seed: UInt64(seed))
        let (models, readers) = maker.trial()
        let trial = ModelTrial(models: models)
        var runs: [[String]] = []
        for _ in 0..<2 {
            let report = try await trial.report {
                Model("Thing") { (json: [String: Any]) -> Thing? in
                    Thing(a: readers[0](json["a"]), b: readers[1](json["b"]), c: readers[2](json["c"]))
                }
            }
            #expect(
                report.findings.allSatisfy { !$0.message.isEmpty && !$0.contract.pointer.tokens.isEmpty }, "\(models)")
            runs.append(report.findings.map { "\($0.rule) \($0.contract.pointer) \($0.message)" })
        }
        #expect(runs[0] == runs[1], "\(models)")
    }
}

private struct Maker {
    typealias Reader = @Sendable (Any?) -> Any?

    /// SplitMix64, as Vigna published it.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return bits ^ (bits >> 31)
        }
    }

    private static let names = ["a", "b", "c"]
    private static let values: [JSON] = [
        5, 0, -3, 1.25, 1e30, "many", "", "2024-03-04", "2024-03-04T05:06:07Z", "https://a.example/x", "7", "true",
        true,
        false, .null, [], [:], ["a", "b"], [1, 2], ["x": 1], [["x": "one"]], "6F9619FF-8B86-D011-B42D-00C04FC964FF",
    ]
    private static let types: [JSON] = ["string", "integer", "number", "boolean", "null", "array", "object"]
    private static let formats: [JSON] = ["date", "date-time", "uuid", "uri", "byte", "float", "int32", "email"]
    private static let conversions: [JSON] = [
        "date-time", "date", "epoch-seconds", "milliseconds", "url", "uuid", "number", "boolean", "raw-value",
        ["date": "yyyy-MM-dd"],
    ]
    private static let readers: [Reader] = [
        { $0 as? Int ?? 20 }, { $0 as? Double ?? 0 }, { $0 as? String ?? "none" }, { $0 as? Bool ?? false },
        { $0 as? [Any] ?? [] }, { $0 as? [String: Any] ?? [:] }, { ($0 as? [String])?.first },
        { ($0 as? String).flatMap { URL(string: $0) } }, { ($0 as? String).flatMap { UUID(uuidString: $0) } },
        { ($0 as? String).flatMap { Decimal(string: $0) } }, { ($0 as? NSNumber)?.intValue ?? 1 },
        { Set($0 as? [String] ?? []) }, { ($0 as? [String: Any])?["x"] as? Int ?? 3 }, { $0 },
        { ($0 as? [[String: Any]])?.count ?? 0 },
    ]

    private var generator: Generator

    init(seed: UInt64) { generator = Generator(state: seed) }

    private mutating func one<Element>(of all: [Element]) -> Element {
        all[Int.random(in: 0..<all.count, using: &generator)]
    }

    private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

    /// Returns a model `Thing`, with an example that matches its schema, and three readers of its members.
    mutating func trial() -> (models: String, readers: [Reader]) {
        while true {
            if let trial = matchingTrial() { return trial }
        }
    }

    private mutating func matchingTrial() -> (models: String, readers: [Reader])? {
        let members = Self.names.map { ($0, made(depth: 2)) }
        let required = Self.names.filter { _ in chance(2) }.map(JSON.string)
        let schema: JSON = [
            "type": "object", "properties": .object(JSONObject(members)), "required": .array(required),
        ]
        let examples = (0..<100).map { _ in
            JSON.object(JSONObject(Self.names.filter { _ in !chance(5) }.map { ($0, one(of: Self.values)) }))
        }
        guard let compiled = try? Schema(schema), let example = examples.first(where: compiled.accepts) else {
            return nil
        }
        let mapped = Self.names.filter { _ in chance(2) }
        let model: JSON = [
            "schema": schema, "strictness": one(of: ["exact", "shape", "lenient"]), "examples": [example],
            "properties": .object(JSONObject(mapped.map { ($0, property($0)) })),
        ]
        return ("\"Thing\": \(model.text(.compact))", Self.names.map { _ in one(of: Self.readers) })
    }

    private mutating func made(depth: Int) -> JSON {
        var members: [(String, JSON)] = []
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: break
        case 1: members.append(("enum", .array([one(of: Self.values), "other"])))
        case 2: members.append(("const", one(of: Self.values)))
        case 3, 4: members.append(("type", [one(of: Self.types), "null"]))
        default: members.append(("type", one(of: Self.types)))
        }
        if chance(3) { members.append(("default", one(of: Self.values))) }
        if chance(6) { members.append(("format", one(of: Self.formats))) }
        if chance(6) { members.append((one(of: ["minimum", "minLength", "maxItems"]), 1)) }
        if depth > 0 {
            if chance(3) { members.append(("items", made(depth: depth - 1))) }
            if chance(3) { members.append(("properties", ["x": made(depth: depth - 1)])) }
            if chance(6) { members.append(("additionalProperties", chance(2) ? false : made(depth: depth - 1))) }
            if chance(8) {
                members.append((one(of: ["oneOf", "anyOf"]), [made(depth: depth - 1), made(depth: depth - 1)]))
            }
        }
        return .object(JSONObject(members))
    }

    private mutating func property(_ name: String) -> JSON {
        let place = (chance(5) ? one(of: Self.names) : name) + one(of: ["", "", "/x", "/0", "/*/x"])
        var words: [(String, JSON)] = [("pointer", .string("/\(place)"))]
        if chance(3) { words.append(("as", one(of: Self.conversions))) }
        if chance(3) { words.append((one(of: ["otherwise", "absent", "missing", "null"]), one(of: Self.values))) }
        if chance(3) { words.append(("lossy", true)) }
        if chance(5) { words.append(("order", "any")) }
        return .object(JSONObject(words))
    }
}
