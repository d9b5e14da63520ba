/// The helper over what JSONSerialization gives.
extension FieldCode {
    static let dictionaryHead = """
        /// A value of a JSON object, read as the type that is asked for or not at all: nothing is converted.
        private struct Field {
            struct Mismatch: Error {}

            var value: Any?


        """

    static let dictionary: [String: String] = [
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
}
