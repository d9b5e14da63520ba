import Foundation

extension JSON {
    /// A value without a JSON equivalent.
    public struct FoundationError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The type found.
        public let type: String
        /// The location in the value.
        public let pointer: JSONPointer

        /// The expected and found types.
        public var description: String {
            "expected null, a Bool, a finite number, a String, an Array or a Dictionary with String keys, "
                + "found \(type) at \"\(pointer)\""
        }
    }

    /// Converts the types that JSONSerialization reads and writes: `NSNull`, `NSNumber`, `Bool`, Swift numbers,
    /// `String`, arrays and dictionaries. Dictionary keys are sorted. A nil `Optional` becomes null.
    public init(foundation value: Any) throws(FoundationError) {
        // The casts need much stack space, so a deeply nested value is restarted on a larger stack.
        let outcome = DeepStack.attempt(smallDepth: 32) { maximumDepth, isTooDeep in
            var reader = FoundationReader(maximumDepth: min(maximumDepth, JSONParsingOptions.deepestNesting))
            defer { isTooDeep = reader.isTooDeep }
            return Result { () throws(FoundationError) in try reader.read(value) }
        }
        self = try outcome.get()
    }

    /// The value as JSONSerialization returns it: `NSNull`, `NSNumber`, `String`, `[Any]` and `[String: Any]`. For
    /// canonically equivalent keys, which a Swift dictionary cannot distinguish, the last value counts.
    public var foundation: Any { foundation(\.foundation) }

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
    /// Converts a non-Boolean `NSNumber`. Returns nil if it is not finite.
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

    /// The `NSNumber` that JSONSerialization creates: an integer for 64-bit integer text, an `NSDecimalNumber` for more
    /// digits than a `Double` keeps, and a `Double` otherwise.
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

    /// JSONSerialization returns an `NSDecimalNumber` for smaller integers.
    #if canImport(Darwin)
        private static let leastBridgedInteger = Int.min
    #else
        private static let leastBridgedInteger = -999_999_999_999_999_999
    #endif

    package var isWrittenAsInteger: Bool {
        switch storage {
        // A 64-bit integer with trailing zeros is stored with an exponent if its text was too long.
        case .small(let significand, let exponent):
            exponent == 0 || exponent > 0 && significand.magnitude > 1_000_000_000_000_000
        case .big(_, let isWrittenAsInteger): isWrittenAsInteger
        }
    }
}

struct FoundationReader {
    private let maximumDepth: Int
    private var path: [String] = []
    private(set) var isTooDeep = false

    init(maximumDepth: Int) { self.maximumDepth = maximumDepth }

    mutating func read(_ value: Any) throws(JSON.FoundationError) -> JSON {
        switch value {
        // Containers first: a cast to `NSNumber` would bridge all their elements.
        case let elements as [Any]:
            return .array(
                try elements.enumerated().map { index, element throws(JSON.FoundationError) in
                    try read(element, at: String(index))
                })
        case let members as [String: Any]:
            var object = JSONObject()
            for (key, member) in members.sorted(by: { $0.key < $1.key }) { object[key] = try read(member, at: key) }
            return .object(object)
        case is NSNull: return .null
        case let string as String: return .string(string)
        case let number as NSNumber:
            // `as? Bool` would also match the number 1, so compare classes.
            if type(of: number) == type(of: NSNumber(value: true)) { return .bool(number.boolValue) }
            if let number = JSONNumber(number) { return .number(number) }
        case let json as JSON: return json
        default:
            let mirror = Mirror(reflecting: value)
            if mirror.displayStyle == .optional {
                guard let wrapped = mirror.children.first else { return .null }
                return try read(wrapped.value)
            }
        }
        throw JSON.FoundationError(type: String(describing: type(of: value)), pointer: JSONPointer(tokens: path))
    }

    private mutating func read(_ part: Any, at token: String) throws(JSON.FoundationError) -> JSON {
        guard path.count < maximumDepth else {
            isTooDeep = true
            throw JSON.FoundationError(
                type: "a value nested deeper than \(maximumDepth) levels", pointer: JSONPointer(tokens: path))
        }
        path.append(token)
        let json = try read(part)
        path.removeLast()
        return json
    }
}
