import HTTPRecording
import JSONSchema

extension PactReader {
    /// Reads the rules of a message: by expression in version 2, by category and expression in later versions.
    func rules(_ message: PactCursor) throws(SourceFault) -> MatchingRules {
        guard let cursor = message["matchingRules"], !cursor.json.isNull else { return MatchingRules() }
        return version < .v3 ? try flat(cursor) : try categorised(cursor)
    }

    private func flat(_ cursor: PactCursor) throws(SourceFault) -> MatchingRules {
        var found = MatchingRules()
        var body: [(path: RulePath, rules: RuleSet)] = []
        for (key, value) in try cursor.members() {
            guard let path = RulePath(key), case .key(let category)? = path.steps.first else {
                throw value.failure(expected: "an expression such as '$.body.name' as its key", found: "'\(key)'")
            }
            let set = RuleSet(rules: [try rule(value)])
            let rest = RulePath(Array(path.steps.dropFirst()))
            switch (category, rest.steps.first) {
            case ("body", _): body.append((rest, set))
            case ("headers", .key(let name)?), ("header", .key(let name)?): found.header[name.lowercased()] = set
            case ("query", .key(let name)?): found.query[name] = set
            case ("path", nil): found.path = set
            case ("method", nil): found.method = set
            default: throw value.failure(expected: "a rule for body, headers, query or path", found: "'\(key)'")
            }
        }
        found.body = RuleScope(body)
        return found
    }

    private func categorised(_ cursor: PactCursor) throws(SourceFault) -> MatchingRules {
        try cursor.allow(["body", "header", "headers", "query", "path", "method", "status", "metadata"])
        var found = MatchingRules()
        if let path = cursor["path"] { found.path = try undividedRules(path) }
        if let method = cursor["method"] { found.method = try undividedRules(method) }
        if let status = cursor["status"] { found.status = try undividedRules(status) }
        for (name, value) in try (cursor["header"] ?? cursor["headers"])?.members() ?? [] {
            found.header[plainName(name).lowercased()] = try set(value)
        }
        for (name, value) in try cursor["query"]?.members() ?? [] { found.query[plainName(name)] = try set(value) }
        if let body = cursor["body"] { found.body = try scope(body) }
        return found
    }

    /// Reads the rules of an indivisible part. Some tools write them under an empty name.
    private func undividedRules(_ cursor: PactCursor) throws(SourceFault) -> RuleSet? {
        if let nested = cursor[""] { return try set(nested) }
        return cursor.json.objectValue?.isEmpty ?? false ? nil : try set(cursor)
    }

    /// Returns the name without a value's index (`ids[0]`, `$.ids[*]`, `$['ids'][*]`).
    func plainName(_ name: String) -> String {
        if name.hasPrefix("$"), case .key(let plain)? = RulePath(name)?.steps.first { return plain }
        guard name.hasSuffix("]"), let bracket = name.lastIndex(of: "["), bracket > name.startIndex else { return name }
        let inside = name[bracket...].dropFirst().dropLast()
        return inside == "*" || inside.allSatisfy(\.isNumber) ? String(name[..<bracket]) : name
    }

    private func scope(_ cursor: PactCursor) throws(SourceFault) -> RuleScope {
        RuleScope(try cursor.membersByPath().map { path, value throws(SourceFault) in (path, try set(value)) })
    }

    private func set(_ cursor: PactCursor) throws(SourceFault) -> RuleSet {
        try cursor.allow(["matchers", "combine"])
        var set = RuleSet(rules: try rules(of: try cursor.member("matchers")))
        if let combine = cursor["combine"] {
            guard let combination = RuleSet.Combination(rawValue: try combine.string()) else {
                throw combine.failure(expected: "'AND' or 'OR'", found: combine.json.text())
            }
            set.combination = combination
        }
        return set
    }

    private func rules(of cursor: PactCursor) throws(SourceFault) -> [MatchingRule] {
        try cursor.elements().map(rule)
    }

    /// Reads one rule. `match` may be missing if another member implies it.
    private func rule(_ cursor: PactCursor) throws(SourceFault) -> MatchingRule {
        let object = try cursor.object()
        let implied = ["regex", "timestamp", "datetime", "date", "time"].first { object[$0] != nil } ?? "type"
        let name = try cursor["match"]?.string() ?? implied
        func allow(_ keys: String...) throws(SourceFault) { try cursor.allow(["match"] + keys) }
        switch name {
        case "regex":
            try allow("regex")
            let regex = try cursor.member("regex")
            return .regex(try anchoredPattern(try regex.string(), regex))
        case "type":
            try allow("min", "max")
            return .type(min: try cursor["min"]?.int(), max: try cursor["max"]?.int())
        case "date", "time", "datetime", "timestamp":
            try allow("format", name)
            return try date(name, cursor)
        case "include":
            try allow("value")
            return .include(try cursor.member("value").string())
        case "contentType":
            try allow("value")
            return .contentType(MediaType(try cursor.member("value").string()))
        case "statusCode":
            try allow("status")
            return .statusCode(try status(try cursor.member("status")))
        case "eachKey", "eachValue":
            try allow("rules", "value")
            let rules = try cursor["rules"].map(rules(of:)) ?? []
            return name == "eachKey" ? .eachKey(rules) : .eachValue(rules)
        case "arrayContains":
            try allow("variants")
            return .arrayContains(try cursor.member("variants").elements().map(variant))
        case "semver":
            try allow()
            return .regex(try anchoredPattern(#"\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?"#, cursor))
        default:
            guard let rule = Self.plain[name] else {
                let names = Self.plain.keys.sorted() + Self.composed
                throw cursor.failure(
                    expected: "a matcher of the specification",
                    found: "'\(name)'" + Suggestion.text(for: name, among: names))
            }
            try allow()
            return rule
        }
    }

    private func variant(_ cursor: PactCursor) throws(SourceFault) -> MatchingRule.Variant {
        try cursor.allow(["index", "rules", "generators"])
        return MatchingRule.Variant(
            index: try cursor.member("index").int(), rules: try cursor["rules"].map(scope) ?? RuleScope())
    }

    private static let plain: [String: MatchingRule] = [
        "equality": .equality, "integer": .integer, "decimal": .number, "number": .number, "boolean": .boolean,
        "null": .null, "values": .values, "notEmpty": .notEmpty,
    ]
    private static let composed = [
        "regex", "type", "date", "time", "datetime", "timestamp", "include", "contentType", "statusCode", "eachKey",
        "eachValue", "arrayContains", "semver",
    ]

    private func date(_ name: String, _ cursor: PactCursor) throws(SourceFault) -> MatchingRule {
        let defaults = ["date": "yyyy-MM-dd", "time": "HH:mm:ss"]
        let format = try (cursor["format"] ?? cursor[name])?.string() ?? defaults[name] ?? "yyyy-MM-dd'T'HH:mm:ss"
        guard let pattern = DateFormat.pattern(format) else {
            throw cursor.failure(expected: "a Java date format", found: "'\(format)'")
        }
        return .date(name: name, format: format, pattern)
    }

    static let statusClasses = [
        "info": 100...199, "success": 200...299, "redirect": 300...399, "clientError": 400...499,
        "serverError": 500...599, "nonError": 100...399, "error": 400...599,
    ]

    private func status(_ cursor: PactCursor) throws(SourceFault) -> MatchingRule.StatusRule {
        if cursor.json.arrayValue != nil {
            return .codes(try cursor.elements().map { element throws(SourceFault) in try element.int() })
        }
        let name = try cursor.string()
        guard let range = Self.statusClasses[name] else {
            throw cursor.failure(
                expected: "a class of status codes",
                found: "'\(name)'" + Suggestion.text(for: name, among: Self.statusClasses.keys.sorted()))
        }
        return .range(range, name: name)
    }

    /// Compiles an expression for the whole string. Retries without escapes that only other dialects allow.
    private func anchoredPattern(_ source: String, _ cursor: PactCursor) throws(SourceFault) -> Pattern {
        do throws(PatternError) { return try Pattern("^(?:\(source))$") } catch {
            do throws(PatternError) { return try Pattern("^(?:\(Self.withoutIdleEscapes(source)))$") } catch {
                throw cursor.failure(expected: "an ECMA-262 regular expression", found: "'\(source)': \(error.message)")
            }
        }
    }

    private static func withoutIdleEscapes(_ source: String) -> String {
        source.replacing(/\\(.)/.dotMatchesNewlines()) { match in
            let hasMeaning = match.output.1.contains { $0.isLetter || $0.isNumber || "\\^$.*+?()[]{}|/-".contains($0) }
            return hasMeaning ? match.output.0 : match.output.1
        }
    }
}
