import Foundation

extension JSON {
    /// A value that JSON has nothing for.
    public struct FoundationError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The type that was found.
        public let type: String
        /// The place in the value.
        public let pointer: JSONPointer

        /// The expectation and what was found.
        public var description: String {
            "expected null, a Bool, a finite number, a String, an Array or a Dictionary with String keys, "
                + "found \(type) at \"\(pointer)\""
        }
    }

    /// Makes a value of what JSONSerialization reads or writes: `NSNull`, `NSNumber`, `Bool`, any Swift number, `String`,
    /// arrays, and dictionaries, whose keys are put in order. A nil `Optional` is null.
    public init(foundation value: Any) throws(FoundationError) {
        // The casts need much stack: a value that nests deep is begun again with more.
        let outcome = DeepStack.attempt(smallDepth: 32) { maximumDepth, isTooDeep in
            var reader = FoundationReader(maximumDepth: min(maximumDepth, JSONParsingOptions.deepestNesting))
            defer { isTooDeep = reader.isTooDeep }
            return reader.outcome(of: value)
        }
        self = try outcome.get()
    }

    /// The value in the types JSONSerialization gives, with the same bridging: `NSNull`, `NSNumber`, `String`, `[Any]` and
    /// `[String: Any]`. Of canonically equivalent keys, which a Swift dictionary cannot distinguish, the last one counts.
    public var foundation: Any { foundation(\.foundation) }

    /// - Parameter inner: converts what is in it.
    func foundation(_ inner: (JSON) -> Any) -> Any {
        switch self {
        case .null: return NSNull()
        case .bool(let value): return NSNumber(value: value)
        case .number(let number): return number.foundation
        case .string(let string): return string
        case .array(let elements): return elements.map(inner)
        case .object(let members):
            var dictionary = [String: Any](minimumCapacity: members.count)
            for (key, value) in members { dictionary[key] = inner(value) }
            return dictionary
        }
    }
}

extension JSONNumber {
    /// Reads an `NSNumber` that is no Boolean; nil where it is not finite.
    init?(_ number: NSNumber) {
        if number is NSDecimalNumber {
            self.init(text: number.stringValue)
            return
        }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "f"):
            guard number.floatValue.isFinite else { return nil }
            self.init(text: number.floatValue.description)
        case UInt8(ascii: "d"): self.init(number.doubleValue)
        default: self.init(text: number.stringValue)
        }
    }

    /// The `NSNumber` that JSONSerialization makes: an integer for the text of a 64-bit integer, an `NSDecimalNumber` for
    /// more digits than a `Double` keeps, else a `Double`.
    var foundation: NSNumber {
        if isWrittenAsInteger {
            if let value = intValue, value >= Self.leastBridgedInteger { return NSNumber(value: value) }
            if let value = integer(as: UInt64.self) { return NSNumber(value: value) }
        }
        let text = text
        let mantissa = text.prefix { $0 != "e" }
        if mantissa.utf8.count > 17, case let decimal = NSDecimalNumber(string: text), decimal != .notANumber {
            return decimal
        }
        return NSNumber(value: doubleValue)
    }

    /// Below it JSONSerialization makes an `NSDecimalNumber`.
    #if canImport(Darwin)
        private static let leastBridgedInteger = Int.min
    #else
        private static let leastBridgedInteger = -999_999_999_999_999_999
    #endif

    private var isWrittenAsInteger: Bool {
        switch storage {
        // An integer of 64 bits whose last digits are zeros is kept with an exponent where its text was too long.
        case .small(let significand, let exponent):
            exponent == 0 || exponent > 0 && significand.magnitude > 1_000_000_000_000_000
        case .big(let decimal): decimal.isWrittenAsInteger
        }
    }
}
