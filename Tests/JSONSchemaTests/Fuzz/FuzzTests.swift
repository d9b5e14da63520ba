import Foundation
import JSONSchema
import Testing
import YAMLValues

/// Feeds mutated input to the parsers and the schema compiler. They must not trap or hang, and both evaluators must
/// agree.
///
/// `CONTRACT_FUZZ_INPUTS` is the number of inputs per test (default 2,000), `CONTRACT_FUZZ_SECONDS` the time limit per
/// test (default 60) and `CONTRACT_FUZZ_SEED` the seed of the random sequence.
@Suite(.serialized) struct FuzzTests {
    private static func setting(_ name: String, otherwise: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? otherwise
    }

    /// Generates inputs until their number or the time limit is reached.
    private func fuzz(_ title: String, _ body: (inout Mutator) -> Void) {
        let inputs = Self.setting("CONTRACT_FUZZ_INPUTS", otherwise: 2_000)
        let end = ContinuousClock.now + .seconds(Self.setting("CONTRACT_FUZZ_SECONDS", otherwise: 60))
        let seed = UInt64(Self.setting("CONTRACT_FUZZ_SEED", otherwise: 1))
        var made = 0
        while made < inputs, ContinuousClock.now < end {
            // Each input has its own seed, so that it can be reproduced alone.
            var mutator = Mutator(seed: seed &+ UInt64(made))
            body(&mutator)
            made += 1
        }
        print("fuzz: \(title): \(made) inputs from seed \(seed)")
        #expect(made > 0)
    }

    @Test func parsesAnyBytesWithoutATrap() {
        fuzz("parser") { mutator in
            let bytes = mutator.bytes(from: Seeds.texts)
            let options = JSONParsingOptions(
                duplicateKeys: mutator.chance(2) ? .reject : .keepLast, allowsByteOrderMark: mutator.chance(2))
            guard let json = try? JSON(parsing: bytes, options: options) else { return }
            #expect((try? JSON(parsing: json.bytes(.pretty))) == json)
            #expect(JSONSourceMap(bytes).position(of: .root) != nil)
            if case .array(let elements) = json, !elements.isEmpty {
                #expect(JSONSourceMap(bytes).position(of: JSONPointer(tokens: ["\(elements.count - 1)"])) != nil)
            }
        }
    }

    @Test func readsAnyYAMLWithoutATrap() {
        fuzz("yaml") { mutator in
            let bytes = mutator.bytes(from: Seeds.yamlTexts, tokens: Seeds.yamlTokens)
            guard let documents = try? JSON.documents(yaml: bytes), let first = documents.first else { return }
            // JSON is a subset of YAML, so the written value must read back equal.
            #expect((try? JSON(yaml: first.bytes(.pretty))) == first, "\(String(decoding: bytes, as: UTF8.self))")
            let source = SourceFile(path: "", bytes: bytes, syntax: .yaml)
            #expect(source.place(of: .root).line > 0)
            if case .object(let members) = first, let key = members.keys.last {
                #expect(source.keyPlace(of: JSONPointer(tokens: [key])).line > 0)
            }
        }
    }

    @Test func compilesAnySchemaTextWithoutATrap() {
        fuzz("schema text") { mutator in
            guard let json = try? JSON(parsing: mutator.bytes(from: Seeds.schemas)) else { return }
            check(json, &mutator)
        }
    }

    @Test func compilesAnySchemaValueWithoutATrap() throws {
        let schemas = try Seeds.schemas.map { try JSON(parsing: $0) }
        fuzz("schema value") { mutator in check(mutator.value(from: schemas), &mutator) }
    }

    @Test func matchesAnyPatternWithoutATrap() {
        fuzz("pattern") { mutator in
            let pattern = String(decoding: mutator.bytes(from: Seeds.patterns), as: UTF8.self)
            let subject = String(decoding: mutator.bytes(from: Seeds.subjects), as: UTF8.self)
            guard let schema = try? Schema(["pattern": .string(pattern)]) else { return }
            #expect(schema.accepts(.string(subject)) == schema.violations(of: .string(subject)).isEmpty)
        }
    }

    private func check(_ json: JSON, _ mutator: inout Mutator) {
        guard let schema = try? Schema(json, formats: mutator.chance(2) ? .assert : .annotate) else { return }
        for _ in 0..<4 {
            var random = RandomJSON(seed: mutator.next())
            let instance = mutator.chance(3) ? json : random.value(depth: 3)
            #expect(schema.accepts(instance) == schema.explain(instance).isEmpty, "\(json) on \(instance)")
        }
    }
}

/// Mutates texts and values at random.
struct Mutator {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next() -> UInt64 { generator.next() }
    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &generator) }
    mutating func chance(_ bound: Int) -> Bool { below(bound) == 0 }

    /// Returns a text with a few bytes changed, removed, duplicated or taken from another text.
    mutating func bytes(from texts: [String], tokens: [String] = Seeds.tokens) -> [UInt8] {
        var bytes = Array(texts[below(texts.count)].utf8)
        for _ in 0..<below(6) {
            let position = below(bytes.count)
            switch below(6) {
            case 0 where !bytes.isEmpty: bytes[position] = UInt8(truncatingIfNeeded: next())
            case 1 where !bytes.isEmpty: bytes.remove(at: position)
            case 2: bytes.insert(contentsOf: tokens[below(tokens.count)].utf8, at: position)
            case 3 where !bytes.isEmpty:
                let end = min(bytes.count, position + below(20))
                bytes.insert(contentsOf: Array(bytes[position..<end]), at: below(bytes.count))
            case 4:
                let other = Array(texts[below(texts.count)].utf8)
                bytes = bytes.prefix(position) + other.suffix(below(other.count))
            default: bytes.removeSubrange(min(bytes.count, position + below(9))...)
            }
        }
        return bytes
    }

    /// Returns a value with a few parts replaced.
    mutating func value(from values: [JSON]) -> JSON {
        var value = values[below(values.count)]
        for _ in 0..<(1 + below(4)) { value = graft(part(of: values[below(values.count)]), into: value) }
        return value
    }

    private mutating func part(of json: JSON) -> JSON {
        if chance(4) { return json }
        switch json {
        case .array(let elements) where !elements.isEmpty: return part(of: elements[below(elements.count)])
        case .object(let members) where !members.isEmpty: return part(of: members[below(members.count)].value)
        case .null, .bool, .number, .string, .array, .object: return json
        }
    }

    private mutating func graft(_ part: JSON, into json: JSON) -> JSON {
        if chance(5) { return part }
        switch json {
        case .array(var elements) where !elements.isEmpty:
            let index = below(elements.count)
            elements[index] = graft(part, into: elements[index])
            return .array(elements)
        case .object(var members) where !members.isEmpty:
            let key = chance(6) ? Seeds.keywords[below(Seeds.keywords.count)] : members.keys[below(members.count)]
            members[key] = graft(part, into: members[key] ?? true)
            return .object(members)
        case .null, .bool, .number, .string, .array, .object: return part
        }
    }
}
