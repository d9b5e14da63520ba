/// The helper that a scaffolded model reads its values with: only the members that are used are printed.
enum FieldCode {
    /// How values come: as Foundation reads JSON, or from a decoder.
    enum Dialect: Sendable {
        case dictionary, codable
    }

    /// The source of the helper with some of its members.
    static func source(_ used: Set<String>, _ dialect: Dialect) -> String {
        var used = used
        var waiting = Array(used)
        while let name = waiting.popLast() {
            for other in uses[name] ?? [] where used.insert(other).inserted { waiting.append(other) }
        }
        let members = order.filter(used.contains).compactMap { name in
            (dialect == .codable ? codable[name] : nil) ?? shared[name] ?? dictionary[name]
        }
        let absent = dialect == .codable ? ".absent" : "Field(value: nil)"
        let head = dialect == .codable ? codableHead : dictionaryHead
        let body = members.filter { !$0.isEmpty }.joined(separator: "\n").split(
            separator: "ABSENT", omittingEmptySubsequences: false)
        return head + body.joined(separator: absent) + "}\n"
    }

    private static let order = [
        "subscript", "index", "members", "list", "ifPresent", "ifThere", "orNull", "there", "isBoolean", "object",
        "array",
        "map", "string", "anyNumber", "number", "integer", "wideInteger", "boolean", "url", "date", "seconds",
        "milliseconds", "null", "isOne", "unique", "same",
        "count", "only", "others", "each", "names", "matches", "anyOf", "oneOf", "not", "contains",
    ]

    private static let uses: [String: [String]] = [
        "subscript": ["members"], "index": ["list"], "orNull": ["there"], "object": ["members"], "array": ["list"],
        "map": ["members", "subscript"], "anyNumber": ["isBoolean"], "number": ["anyNumber"], "integer": ["anyNumber"],
        "wideInteger": ["anyNumber"], "boolean": ["isBoolean"], "url": ["string"], "date": ["string"],
        "isOne": ["there", "isBoolean", "same"],
        "unique": ["list", "isBoolean", "same"], "same": [], "count": ["members"], "only": ["members"],
        "others": ["members", "subscript"], "each": ["members", "subscript"], "names": ["members"],
        "anyOf": ["matches"],
        "oneOf": ["matches"], "not": ["matches"], "contains": ["matches", "list"],
    ]

    // MARK: - Members that are the same

    private static let shared: [String: String] = [
        "url": """
            func url(_ isAllowed: (String) -> Bool = { _ in true }) throws -> URL {
                let text = try string(isAllowed)
                guard let url = URL(string: text), url.absoluteString == text else { throw Mismatch() }
                return url
            }

        """,
        "date": """
            /// A time of RFC 3339.
            func date(_ isAllowed: (String) -> Bool = { _ in true }) throws -> Date {
                let text = try string(isAllowed)
                if let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text) { return date }
                return try Date.ISO8601FormatStyle().parse(text)
            }

        """,
        "seconds": """
            /// A number of seconds since 1970.
            func seconds<Number>(_ read: (Field) throws -> Number) throws -> Date {
                Date(timeIntervalSince1970: Double("\\(try read(self))") ?? .nan)
            }

        """,
        "milliseconds": """
            /// A number of milliseconds since 1970.
            func milliseconds<Number>(_ read: (Field) throws -> Number) throws -> Date {
                Date(timeIntervalSince1970: (Double("\\(try read(self))") ?? .nan) / 1000)
            }

        """,
        "object": """
            @discardableResult func object() throws -> Field {
                guard members != nil else { throw Mismatch() }
                return self
            }

        """,
        "index": """
            subscript(index: Int) -> Field {
                get throws {
                    guard let list else { throw Mismatch() }
                    return list.indices.contains(index) ? list[index] : ABSENT
                }
            }

        """,
        "array": """
            func array<Element>(
                count isAllowed: (Int) -> Bool = { _ in true }, of read: (Field) throws -> Element
            ) throws -> [Element] {
                guard let list, isAllowed(list.count) else { throw Mismatch() }
                return try list.map(read)
            }

        """,
        "map": """
            func map<Element>(of read: (Field) throws -> Element) throws -> [String: Element] {
                guard let members else { throw Mismatch() }
                return try Dictionary(uniqueKeysWithValues: members.keys.map { ($0, try read(self[$0])) })
            }

        """,
        "matches": """
            func matches(_ check: (Field) throws -> Void) -> Bool {
                do { try check(self) } catch { return false }
                return true
            }

        """,
        "anyOf": """
            func anyOf(_ checks: (Field) throws -> Void...) throws {
                guard checks.contains(where: matches) else { throw Mismatch() }
            }

        """,
        "oneOf": """
            func oneOf(_ checks: (Field) throws -> Void...) throws {
                guard checks.filter(matches).count == 1 else { throw Mismatch() }
            }

        """,
        "not": """
            func not(_ check: (Field) throws -> Void) throws {
                if matches(check) { throw Mismatch() }
            }

        """,
        "contains": """
            func contains(_ isAllowed: (Int) -> Bool, _ check: (Field) throws -> Void) throws {
                guard let list else { return }
                guard isAllowed(list.filter { $0.matches(check) }.count) else { throw Mismatch() }
            }

        """,
        "only": """
            /// No members but those of these names.
            func only(_ names: Set<String>, or isAllowed: (String) -> Bool = { _ in false }) throws {
                guard let members else { return }
                guard members.keys.allSatisfy({ names.contains($0) || isAllowed($0) }) else { throw Mismatch() }
            }

        """,
        "others": """
            /// Every member but those of these names.
            func others(
                than names: Set<String>, or isKnown: (String) -> Bool = { _ in false }, _ check: (Field) throws -> Void
            ) throws {
                guard let members else { return }
                for name in members.keys where !names.contains(name) && !isKnown(name) { try check(self[name]) }
            }

        """,
        "each": """
            /// Every member whose name is one of these.
            func each(_ isMeant: (String) -> Bool, _ check: (Field) throws -> Void) throws {
                guard let members else { return }
                for name in members.keys where isMeant(name) { try check(self[name]) }
            }

        """,
        "names": """
            func names(_ isAllowed: (String) -> Bool) throws {
                guard let members else { return }
                guard members.keys.allSatisfy(isAllowed) else { throw Mismatch() }
            }

        """,
    ]

    /// The function that decides `multipleOf`.
    static let isMultiple = """
        /// Whether a number is a multiple of a decimal fraction, as far as a `Double` can tell.
        private func isMultiple(_ number: Double, of step: Double) -> Bool {
            let quotient = number / step
            return number == 0 || abs(number) > 1e15
                || abs(quotient) > 0.5 && abs(quotient - quotient.rounded()) <= 1e-14 * abs(quotient)
        }

        """

    /// The function that patterns are matched with.
    static let matches = """
        /// Whether a text has a part that a regular expression describes.
        private func matches(_ text: String, _ pattern: String) -> Bool {
            text.range(of: pattern, options: .regularExpression) != nil
        }

        """
}
