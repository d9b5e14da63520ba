import Foundation
import JSONSchema

package enum ConversionContract: Sendable, Hashable {
    case standard(Standard)
    case pattern(DatePattern)
    /// The enumeration cases by JSON value, with numbers as text.
    case cases([String: String])
    case named(NamedText)

    package func caseName(of json: JSON) -> String? {
        guard case .cases(let names) = self else { return nil }
        switch json {
        case .null, .array, .object: return nil
        case .bool, .number, .string: return names[json.plainText]
        }
    }

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

/// A Unicode date pattern such as `dd.MM.yyyy HH:mm`, and its time zone.
package struct DatePattern: Sendable, Hashable {
    package let pattern: String
    package let zone: String

    package var formatter: DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = TimeZone(identifier: zone)
        formatter.dateFormat = pattern
        return formatter
    }

    static func fault(ofZone name: String) -> String? {
        if TimeZone(identifier: name) != nil { return nil }
        return "is not a time zone\(Suggestion.text(for: name, among: ["UTC"] + TimeZone.knownTimeZoneIdentifiers))"
    }
}

extension ContractCursor {
    var cases: ConversionContract? {
        let named = members().compactMap { value, reader in reader.nonEmptyString.map { (value, $0) } }
        return named.isEmpty ? nil : .cases(Dictionary(named) { first, _ in first })
    }

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
        return DatePattern.fault(ofZone: name).map(wrongValue) ?? name
    }
}
