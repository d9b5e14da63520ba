import JSONSchema

/// The statements of a source about a sample beside its value: keywords of JSON Schema, place by place.
///
/// A Pact says it by matching rules. The keywords take the place of what would be guessed from the sample's text.
struct SampleStatement: Sendable, Hashable {
    /// Keywords for every value of the sample's type; `nil` where the source says nothing.
    var keywords: JSONObject?
    /// Whether the members of an object stand for members of any name.
    var isMap = false
    /// Whether elements of an array may be anything that the keywords allow.
    var hasOpenElements = false
    var members: [String: SampleStatement] = [:]
    var elements: [SampleStatement] = []

    /// The statement about a member or an element.
    subscript(token: String) -> SampleStatement? {
        members[token] ?? Int(token).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    }

    /// The statement about a place in the sample.
    subscript(pointer: JSONPointer) -> SampleStatement? {
        pointer.tokens.reduce(self as SampleStatement?) { $0?[$1] }
    }
}

/// A value that somebody saw or wrote down, and what its source says of it beside.
struct Sample: Sendable {
    var json: JSON
    var statement: SampleStatement?

    init(_ json: JSON, _ statement: SampleStatement? = nil) {
        self.json = json
        self.statement = statement
    }

    /// The parts at a pointer, in which `*` is every element or member.
    func matches(_ pointer: JSONPointer) -> [Sample] {
        pointer.matches(in: json).map { Sample($0.value, statement?[$0.pointer]) }
    }
}

extension SampleShape {
    /// The common statement about all values here; `nil` where one has none.
    var statement: JSONObject? {
        guard stated > 0, stated == count - nulls, let first = statements.first else { return nil }
        if statements.count == 1 { return first }
        // An empty statement allows everything.
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
