/// The helper over what a decoder gives.
extension FieldCode {
    static let codableHead = """
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

    static let codable: [String: String] = [
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
}
