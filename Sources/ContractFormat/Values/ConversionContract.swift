import Foundation
import JSONSchema

/// What a property's value is made of.
package enum ConversionContract: Sendable, Hashable {
    case standard(Standard)
    /// A text that a pattern of dates reads, in a time zone.
    case pattern(DatePattern)
    /// A function of the binding.
    case named(NamedText)

    /// The conversions that every contract knows.
    package enum Standard: String, Sendable, CaseIterable {
        case dateTime = "date-time"
        case date
        case epochSeconds = "epoch-seconds"
        case epochMilliseconds = "epoch-milliseconds"
        case seconds, milliseconds
        case url, uuid, base64, number, boolean
        case rawValue = "raw-value"
    }
}

/// A Unicode date pattern, such as `dd.MM.yyyy HH:mm`, and the zone that its texts are in.
package struct DatePattern: Sendable, Hashable {
    package let pattern: String
    /// The identifier of the time zone, such as `Europe/Oslo`.
    package let zone: String
}

extension ContractCursor {
    /// The name of a conversion, or a pattern of dates.
    var conversion: ConversionContract? {
        if json.objectValue != nil {
            guard let object = object(of: ContractKeys.DatePattern.self), let pattern = object[.date]?.nonEmptyString,
                let zone = object[.zone].map({ $0.timeZone }) ?? "UTC"
            else { return nil }
            return .pattern(DatePattern(pattern: pattern, zone: zone))
        }
        guard let name = namedText else { return nil }
        return ConversionContract.Standard(rawValue: name.text).map(ConversionContract.standard) ?? .named(name)
    }

    private var timeZone: String? {
        guard let name = nonEmptyString else { return nil }
        if TimeZone(identifier: name) != nil { return name }
        return wrongValue(
            "is no time zone\(Suggestion.text(for: name, among: ["UTC"] + TimeZone.knownTimeZoneIdentifiers))")
    }
}
