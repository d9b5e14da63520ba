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

    private static let dictionaryHead = """
        /// A value of a JSON object, read as the type that is asked for or not at all: nothing is converted.
        private struct Field {
            struct Mismatch: Error {}

            var value: Any?


        """

    private static let codableHead = """
        /// A value of a JSON text, read as the type that is asked for or not at all: a decoder alone checks types only.
        private indirect enum Field: Decodable {
            case absent, null, boolean(Bool), whole(Int), number(Double), string(String), array([Field]), object([String: Field])

            struct Mismatch: Error {}

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                if value.decodeNil() {
                    self = .null
                } else if let boolean = try? value.decode(Bool.self) {
                    self = .boolean(boolean)
                } else if let whole = try? value.decode(Int.self), try value.decode(Decimal.self) == Decimal(whole) {
                    // A decoder rounds a great fraction, such as 9007199254740991.5, to a whole number.
                    self = .whole(whole)
                } else if let number = try? value.decode(Double.self) {
                    self = .number(number)
                } else if let string = try? value.decode(String.self) {
                    self = .string(string)
                } else if let array = try? value.decode([Field].self) {
                    self = .array(array)
                } else {
                    self = .object(try value.decode([String: Field].self))
                }
            }


        """

    // MARK: - Members that differ

    private static let dictionary: [String: String] = [
        "subscript": "    subscript(key: String) -> Field { Field(value: members?[key]) }\n",
        "members": "    var members: [String: Any]? { value as? [String: Any] }\n",
        "list": "    var list: [Field]? { (value as? [Any])?.map { Field(value: $0) } }\n",
        "ifPresent": """
            /// Nil where the value is absent or null.
            var ifPresent: Field? { value == nil || value is NSNull ? nil : self }

        """,
        "ifThere": """
            /// Nil where the value is absent; null is a value of the wrong type.
            var ifThere: Field? { value == nil ? nil : self }

        """,
        "orNull": """
            /// Nil where the value is null; it must be there.
            func orNull() throws -> Field? { try there().value is NSNull ? nil : self }

        """,
        "there": """
            /// The value, which must be there.
            @discardableResult func there() throws -> Field {
                guard value != nil else { throw Mismatch() }
                return self
            }

        """,
        "isBoolean": """
            /// Foundation holds `true` and `false` as two numbers of their own, which casts do not tell apart.
            var isBoolean: Bool {
                guard let number = value as? NSNumber else { return false }
                return number === NSNumber(value: true) || number === NSNumber(value: false)
            }

        """,
        "string": """
            func string(_ isAllowed: (String) -> Bool = { _ in true }) throws -> String {
                guard let text = value as? String, isAllowed(text) else { throw Mismatch() }
                return text
            }

        """,
        "anyNumber": """
            func anyNumber() throws -> NSNumber {
                guard let number = value as? NSNumber, !isBoolean else { throw Mismatch() }
                return number
            }

        """,
        "number": """
            func number(_ isAllowed: (Double) -> Bool = { _ in true }) throws -> Double {
                let number = try anyNumber().doubleValue
                guard isAllowed(number) else { throw Mismatch() }
                return number
            }

        """,
        "integer": """
            /// A whole number in a range; 1.0 is one. Without a range, one that every reader of JSON reads exactly.
            func integer(
                in range: ClosedRange<Int> = -9_007_199_254_740_991...9_007_199_254_740_991,
                _ isAllowed: (Int) -> Bool = { _ in true }
            ) throws -> Int {
                guard let number = Int(exactly: try anyNumber().doubleValue), range.contains(number), isAllowed(number) else {
                    throw Mismatch()
                }
                return number
            }

        """,
        "wideInteger": """
            /// A whole number in a range beyond those that a `Double` tells from their neighbours.
            func wideInteger(in range: ClosedRange<Int>, _ isAllowed: (Int) -> Bool = { _ in true }) throws -> Int {
                let text = try anyNumber().stringValue
                let isWhole = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (48...57).contains($0) }
                let number = isWhole ? Int(text) : Double(text).flatMap { Int(exactly: $0) }
                guard let number, range.contains(number), isAllowed(number) else { throw Mismatch() }
                return number
            }

        """,
        "boolean": """
            func boolean() throws -> Bool {
                guard isBoolean, let number = value as? NSNumber else { throw Mismatch() }
                return number.boolValue
            }

        """,
        "null": """
            func null() throws {
                guard value is NSNull else { throw Mismatch() }
            }

        """,
        "same": "",
        "isOne": """
            /// Whether the value is the same as that of a JSON text.
            func isOne(of texts: String...) throws {
                let mine = try there().value
                for text in texts {
                    let other = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
                    if let mine = mine as? NSObject, mine.isEqual(other), isBoolean == Field(value: other).isBoolean { return }
                }
                throw Mismatch()
            }

        """,
        "unique": """
            /// An array without doubles.
            func unique() throws {
                guard let list = value as? [NSObject] else { return }
                for (index, element) in list.enumerated() {
                    let isBoolean = Field(value: element).isBoolean
                    for other in list[..<index] where element.isEqual(other) && isBoolean == Field(value: other).isBoolean {
                        throw Mismatch()
                    }
                }
            }

        """,
        "count": """
            func count(_ isAllowed: (Int) -> Bool) throws {
                if let members, !isAllowed(members.count) { throw Mismatch() }
            }

        """,
    ]

    private static let codable: [String: String] = [
        "subscript": "    subscript(key: String) -> Field { members?[key] ?? .absent }\n",
        "members": """
            var members: [String: Field]? { if case .object(let members) = self { members } else { nil } }

        """,
        "list": "    var list: [Field]? { if case .array(let list) = self { list } else { nil } }\n",
        "ifPresent": """
            /// Nil where the value is absent or null.
            var ifPresent: Field? {
                switch self {
                case .absent, .null: nil
                default: self
                }
            }

        """,
        "ifThere": """
            /// Nil where the value is absent; null is a value of the wrong type.
            var ifThere: Field? { if case .absent = self { nil } else { self } }

        """,
        "orNull": """
            /// Nil where the value is null; it must be there.
            func orNull() throws -> Field? { if case .null = self { nil } else { try there() } }

        """,
        "there": """
            /// The value, which must be there.
            @discardableResult func there() throws -> Field {
                if case .absent = self { throw Mismatch() }
                return self
            }

        """,
        "isBoolean": "    var isBoolean: Bool { if case .boolean = self { true } else { false } }\n",
        "string": """
            func string(_ isAllowed: (String) -> Bool = { _ in true }) throws -> String {
                guard case .string(let text) = self, isAllowed(text) else { throw Mismatch() }
                return text
            }

        """,
        "anyNumber": "",
        "number": """
            func number(_ isAllowed: (Double) -> Bool = { _ in true }) throws -> Double {
                let number: Double
                switch self {
                case .whole(let whole): number = Double(whole)
                case .number(let other): number = other
                default: throw Mismatch()
                }
                guard isAllowed(number) else { throw Mismatch() }
                return number
            }

        """,
        "integer": """
            /// A whole number in a range; 1.0 is one. Without a range, one that every reader of JSON reads exactly.
            func integer(
                in range: ClosedRange<Int> = -9_007_199_254_740_991...9_007_199_254_740_991,
                _ isAllowed: (Int) -> Bool = { _ in true }
            ) throws -> Int {
                guard case .whole(let number) = self, range.contains(number), isAllowed(number) else { throw Mismatch() }
                return number
            }

        """,
        "wideInteger": """
            func wideInteger(in range: ClosedRange<Int>, _ isAllowed: (Int) -> Bool = { _ in true }) throws -> Int {
                guard case .whole(let number) = self, range.contains(number), isAllowed(number) else { throw Mismatch() }
                return number
            }

        """,
        "boolean": """
            func boolean() throws -> Bool {
                guard case .boolean(let boolean) = self else { throw Mismatch() }
                return boolean
            }

        """,
        "null": """
            func null() throws {
                guard case .null = self else { throw Mismatch() }
            }

        """,
        "isOne": """
            /// Whether the value is the same as that of a JSON text.
            func isOne(of texts: String...) throws {
                for text in texts where try isSame(as: JSONDecoder().decode(Field.self, from: Data(text.utf8))) { return }
                throw Mismatch()
            }

        """,
        "unique": """
            /// An array without doubles.
            func unique() throws {
                guard let list else { return }
                for (index, element) in list.enumerated() where list[..<index].contains(where: element.isSame) {
                    throw Mismatch()
                }
            }

        """,
        "same": same,
        "count": """
            func count(_ isAllowed: (Int) -> Bool) throws {
                if let members, !isAllowed(members.count) { throw Mismatch() }
            }

        """,
    ]

    private static let same = """
            func isSame(as other: Field) -> Bool {
                switch (self, other) {
                case (.absent, .absent), (.null, .null): true
                case (.boolean(let one), .boolean(let two)): one == two
                case (.whole(let one), .whole(let two)): one == two
                case (.number(let one), .number(let two)): one == two
                case (.string(let one), .string(let two)): one.unicodeScalars.elementsEqual(two.unicodeScalars)
                case (.array(let one), .array(let two)): one.elementsEqual(two) { $0.isSame(as: $1) }
                case (.object(let one), .object(let two)):
                    one.count == two.count && one.allSatisfy { key, value in two[key].map(value.isSame) ?? false }
                default: false
                }
            }

        """

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
