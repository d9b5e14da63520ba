import ContractFormat
import Foundation
import JSONSchema

/// Whether a value of a type that has no parts means what the JSON says, in the type's own way.
enum ValueMeaning {
    enum Verdict {
        case same
        case different
        /// The digits are those of a `Float`.
        case lostDigits
        /// The moment would be right if the text were one of the local time zone.
        case otherZone
        /// The type has no value for this JSON, or it is another spelling: what stands for it is the code's own choice, where
        /// the schema does not take it.
        case undefined

        init(_ isSame: Bool) { self = isSame ? .same : .different }
    }

    /// The verdict; `nil` where the type has parts or is none that is known.
    static func verdict(_ value: Any, _ json: JSON, as conversion: ConversionContract?) -> Verdict? {
        switch value {
        case let value as JSON: Verdict(value == json)
        case let text as String: plainText(text, json, conversion)
        case let text as Substring: plainText(String(text), json, conversion)
        case let character as Character: plainText(String(character), json, conversion)
        case let bool as Bool where type(of: value) == Bool.self: boolean(bool, json, conversion)
        case let whole as any BinaryInteger: wholeNumber(whole, json, conversion)
        case let number as any BinaryFloatingPoint: floating(number, json, conversion)
        case let number as CGFloat: floating(Double(number), json, conversion)
        case let decimal as Decimal: decimalNumber(decimal, json, conversion)
        case let date as Date: DateMeaning.verdict(date, json, conversion)
        case let components as DateComponents: text(json) { DateMeaning.verdict(components, $0) }
        case let duration as Duration:
            interval(
                Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18, json, conversion)
        // On Linux an NSURL that is no valid URL casts to a URL that traps when it is asked for anything.
        case let url as NSURL where type(of: value) is AnyClass: text(json) { Verdict(url.text == $0) }
        case let url as URL: text(json) { Verdict(url.absoluteString == $0 || URL(string: $0) == url) }
        case let components as URLComponents:
            text(json) { Verdict(components.string == $0 || URLComponents(string: $0) == components) }
        case let uuid as UUID: text(json) { text in UUID(uuidString: text).map { Verdict($0 == uuid) } ?? .undefined }
        case let data as Data:
            text(json) { text in Data(base64Encoded: text).map { Verdict($0 == data) } ?? .undefined }
        case let zone as TimeZone:
            text(json) { text in
                TimeZone(identifier: text).map { Verdict($0.identifier == zone.identifier) } ?? .undefined
            }
        case let locale as Locale:
            text(json) { Verdict(locale.identifier == $0 || Locale(identifier: $0) == locale) }
        // Of the unit a number says nothing.
        case let measured as any Measured where json.objectValue == nil: floating(measured.value, json, conversion)
        case let text as AttributedString: plainText(String(text.characters), json, conversion)
        case let part as any LocalePart: text(json) { Verdict(part.isMeant(by: $0)) }
        case is NSNull: Verdict(json.isNull)
        // A Swift array casts to an NSArray on the way; what it holds has meanings of its own.
        case let object as NSObject where type(of: value) is AnyClass: foundation(object, json)
        default: nil
        }
    }

    /// Whether a conversion makes a value of a text at all.
    static func isReadable(_ text: String, as conversion: ConversionContract) -> Bool {
        switch conversion {
        case .standard(.dateTime), .standard(.date): DateText.date(from: text) != nil
        case .standard(.epochSeconds), .standard(.epochMilliseconds), .standard(.seconds), .standard(.milliseconds),
            .standard(.number):
            JSONNumber(text: text) != nil
        case .standard(.url): URL(string: text) != nil
        case .standard(.uuid): UUID(uuidString: text) != nil
        case .standard(.base64): Data(base64Encoded: text) != nil
        case .standard(.boolean): truth(of: text) != nil
        case .pattern(let pattern): pattern.formatter.date(from: text) != nil
        case .standard(.rawValue), .named: true
        }
    }

    private static func text(_ json: JSON, _ verdict: (String) -> Verdict) -> Verdict {
        json.stringValue.map(verdict) ?? .different
    }

    private static func plainText(_ text: String, _ json: JSON, _ conversion: ConversionContract?) -> Verdict {
        if case .number(let number) = json, conversion == .standard(.number) {
            return Verdict(JSONNumber(text: text) == number)
        }
        guard let expected = json.stringValue else { return .different }
        if JSON.string(text) == json { return .same }
        // A text that the schema does not take may be made one that it takes.
        return normalized(text) == normalized(expected) ? .undefined : .different
    }

    private static func normalized(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }

    private static func boolean(_ bool: Bool, _ json: JSON, _ conversion: ConversionContract?) -> Verdict {
        switch json {
        case .bool(let expected): return Verdict(expected == bool)
        case .number(let number):
            let (zero, one) = (JSONNumber(0), JSONNumber(1))
            if number == zero || number == one { return Verdict((number == one) == bool) }
            return .undefined
        case .string(let text):
            guard conversion == .standard(.boolean) else { return .different }
            return truth(of: text) == bool ? .same : .undefined
        case .null, .array, .object: return .different
        }
    }

    /// What a word says that services write for a boolean.
    private static func truth(of text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "t", "yes", "y", "on", "1": true
        case "false", "f", "no", "n", "off", "0": false
        default: nil
        }
    }

    /// The number of a place that holds one, or the text of one; where the contract calls the text a number, it may have a
    /// plus and zeros in front, which an identifier would lose.
    private static func number(_ json: JSON, _ conversion: ConversionContract?) -> JSONNumber? {
        guard let text = json.stringValue else { return json.numberValue }
        guard conversion == .standard(.number) else { return JSONNumber(text: text) }
        return JSONNumber(text: text.replacing(/^(?:\+|(-))?0*(?=[0-9])/) { $0.output.1.map(String.init) ?? "" })
    }

    private static func wholeNumber(_ whole: any BinaryInteger, _ json: JSON, _ conversion: ConversionContract?)
        -> Verdict
    {
        if let bool = json.boolValue {
            return Verdict(conversion == .standard(.boolean) && "\(whole)" == (bool ? "1" : "0"))
        }
        if json.stringValue != nil, number(json, conversion) == nil { return .undefined }
        let (expected, found) = (number(json, conversion), JSONNumber(text: "\(whole)"))
        if expected == found { return .same }
        // What is read as a Double is cut, or the nearest whole number that one can have.
        guard let expected, let found else { return .different }
        return abs(expected.doubleValue - found.doubleValue) < 1 ? .undefined : .different
    }

    private static func floating(
        _ value: any BinaryFloatingPoint, _ json: JSON, _ conversion: ConversionContract?
    ) -> Verdict {
        if conversion == .standard(.milliseconds) || conversion == .standard(.seconds) {
            return interval(Double(value), json, conversion)
        }
        guard let number = number(json, conversion) else { return json.stringValue == nil ? .different : .undefined }
        let expected = number.doubleValue
        switch value {
        case let float as Float: return Verdict(float == Float(expected) || float == Float(number.text))
        case let double as Double:
            if double == expected { return .same }
            return double == Double(Float(expected)) ? .lostDigits : .different
        default: return Verdict(JSONNumber(text: "\(value)").map { $0 == number } ?? false || Double(value) == expected)
        }
    }

    private static func decimalNumber(_ decimal: Decimal, _ json: JSON, _ conversion: ConversionContract?) -> Verdict {
        guard let number = number(json, conversion) else { return json.stringValue == nil ? .different : .undefined }
        let text = "\(decimal)"
        // Beyond 38 digits Decimal itself rounds.
        return Verdict(JSONNumber(text: text) == number || Decimal(string: number.text) == decimal)
    }

    private static func interval(_ seconds: Double, _ json: JSON, _ conversion: ConversionContract?) -> Verdict {
        guard let number = number(json, conversion) else { return json.stringValue == nil ? .different : .undefined }
        let expected = conversion == .standard(.milliseconds) ? number.doubleValue / 1000 : number.doubleValue
        return Verdict(abs(seconds - expected) <= max(1e-9, abs(expected) * 1e-12))
    }

    private static func foundation(_ object: NSObject, _ json: JSON) -> Verdict? {
        switch object {
        case let text as NSString: return Verdict(json == .string(text as String))
        case let text as NSAttributedString: return Verdict(json == .string(text.string))
        case let date as NSDate:
            return DateMeaning.verdict(Date(timeIntervalSince1970: date.timeIntervalSince1970), json, nil)
        case is NSNumber, is NSArray, is NSDictionary:
            do {
                let found = try JSON(foundation: object)
                return Verdict(found == json || found.numberValue.map { $0.doubleValue == json.doubleValue } ?? false)
            } catch { return .different }
        default: return nil
        }
    }
}

/// A measurement of whatever unit.
private protocol Measured { var value: Double { get } }
extension Measurement: Measured {}

/// Whether a date is the moment that the JSON tells.
enum DateMeaning {
    static func verdict(_ date: Date, _ json: JSON, _ conversion: ConversionContract?) -> ValueMeaning.Verdict {
        switch conversion {
        case .pattern(let pattern):
            guard let text = json.stringValue else { return .different }
            return pattern.formatter.date(from: text).map { compared(date, $0, 0.000_5) } ?? .undefined
        case .standard(.epochSeconds), .standard(.epochMilliseconds):
            guard let number = json.doubleValue ?? json.stringValue.flatMap(Double.init) else { return .different }
            let seconds = conversion == .standard(.epochSeconds) ? number : number / 1000
            return compared(date, Date(timeIntervalSince1970: seconds), 0.000_5)
        case nil, .standard, .named:
            guard let text = json.stringValue else { return .different }
            guard let expected = DateText.date(from: text) else { return .undefined }
            // Formatters cut what is beyond milliseconds.
            let digits = text.split(separator: ".").dropFirst().first?.prefix(while: \.isNumber).count ?? 0
            return compared(date, expected, digits > 3 ? 0.001 : 0.000_5)
        }
    }

    /// Compares the parts of a date, a time of day or both, in the order in which texts have them (RFC 3339, 5.6).
    static func verdict(_ components: DateComponents, _ text: String) -> ValueMeaning.Verdict {
        let clock = [components.hour, components.minute, components.second]
        let isTime = text.prefix(3).last == ":"
        let parts = isTime ? clock : [components.year, components.month, components.day] + clock
        let numbers = text.prefix(isTime ? 8 : 19).split { !$0.isNumber }.map { Int($0) }
        guard isTime || DateText.date(from: text) != nil, numbers.count >= 2 else { return .undefined }
        let told = zip(parts, numbers).filter { $0.0 != nil }
        return ValueMeaning.Verdict(told.count >= 2 && told.allSatisfy { $0 == $1 })
    }

    private static func compared(_ date: Date, _ expected: Date, _ tolerance: Double) -> ValueMeaning.Verdict {
        let seconds = expected.timeIntervalSinceReferenceDate
        let difference = date.timeIntervalSinceReferenceDate - seconds
        let allowed = max(tolerance, 2 * seconds.ulp)
        if abs(difference) < allowed { return .same }
        let offsets = [date, expected].map(TimeZone.current.secondsFromGMT(for:))
        let isLocal = offsets.contains { $0 != 0 && abs(difference + Double($0)) < allowed }
        return isLocal ? .otherZone : .different
    }
}

extension DatePattern {
    fileprivate var formatter: DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = TimeZone(identifier: zone)
        formatter.dateFormat = pattern
        return formatter
    }
}
