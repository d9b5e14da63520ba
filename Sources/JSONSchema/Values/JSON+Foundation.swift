import Foundation

extension JSON {
    /// A value that JSON has nothing for.
    public struct FoundationError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The type that was found.
        public let type: String
        /// Where in the value.
        public let pointer: JSONPointer

        /// What was expected and found.
        public var description: String {
            "expected null, a Bool, a finite number, a String, an Array or a Dictionary with String keys, "
                + "found \(type) at \"\(pointer)\""
        }
    }

    /// Makes a value of what JSONSerialization reads or writes: `NSNull`, `NSNumber`, `Bool`, any Swift number, `String`,
    /// arrays, and dictionaries, whose keys are put in order. A nil `Optional` is null.
    public init(foundation value: Any) throws(FoundationError) {
        self = try Self.convert(value, at: .root)
    }

    private static func convert(_ value: Any, at pointer: JSONPointer) throws(FoundationError) -> JSON {
        switch value {
        case let json as JSON: return json
        case is NSNull: return .null
        case let string as String: return .string(string)
        case let number as NSNumber:
            // A Swift Bool bridges to the class of Booleans too, as `true as? Int` must not decide what it is.
            if type(of: number) == type(of: NSNumber(value: true)) { return .bool(number.boolValue) }
            if let number = JSONNumber(number) { return .number(number) }
        case let elements as [Any]:
            var array: [JSON] = []
            array.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                array.append(try convert(element, at: pointer.appending(index)))
            }
            return .array(array)
        case let members as [String: Any]:
            var object = JSONObject()
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                object[key] = try convert(member, at: pointer.appending(key))
            }
            return .object(object)
        default:
            let mirror = Mirror(reflecting: value)
            if mirror.displayStyle == .optional {
                guard let wrapped = mirror.children.first else { return .null }
                return try convert(wrapped.value, at: pointer)
            }
        }
        throw FoundationError(type: String(describing: type(of: value)), pointer: pointer)
    }

    /// The value in the types JSONSerialization gives, with the same bridging: `NSNull`, `NSNumber`, `String`, `[Any]` and
    /// `[String: Any]`. Of canonically equivalent keys, which a Swift dictionary cannot tell apart, the last one counts.
    public var foundation: Any {
        switch self {
        case .null: return NSNull()
        case .bool(let value): return NSNumber(value: value)
        case .number(let number): return number.foundation
        case .string(let string): return string
        case .array(let elements): return elements.map(\.foundation)
        case .object(let members):
            var dictionary = [String: Any](minimumCapacity: members.count)
            for (key, value) in members { dictionary[key] = value.foundation }
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

    /// The `NSNumber` that JSONSerialization makes: an integer where the text is one that 64 bits hold, an
    /// `NSDecimalNumber` where the text has more digits than a `Double` keeps, else a `Double`.
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
