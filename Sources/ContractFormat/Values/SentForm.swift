import Foundation
import HTTPRecording
import JSONSchema

/// The form in which an argument is sent, with the names of property conversions: `{since|epoch-seconds}`.
package enum SentForm: Sendable, Hashable {
    /// A timestamp in seconds or milliseconds since 1970.
    case epoch(secondsPerUnit: Double)
    case date(DatePattern)
    case text
    /// A boolean as one of two words. Numeric words are sent as numbers.
    case boolean(yes: String, no: String)

    static let names = [
        "text", "boolean:YES/NO", "epoch-seconds", "epoch-milliseconds", "date", "date:PATTERN", "zone:NAME",
    ]

    /// - Parameter former: the preceding form, which a zone completes.
    init?(_ word: String, after former: SentForm?, in inside: String) throws(Template.SyntaxError) {
        switch word {
        case "text": self = .text
        case ConversionContract.Standard.epochSeconds.rawValue: self = .epoch(secondsPerUnit: 1)
        case ConversionContract.Standard.epochMilliseconds.rawValue: self = .epoch(secondsPerUnit: 0.001)
        case ConversionContract.Standard.date.rawValue: self = .date(DatePattern(pattern: "yyyy-MM-dd", zone: "UTC"))
        case _ where word.hasPrefix("boolean:"):
            let words = word.dropFirst("boolean:".count).split(separator: "/").map(String.init)
            guard words.count == 2 else { return nil }
            self = .boolean(yes: words[0], no: words[1])
        case _ where word.hasPrefix("date:") && word.count > "date:".count:
            self = .date(DatePattern(pattern: String(word.dropFirst("date:".count)), zone: "UTC"))
        case _ where word.hasPrefix("zone:"):
            let zone = String(word.dropFirst("zone:".count))
            guard case .date(let date)? = former else {
                throw Template.SyntaxError(message: "'{\(inside)}': a zone must follow a date form")
            }
            if let fault = DatePattern.fault(ofZone: zone) {
                throw Template.SyntaxError(message: "'{\(inside)}': '\(zone)' \(fault)")
            }
            self = .date(DatePattern(pattern: date.pattern, zone: zone))
        default: return nil
        }
    }

    package var isOfMoments: Bool {
        switch self {
        case .epoch, .date: true
        case .text, .boolean: false
        }
    }

    package var schema: JSON {
        switch self {
        case .epoch: ["type": "integer"]
        case .date, .text: ["type": "string"]
        case .boolean: ["enum": [written(true), written(false)]]
        }
    }

    /// Returns a value in its sent form, array by element. Values without such a form are unchanged.
    func written(_ value: JSON) -> JSON {
        switch (self, value) {
        case (_, .array(let elements)): .array(elements.map(written))
        case (.text, .number), (.text, .bool): .string(value.plainText)
        case (.boolean(let yes, let no), .bool(let flag)):
            JSONNumber(text: flag ? yes : no).map(JSON.number) ?? .string(flag ? yes : no)
        case (.epoch(let unit), .string(let text)):
            Self.seconds(of: text).flatMap { JSONNumber(($0 / unit * 1000).rounded() / 1000) }.map(JSON.number) ?? value
        case (.date(let pattern), .string(let text)):
            Self.seconds(of: text).map { .string(pattern.formatter.string(from: Date(timeIntervalSince1970: $0))) }
                ?? value
        case (_, .null), (_, .bool), (_, .number), (_, .string), (_, .object): value
        }
    }

    /// Converts sent text back to the argument's text. Text without this form is unchanged.
    package func read(_ text: String) -> String {
        switch self {
        case .text: text
        case .boolean(let yes, let no): text == yes ? "true" : text == no ? "false" : text
        case .epoch(let unit):
            JSONNumber(text: text).map { Timestamp(Date(timeIntervalSince1970: $0.doubleValue * unit)).text } ?? text
        case .date(let pattern): pattern.formatter.date(from: text).map { Timestamp($0).text } ?? text
        }
    }

    /// Whether two sent values are equal: text of the same number, or a timestamp truncated to its unit.
    package func isSame(_ expected: JSON, _ found: JSON) -> Bool {
        switch (self, expected, found) {
        case (.epoch, .number(let expected), .number(let found)):
            let difference = abs(expected.doubleValue - found.doubleValue)
            return difference < (found.isInteger ? 1 : 0.0005)
        case (.text, .string(let expected), .string(let found)):
            guard let number = JSONNumber(text: expected) else { return false }
            return JSONNumber(text: found) == number
        default: return false
        }
    }

    private static func seconds(of text: String) -> Double? {
        (Timestamp(text) ?? Timestamp(text + "T00:00:00Z"))?.secondsSince1970
    }
}

/// The serialization of a list or an object in a query, a form or a header, as in OpenAPI.
package struct ParameterStyle: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        case form, simple, spaceDelimited, pipeDelimited, deepObject

        fileprivate var explodesByDefault: Bool { self == .form || self == .deepObject }
    }

    package let kind: Kind
    /// Whether each element or member becomes a separate pair.
    package let explode: Bool
    /// Whether the order of pairs with the same name matters.
    package let isOrdered: Bool

    package init(kind: Kind, explode: Bool, isOrdered: Bool = false) {
        self.kind = kind
        self.explode = explode
        self.isOrdered = isOrdered
    }

    static let ofPairs: [Kind] = [.form, .spaceDelimited, .pipeDelimited, .deepObject]
    static let ofHeaders: [Kind] = [.simple]

    package var separator: String {
        switch kind {
        case .form, .simple, .deepObject: ","
        case .spaceDelimited: " "
        case .pipeDelimited: "|"
        }
    }
}

extension ContractCursor {
    /// Whether the object describes a styled value; `value` and `style` are not JSON Schema keywords.
    var isStyled: Bool { json[ContractKeys.Styled.value] != nil || json[ContractKeys.Styled.style] != nil }

    func styled(_ name: String, among kinds: [ParameterStyle.Kind]) -> NamedExpectation? {
        guard let object = object(of: ContractKeys.Styled.self), let value = object[.value]?.templateValue else {
            return nil
        }
        var kind = kinds.first ?? .form
        if let word = object[.style] {
            guard let named: ParameterStyle.Kind = word.choice() else { return nil }
            guard kinds.contains(named) else {
                return word.wrongValue(
                    "is not a style for this value: expected \(kinds.map(\.rawValue).joined(separator: ", "))")
            }
            kind = named
        }
        var explode = kind.explodesByDefault
        if let word = object[.explode] {
            guard let given = word.json.boolValue else { return word.mismatch(expected: "true or false") }
            explode = given
            if kind == .deepObject, !given {
                return word.wrongValue("is not allowed with deepObject, which sends a pair for each property")
            }
        }
        let order: PropertyContract.Order = object[.order]?.choice() ?? .any
        return NamedExpectation(
            name: name, pointer: pointer, expectation: .value(value),
            style: ParameterStyle(kind: kind, explode: explode, isOrdered: order == .same))
    }
}
