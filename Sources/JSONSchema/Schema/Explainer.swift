/// A validator that collects all violations with their locations and messages.
struct Explainer: ~Copyable {
    let isDynamic: Bool
    var scopes: [UnsafeMutablePointer<DynamicScope>] = []
    var instancePath: [String] = []
    private var evaluationPath: [String] = []
    private var depth = 0
    private var stepsLeft: StepBudget
    /// A fast validator that skips valid parts of the value.
    private var evaluator: Evaluator
    var reportBudget = ReportBudget()

    private let maximumDepth: Int
    private(set) var isTooDeep = false

    /// The evaluated properties or elements of one value.
    typealias Marks = Set<Int>

    /// The remaining capacity for violations, and the number omitted.
    struct ReportBudget {
        private var violations = 1_000
        private var bytes = 1 << 20
        private(set) var omitted = 0

        var isSpent: Bool { violations <= 0 || bytes <= 0 }

        mutating func add(bytes count: Int) {
            violations -= 1
            bytes -= count
        }

        mutating func omit() { omitted += 1 }
    }

    /// A placeholder for omitted violations, whose number matters.
    private static let omitted = SchemaLocation(document: "", pointer: .root).notice("")

    init(isDynamic: Bool, maximumDepth: Int, value: JSON, cache: JSONPartCache? = nil) {
        self.isDynamic = isDynamic
        self.maximumDepth = maximumDepth
        stepsLeft = StepBudget(value, steps: 20_000, stepsForEachPart: 200)
        evaluator = Evaluator(isDynamic: isDynamic, maximumDepth: maximumDepth, value: value, cache: cache)
    }

    mutating func violations(of json: JSON, _ root: NodeRef) -> [Violation] {
        let all = explain(root, json).violations
        guard reportBudget.omitted > 0 else { return all }
        let last = root.pointee.location.pointee.notice("\(reportBudget.omitted) more violations are left out")
        return all.filter { $0.text != "" } + [last]
    }

    /// Runs `body` without counting the violations that it reports.
    mutating func withoutSpendingBudget<Outcome>(_ body: (inout Explainer) -> Outcome) -> Outcome {
        let before = reportBudget
        defer { reportBudget = before }
        return body(&self)
    }

    struct Result {
        var violations: [Violation] = []
        var marks: Marks = []

        mutating func merge(_ other: Result) {
            violations += other.violations
            marks.formUnion(other.marks)
        }
    }

    mutating func explain(_ node: NodeRef, _ json: JSON) -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= maximumDepth, stepsLeft.take() else {
            isTooDeep = isTooDeep || depth > maximumDepth
            return Result(violations: [violation(node, [], "the check of this value was stopped: it takes too long")])
        }
        let entersScope = isDynamic && scopes.last != node.pointee.scope
        if entersScope { scopes.append(node.pointee.scope) }
        defer { if entersScope { scopes.removeLast() } }
        var result = Result()
        let types = node.pointee.types
        if types.isEmpty {
            result.violations.append(
                violation(
                    node, [], keyword: "false", "expected no value, found \(Phrase.found(json))",
                    found: Phrase.found(json)))
            return result
        }
        if !types.isSuperset(of: TypeSet(of: json)) {
            let expected = Phrase.types(types)
            result.violations.append(assertion(node, "type", expected, Phrase.found(json)))
        }
        if let general = node.pointee.general { result.merge(explainGeneral(node, general, json)) }
        switch json {
        case .null, .bool: break
        case .number(let number):
            if let rules = node.pointee.numbers { result.violations += check(node, rules, number) }
        case .string(let string):
            if let rules = node.pointee.strings { result.violations += check(node, rules, string) }
        case .array(let elements):
            if let rules = node.pointee.arrays { explainArray(node, rules, elements, &result) }
        case .object(let members):
            if let rules = node.pointee.objects { explainObject(node, rules, members, &result) }
        }
        return result
    }

    // MARK: - Violations

    private var pathLength: Int {
        evaluationPath.reduce(instancePath.reduce(0) { $0 + $1.utf8.count + 1 }) { $0 + $1.utf8.count + 1 }
    }

    mutating func violation(
        _ node: NodeRef, _ tokens: [String], keyword: String? = nil, _ message: MessageText,
        expected: MessageText? = nil,
        found: MessageText? = nil
    ) -> Violation {
        guard !reportBudget.isSpent else {
            reportBudget.omit()
            return Self.omitted
        }
        reportBudget.add(bytes: message.byteCount + pathLength)
        let location = node.pointee.location.pointee
        return Violation(
            instancePointer: JSONPointer(tokens: instancePath),
            schemaPointer: JSONPointer(tokens: location.pointer.tokens + tokens), schemaDocument: location.document,
            evaluationPath: JSONPointer(tokens: evaluationPath + tokens), keyword: keyword ?? tokens.first ?? "",
            text: message, expectation: expected, observation: found)
    }

    mutating func assertion(_ node: NodeRef, _ keyword: String, _ expected: MessageText, _ found: MessageText)
        -> Violation
    {
        let (expected, found) = MessageText.contrasted(expected, found)
        return violation(node, [keyword], "expected \(expected), found \(found)", expected: expected, found: found)
    }

    mutating func counts(
        _ node: NodeRef, _ count: Int, _ least: (keyword: String, count: Int),
        _ greatest: (keyword: String, count: Int),
        _ noun: String, found: @autoclosure () -> MessageText
    ) -> [Violation] {
        var result: [Violation] = []
        if count < least.count {
            result.append(assertion(node, least.keyword, "at least \(counted(least.count, noun))", found()))
        }
        if count > greatest.count {
            result.append(assertion(node, greatest.keyword, "at most \(counted(greatest.count, noun))", found()))
        }
        return result
    }

    mutating func apply(_ node: NodeRef, _ json: JSON, _ tokens: String...) -> Result {
        evaluationPath += tokens
        defer { evaluationPath.removeLast(tokens.count) }
        return explain(node, json)
    }

    mutating func apply(
        _ node: NodeRef, _ json: JSON, at part: String, owner: NodeRef, _ tokens: String...
    ) -> [Violation] {
        if !node.pointee.types.isEmpty {
            let accepts = evaluator.accepts(node, json, depth: depth, scopes: scopes)
            if !evaluator.isStopped, accepts { return [] }
            if !evaluator.isStopped, reportBudget.isSpent {
                reportBudget.omit()
                return [Self.omitted]
            }
        }
        instancePath.append(part)
        defer { instancePath.removeLast() }
        guard node.pointee.types.isEmpty else {
            evaluationPath += tokens
            defer { evaluationPath.removeLast(tokens.count) }
            return explain(node, json).violations
        }
        // The schema `false` forbids the part, so report the enclosing keyword.
        let isProperty = tokens.first?.hasSuffix("roperties") ?? false
        let expected: MessageText = isProperty ? "no property \(MessageText.quoted(part))" : "no element at \(part)"
        let found = Phrase.found(json)
        return [violation(owner, tokens, "expected \(expected), found \(found)", expected: expected, found: found)]
    }

    // MARK: - Scalars

    private mutating func check(
        _ node: NodeRef, _ rules: UnsafeMutablePointer<NumberRules>, _ number: JSONNumber
    ) -> [Violation] {
        var result: [Violation] = []
        let rules = rules.pointee
        let checks: [(keyword: String, bound: JSONNumber?, phrase: String, holds: (JSONNumber) -> Bool)] = [
            ("minimum", rules.minimum, "at least", { number >= $0 }),
            ("maximum", rules.maximum, "at most", { number <= $0 }),
            ("exclusiveMinimum", rules.exclusiveMinimum, "more than", { number > $0 }),
            ("exclusiveMaximum", rules.exclusiveMaximum, "less than", { number < $0 }),
            ("multipleOf", rules.multipleOf, "a multiple of", { number.isMultiple(of: $0) }),
        ]
        for case (let keyword, let bound?, let phrase, let holds) in checks where !holds(bound) {
            result.append(assertion(node, keyword, "\(phrase) \(bound)", MessageText(number.text)))
        }
        return result
    }

    private mutating func check(_ node: NodeRef, _ rules: UnsafeMutablePointer<StringRules>, _ string: String)
        -> [Violation]
    {
        var result: [Violation] = []
        let rules = rules.pointee
        let length = string.unicodeScalars.count
        result += counts(
            node, length, ("minLength", rules.minLength), ("maxLength", rules.maxLength), "character",
            found: "\(length) (\(MessageText.quoted(string)))")
        if let pattern = rules.pattern {
            let expected: MessageText = "a match of /\(pattern.source)/"
            switch pattern.match(in: string) {
            case .found: break
            case .absent: result.append(assertion(node, "pattern", expected, MessageText.quoted(string)))
            case .stopped:
                let message: MessageText = """
                    expected \(expected), but the search in a text of \(counted(length, "character")) \
                    was stopped after too many steps: simplify the pattern
                    """
                result.append(violation(node, ["pattern"], message, expected: expected))
            }
        }
        if let format = rules.format, !format.matches(string) {
            result.append(assertion(node, "format", MessageText(format.phrase), MessageText.quoted(string)))
        }
        return result
    }
}
