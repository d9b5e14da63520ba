import JSONSchema

/// The Swift type of a schema's values, and the helper's call that reads one.
struct ReaderCode {
    /// The Swift type, without the question mark of an optional.
    var type: String
    /// The call on a field, as `.string { !$0.isEmpty }`.
    var call: String
    var uses: Helpers
    /// Constraints that neither the type nor the call enforces.
    var gaps: [String] = []
    /// Advice for the reader.
    var notes: [String] = []

    /// The reader of one type; `nil` where values of it are not read as one Swift value.
    init?(_ facts: SchemaFacts, as type: SchemaFacts.PlainType, depth: Int = 0) {
        guard depth < 8 else { return nil }
        switch type {
        case .string: self.init(text: facts)
        case .integer, .number: self.init(number: facts, isWhole: type == .integer)
        case .boolean:
            let only = facts.choices?.compactMap(\.boolValue) ?? []
            guard only.count != 1 else { return nil }
            self.init(type: "Bool", call: ".boolean()", uses: ["boolean"])
        case .array: self.init(array: facts, depth)
        case .object: self.init(map: facts, depth)
        }
    }

    /// The reader of a place whose values all are of one type and fit no alternatives.
    static func sole(_ facts: SchemaFacts, depth: Int = 0) -> ReaderCode? {
        guard !facts.hasCombinations, !facts.isImpossible, let types = facts.plainTypes, types.count == 1 else {
            return nil
        }
        return ReaderCode(facts, as: types[0], depth: depth)
    }

    init(type: String, call: String, uses: Helpers) {
        self.type = type
        self.call = call
        self.uses = uses
    }

    // MARK: - Texts

    private init(text facts: SchemaFacts) {
        let (conditions, uses, gaps) = TextConditions.of(facts)
        self.init(
            type: "String", call: ".string" + Self.closure(conditions), uses: uses.union(["string"]))
        self.gaps = gaps
    }

    /// `()` for no conditions, else a closure of all of them.
    static func closure(_ conditions: [String], behind arguments: String = "") -> String {
        let call = arguments.isEmpty && !conditions.isEmpty ? "" : "(\(arguments))"
        return conditions.isEmpty ? call : "\(call) { \(conditions.joined(separator: " && ")) }"
    }

    // MARK: - Numbers

    private init(number facts: SchemaFacts, isWhole: Bool) {
        guard isWhole, let range = facts.integerRange else {
            self.init(double: facts, isWhole: isWhole)
            return
        }
        var conditions: [String] = []
        var uses: Helpers = []
        if let choices = facts.choices, choices.compactMap(\.intValue).count < range.count {
            conditions.append(
                "[\(choices.compactMap { $0.intValue.map(String.init) }.joined(separator: ", "))].contains($0)")
        }
        for step in facts.divisors {
            if let step = step.intValue, step != 0 {
                conditions.append("$0.isMultiple(of: \(step))")
            } else if let other = JSONNumber(step.doubleValue) {
                conditions.append("isMultiple(Double($0), of: \(other.text))")
                uses.functions.insert("isMultiple")
            }
        }
        let exact = -9_007_199_254_740_991...9_007_199_254_740_991
        let isWide = range.lowerBound < exact.lowerBound || range.upperBound > exact.upperBound
        let argument = range == exact ? "" : "in: \(Self.literal(range.lowerBound))...\(Self.literal(range.upperBound))"
        let name = isWide ? "wideInteger" : "integer"
        self.init(
            type: "Int", call: ".\(name)" + Self.closure(conditions, behind: argument),
            uses: uses.union([name]))
    }

    private init(double facts: SchemaFacts, isWhole: Bool) {
        var conditions: [String] = []
        if isWhole { conditions.append("$0 == $0.rounded()") }
        if let choices = facts.choices {
            let numbers = choices.compactMap { $0.numberValue?.text }
            conditions.append("[\(numbers.joined(separator: ", "))].contains($0)")
        }
        if let least = facts.minimum, let greatest = facts.maximum, least <= greatest {
            conditions.append("(\(Self.literal(least))...\(Self.literal(greatest))).contains($0)")
        } else {
            if let least = facts.minimum { conditions.append("$0 >= \(least.text)") }
            if let greatest = facts.maximum { conditions.append("$0 <= \(greatest.text)") }
        }
        if let least = facts.exclusiveMinimum { conditions.append("$0 > \(least.text)") }
        if let greatest = facts.exclusiveMaximum { conditions.append("$0 < \(greatest.text)") }
        var uses: Helpers = ["number"]
        for step in facts.divisors {
            // A binary fraction divides exactly.
            if JSONNumber(step.doubleValue * 1_048_576)?.isInteger ?? false {
                conditions.append("$0.truncatingRemainder(dividingBy: \(step.text)) == 0")
            } else {
                conditions.append("isMultiple($0, of: \(step.text))")
                uses.functions.insert("isMultiple")
            }
        }
        self.init(type: "Double", call: ".number" + Self.closure(conditions), uses: uses)
        if isWhole {
            notes.append(
                "the schema allows whole numbers that an Int cannot hold; give it 'minimum' and 'maximum' to have an Int"
            )
        }
    }

    private static func literal(_ number: JSONNumber) -> String { number.text }

    /// An integer with its digits in groups.
    private static func literal(_ number: Int) -> String {
        if number == .min { return "Int.min" }
        if number == .max { return "Int.max" }
        let digits = Array(String(number.magnitude))
        guard digits.count > 4 else { return String(number) }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "_" }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + text
    }

    // MARK: - Lists and maps

    private init?(array facts: SchemaFacts, _ depth: Int) {
        guard facts.choices == nil, facts.prefixItems.isEmpty, facts.contained.isEmpty, !facts.hasUniqueItems,
            !facts.items.isEmpty, let element = Self.element(facts.items, depth)
        else { return nil }
        let count = Self.range("$0", facts.itemCounts)
        let argument = count.map { "count: { \($0) }" } ?? ""
        self.init(
            type: "[\(element.type)]", call: ".array\(argument.isEmpty ? "" : "(\(argument))") { \(element.call) }",
            uses: element.uses.union(["array"]))
        (gaps, notes) = (element.gaps, element.notes)
    }

    private init?(map facts: SchemaFacts, _ depth: Int) {
        guard facts.properties.isEmpty, facts.required.isEmpty, facts.limits.count == 1,
            facts.patternProperties.isEmpty, facts.propertyNames.isEmpty, facts.memberCounts.isOpen,
            facts.dependentRequired.isEmpty, facts.dependentSchemas.isEmpty, facts.choices == nil,
            let schema = facts.limits.first?.schema, schema.json.objectValue != nil,
            let element = Self.element([schema], depth)
        else { return nil }
        self.init(
            type: "[String: \(element.type)]", call: ".map { \(element.call) }", uses: element.uses.union(["map"]))
        (gaps, notes) = (element.gaps, element.notes)
    }

    /// The expression that reads an element of a list or a map.
    private static func element(_ schemas: [SchemaView], _ depth: Int) -> ReaderCode? {
        let facts = SchemaFacts(schemas)
        guard let inner = sole(facts, depth: depth + 1) else { return nil }
        var element = inner
        element.call = facts.isNullable ? "try $0.orNull()?\(inner.call)" : "try $0\(inner.call)"
        if facts.isNullable {
            element.type += "?"
            element.uses.insert("orNull")
        }
        return element
    }

    /// The condition of a count; `nil` where any will do.
    static func range(_ name: String, _ bounds: SchemaFacts.Bounds) -> String? {
        switch (bounds.least, bounds.greatest) {
        case (0, nil): nil
        case (let least, nil): "\(name) >= \(least)"
        case (0, let greatest?): "\(name) <= \(greatest)"
        case (let least, let greatest?) where least == greatest: "\(name) == \(least)"
        case (let least, let greatest?): least < greatest ? "(\(least)...\(greatest)).contains(\(name))" : "false"
        }
    }
}

/// The conditions of a text in Swift, each on `$0`.
enum TextConditions {
    static func of(_ facts: SchemaFacts) -> (conditions: [String], uses: Helpers, gaps: [String]) {
        var conditions: [String] = []
        var uses: Helpers = []
        var gaps: [String] = []
        if let choices = facts.choices {
            let texts = choices.compactMap(\.stringValue).map(SwiftName.literal)
            conditions.append("[\(texts.joined(separator: ", "))].contains($0)")
        }
        if facts.lengths.least == 1, facts.lengths.greatest == nil {
            conditions.append("!$0.isEmpty")
        } else if let range = ReaderCode.range("$0.unicodeScalars.count", facts.lengths) {
            conditions.append(range)
        }
        for pattern in facts.patterns {
            conditions.append("matches($0, \(raw(SwiftPattern.text(of: pattern))))")
            uses.functions.insert("matches")
        }
        for format in facts.formats where HelperCode.isAsserted(format) {
            if let function = HelperCode.function(for: format) {
                conditions.append("\(function)($0)")
                uses.functions.insert(function)
            } else {
                gaps.append("the format '\(format)'")
            }
        }
        return (conditions, uses, gaps)
    }

    private static func raw(_ text: String) -> String {
        if text.contains("\n") || text.contains("\r") { return SwiftName.literal(text) }
        var hashes = "#"
        while text.contains("\"" + hashes) || text.contains("\\" + hashes) { hashes += "#" }
        return "\(hashes)\"\(text)\"\(hashes)"
    }
}
