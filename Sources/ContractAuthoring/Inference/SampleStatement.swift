import JSONSchema

/// The constraints that a source states about a sample, as JSON Schema keywords for each place.
///
/// They replace keywords that would be inferred from the sample. A Pact states them as matching rules.
struct SampleStatement: Sendable, Hashable {
    /// Keywords for every value of the sample's type, or `nil` if the source states none.
    var keywords: JSONObject?
    /// Whether the members of an object stand for members of any name.
    var isMap = false
    /// Whether the elements of an array may be anything that the keywords allow.
    var hasOpenElements = false
    var members: [String: SampleStatement] = [:]
    var elements: [SampleStatement] = []

    subscript(token: String) -> SampleStatement? {
        members[token] ?? Int(token).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    }

    subscript(pointer: JSONPointer) -> SampleStatement? {
        pointer.tokens.reduce(self as SampleStatement?) { $0?[$1] }
    }
}

struct Sample: Sendable {
    var json: JSON
    var statement: SampleStatement?

    init(_ json: JSON, _ statement: SampleStatement? = nil) {
        self.json = json
        self.statement = statement
    }

    /// Returns the parts at a pointer, in which `*` matches every element or member.
    func matches(_ pointer: JSONPointer) -> [Sample] {
        pointer.matches(in: json).map { Sample($0.value, statement?[$0.pointer]) }
    }
}

extension SampleShape {
    /// The combined constraints on all values, or `nil` if a value has none.
    var statement: JSONObject? {
        guard let first = statements.first else { return nil }
        if statements.count == 1 { return first }
        if statements.contains(where: \.isEmpty) { return [:] }
        let counts: Set<String> = ["minItems", "maxItems"]
        guard statements.allSatisfy({ $0.keys.allSatisfy(counts.contains) }) else {
            return ["anyOf": .array(statements.map(JSON.object))]
        }
        func common(_ keyword: String, _ choice: ([Int]) -> Int?) -> (String, JSON)? {
            let values = statements.compactMap { $0[keyword]?.intValue }
            guard values.count == statements.count, let value = choice(values) else { return nil }
            return (keyword, JSON(value))
        }
        return JSONObject([common("minItems") { $0.min() }, common("maxItems") { $0.max() }].compactMap(\.self))
    }
}
