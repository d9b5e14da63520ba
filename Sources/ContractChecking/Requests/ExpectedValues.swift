import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The values of a call's placeholders, compared by meaning: numbers, `date-time` instants, `uuid` in either case.
struct ExpectedValues {
    /// The value of a placeholder, or `nil` for an absent argument.
    private(set) var value: (Placeholder) -> JSON?
    private let arguments: [ArgumentContract]

    init(of endpoint: EndpointContract, _ value: @escaping (Placeholder) -> JSON?) {
        self.value = value
        arguments = endpoint.arguments
    }

    func replacing(_ name: String, with other: JSON?) -> ExpectedValues {
        modified(self) { $0.value = { [value] in $0 == .name(name) ? other : value($0) } }
    }

    /// Returns the expected body, spelled like the found one if both have the same meaning.
    func filled(_ template: TemplateValue, beside found: JSON?) -> JSON? {
        switch template {
        case .literal(let json): return json
        case .template(let template):
            guard let expected = template.filled(value) else {
                return template.nilForm == .either && found == .null ? .null : nil
            }
            guard let slot = template.soleSlot, let found else { return expected }
            if expected == found || slot.form?.isSame(expected, found) ?? false { return found }
            return Self.respelled(expected, found, meaning: meaning(of: expected, slot), meaning(of: found, slot))
        case .array(let elements):
            let others = found?.arrayValue ?? []
            return .array(elements.enumerated().compactMap { filled($1, beside: $0 < others.count ? others[$0] : nil) })
        case .object(let members):
            return .object(
                JSONObject(
                    members.compactMap { member in
                        filled(member.value, beside: found?[member.name]).map { (member.name, $0) }
                    }))
        }
    }

    /// Returns the strings of a pair: none if it is left out, one per element of an array.
    func texts(of template: TemplateValue) -> [String] {
        guard let filled = template.filled(value) else { return [] }
        if case .template(let template) = template, template.solePlaceholder != nil, let elements = filled.arrayValue {
            return elements.map(\.plainText)
        }
        return [filled.plainText]
    }

    /// Returns a value for each repetition of a part of a body: the elements of an array argument, or a single `nil`.
    /// Returns `nil` if the part is omitted.
    func repetitions(of template: TemplateValue) -> [JSON?]? {
        guard let filled = template.filled(value) else { return nil }
        if case .template(let template) = template, template.solePlaceholder != nil, let elements = filled.arrayValue {
            return elements.filter { !$0.isNull }
        }
        return [nil]
    }

    func isMet(_ template: TemplateValue, _ expected: String, by found: String) -> Bool {
        if expected.utf8.elementsEqual(found.utf8) { return true }
        switch template {
        case .literal(let json): return isSame(json, as: found)
        case .template(let template): return isMet(template, expected, by: found)
        case .array, .object: return false
        }
    }

    func isMet(_ template: Template, _ expected: String, by found: String) -> Bool {
        if expected.utf8.elementsEqual(found.utf8) { return true }
        // Compare cheaply first: each of 200 list elements is compared with as many pairs.
        if let slot = template.soleSlot, slot.form == nil, !Self.mayMeanTheSame(expected, found) { return false }
        if let slot = template.soleSlot, let elements = value(slot.placeholder).map(slot.written)?.arrayValue {
            return elements.contains { $0.plainText == expected && isSame($0, as: found, slot) }
        }
        return template.pieces(of: found)?.allSatisfy { piece in
            guard let value = value(piece.slot.placeholder).map(piece.slot.written) else { return false }
            guard let texts = piece.slot.elements(of: piece.text), let elements = value.arrayValue else {
                return isSame(value, as: piece.text, piece.slot)
            }
            return texts.count == elements.count
                && zip(elements, texts).allSatisfy { isSame($0, as: $1, piece.slot) }
        } ?? false
    }

    private func isSame(_ expected: JSON, as text: String, _ slot: Template.Slot? = nil) -> Bool {
        switch expected {
        case .number(let number):
            // A server that reads an integer refuses `20.0`.
            if number.isInteger, text.contains(where: { ".eE".contains($0) }), isOfIntegers(slot) { return false }
            return JSONNumber(text: text).map { isSame(expected, .number($0), slot) } ?? false
        case .array, .object:
            // A string that is not JSON differs from every array and object.
            guard let found = JSON(ifValid: text.utf8) else { return false }
            return isSame(expected, found, slot)
        case .null, .bool, .string: return isSame(expected, .string(text), slot)
        }
    }

    private func isOfIntegers(_ slot: Template.Slot?) -> Bool {
        // Seconds may have a fraction.
        if case .epoch(let unit)? = slot?.form { return unit < 1 }
        guard case .name(let name)? = slot?.placeholder,
            let schemas = arguments.first(where: { $0.name == name })?.schema.view.describingSchemas
        else { return false }
        return NumberPromise(of: schemas + schemas.element(0)).isInteger
    }

    private func isSame(_ expected: JSON, _ found: JSON, _ slot: Template.Slot?) -> Bool {
        if expected == found || slot?.form?.isSame(expected, found) ?? false { return true }
        switch (expected, found) {
        case (.string(let one), .string(let other)) where !Self.mayMeanTheSame(one, other): return false
        case (.number, .number), (.string, .string), (.array, .array), (.object, .object):
            return meaning(of: expected, slot) == meaning(of: found, slot)
        default: return false
        }
    }

    /// Whether different strings may be one UUID, number, instant or JSON value. Avoids most lookups of schemas.
    private static func mayMeanTheSame(_ one: String, _ other: String) -> Bool {
        if one.utf8.count == other.utf8.count, one.lowercased() == other.lowercased() { return true }
        if one.hasPrefix("{") || one.hasPrefix("[") { return one.first == other.first }
        if let number = JSONNumber(text: one), let other = JSONNumber(text: other) {
            return ArgumentContract.normalized(.number(number)) == ArgumentContract.normalized(.number(other))
        }
        return Timestamp(one) != nil && Timestamp(other) != nil
    }

    private func meaning(of value: JSON, _ slot: Template.Slot?) -> JSON {
        // A slot with a form has one spelling.
        guard let slot, slot.form == nil, case .name(let name) = slot.placeholder,
            let argument = arguments.first(where: { $0.name == name })
        else { return ArgumentContract.normalized(value) }
        return argument.normalized(value)
    }

    /// Returns the expected value, with each part of equal meaning spelled like the found one.
    private static func respelled(_ expected: JSON, _ found: JSON, meaning: JSON, _ foundMeaning: JSON) -> JSON {
        JSONDifference.differences(expected: meaning, found: foundMeaning).reduce(found) { json, difference in
            let isUnpaired = difference.expected == nil || difference.found == nil
            // A list of another length is compared as a whole.
            let list = difference.pointer.parent.flatMap {
                isUnpaired && meaning[pointer: $0]?.arrayValue != nil ? $0 : nil
            }
            let place = list ?? difference.pointer
            return expected[pointer: place].map { json.setting(place, to: $0) } ?? json.removing(place) ?? json
        }
    }
}

extension ExpectedValues {
    /// Compares the pairs of a query or form, by name.
    func mismatches(
        of found: QueryPairs, _ expectations: [NamedExpectation], rule: RequestRule, kind: String, at place: JSONPointer
    ) -> [Finding] {
        Dictionary(grouping: expanded(expectations), by: \.name).sorted { $0.key < $1.key }.flatMap { name, expected in
            // A pair that is only a part of a styled value has the value's place.
            let isOwn = expectations.contains { $0.name == name }
            return ValueList(expectations: expected, found: found.values(of: name), values: self)
                .mismatches(
                    rule: rule, kind: "\(kind) '\(name)'", at: isOwn ? place.appending(name) : expected[0].pointer)
        }
    }
}

/// The values of one query name or header, compared as a multiset.
struct ValueList {
    let expectations: [NamedExpectation]
    let found: [String]
    let values: ExpectedValues
    /// Whether values are media types, whose parameters count only if the contract names them.
    var isMediaType = false

    func mismatches(rule: RequestRule, kind: String, at pointer: JSONPointer) -> [Finding] {
        var rest = found
        var unmet: [(NamedExpectation, String)] = []
        func take(_ text: String, of expectation: NamedExpectation, where isMet: (String) -> Bool) {
            if let index = rest.firstIndex(where: isMet) {
                rest.remove(at: index)
            } else {
                unmet.append((expectation, text))
            }
        }
        for expectation in expectations {
            switch expectation.expectation {
            case .value(let template):
                let texts = values.texts(of: template)
                if texts.isEmpty, case .template(let template) = template, template.nilForm == .either,
                    let index = rest.firstIndex(of: "null")
                {
                    rest.remove(at: index)
                }
                for text in texts { take(text, of: expectation) { isMet(template, text, by: $0) } }
            case .schema(let schema):
                take(schema.json.text(.compact), of: expectation) { schema.schema.accepts(.string($0)) }
            }
        }
        var mismatches: [Finding] = []
        // The elements of one array are one value of the contract, so report one fault.
        for (place, unmet) in unmet.grouped(by: \.0.pointer) {
            let texts = unmet.map(\.1)
            let others = Array(rest.prefix(texts.count))
            rest.removeFirst(others.count)
            let lost = DifferenceCause.clause(expected: texts, found: others)
            let counted = "occurs \(times(found.count)), not \(times(found.count - others.count + texts.count))"
            let (kindOfFault, what) =
                others.isEmpty
                ? ("missing", found.isEmpty ? "is missing" : counted)
                : others.count == texts.count ? ("different", "differs\(lost)") : ("repeated", counted)
            let (wanted, sent) =
                texts.count == 1
                ? LookAlikes.distinguished(texts[0], others.joined(separator: ", "))
                : (Self.list(texts), Self.list(others))
            mismatches.append(
                Finding(
                    rule, "the \(kind) \(what)", expected: .excerpt(wanted),
                    found: found.isEmpty ? "nothing" : .excerpt(others.isEmpty ? Self.list(found) : sent),
                    at: place, about: [kind, kindOfFault]))
        }
        if mismatches.isEmpty, rest.isEmpty, let misplaced = expectations.first(where: \.isOrdered) {
            let ordered = expectations.flatMap { expectation -> [(TemplateValue, String)] in
                guard case .value(let template) = expectation.expectation else { return [] }
                return values.texts(of: template).map { (template, $0) }
            }
            guard zip(ordered, found).allSatisfy({ isMet($0.0, $0.1, by: $1) }) else {
                return .one(
                    rule, "the values of the \(kind) are in a different order",
                    expected: .excerpt(Self.list(ordered.map(\.1))), found: .excerpt(Self.list(found)),
                    at: misplaced.pointer, about: [kind, "order"])
            }
        }
        if !rest.isEmpty {
            let wanted = found.count - rest.count
            mismatches.append(
                Finding(
                    rule,
                    wanted == 0
                        ? "the \(kind) is sent, but the contract omits it for these arguments"
                        : "the \(kind) occurs \(times(found.count)), not \(times(wanted))",
                    expected: wanted == 0 ? "nothing" : MessageText(times(wanted)),
                    found: .excerpt(rest.joined(separator: ", ")), at: pointer, about: [kind, "repeated"]))
        }
        return mismatches
    }

    /// Formats a list as JSON, so that commas within strings are unambiguous.
    private static func list(_ texts: [String]) -> String { JSON.array(texts.map(JSON.string)).text(.compact) }

    private func isMet(_ template: TemplateValue, _ expected: String, by found: String) -> Bool {
        values.isMet(template, expected, by: found)
            || isMediaType && !expected.contains(",") && MediaType(found).matches(MediaType(expected))
    }
}

/// The likely cause of a difference: a moment in the local time zone, or lost digits through `%.2f` or `Float`.
enum DifferenceCause {
    /// Returns a clause such as `: the digits '75897' of 40.71275897 are lost`, or an empty string.
    static func clause(expected: String, found: String) -> String {
        if let moment = DateText.date(from: expected), let other = DateText.date(from: found) {
            if let zone = DateText.localZone(from: moment, to: other) { return ": it is written in \(zone)" }
            let isDay = expected.count == found.count && expected.count == "2009-01-02".count
            let offset = TimeZone.current.secondsFromGMT(for: moment)
            guard isDay, offset != 0, other.timeIntervalSince(moment) == (offset > 0 ? 86_400 : -86_400)
            else { return "" }
            return ": it is one day off (is it written in the local time zone, \(TimeZone.current.identifier)?)"
        }
        func parts(_ text: String) -> (numbers: [String], rest: [Substring]) {
            (
                text.matches(of: number).map { String($0.output) },
                text.split(separator: number, omittingEmptySubsequences: false)
            )
        }
        let (one, other) = (parts(expected), parts(found))
        guard one.rest == other.rest else { return "" }
        return zip(one.numbers, other.numbers).lazy.map(clause(number:found:)).first { !$0.isEmpty } ?? ""
    }

    /// A number such as `-40.7e3`. `nonisolated(unsafe)` is sound: a regular expression without state is immutable.
    private nonisolated(unsafe) static let number = /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/

    /// Returns the clause of the first pair that has one.
    static func clause(expected: [String], found: [String]) -> String {
        zip(expected, found).lazy.map { clause(expected: $0, found: $1) }.first { !$0.isEmpty } ?? ""
    }

    private static func clause(number expected: String, found: String) -> String {
        guard let number = JSONNumber(text: expected), let other = JSONNumber(text: found), number != other else {
            return ""
        }
        guard !number.isInteger else { return "" }
        let (value, rounded) = (number.doubleValue, other.doubleValue)
        func decimals(_ text: String) -> Int { text.split(separator: ".", maxSplits: 1).dropFirst().first?.count ?? 0 }
        let digits = decimals(found)
        // Less than the last written digit, or the rounding of a Float.
        let share: Double = abs(rounded) > abs(value) ? 0.51 : 1
        let isNear = abs(value - rounded) < (0..<digits).reduce(share) { step, _ in step / 10 }
        let isRounded = isNear && digits < decimals(expected) && !found.contains { "eE".contains($0) }
        guard isRounded || Double(Float(value)) == rounded || Float(value) == Float(rounded) else { return "" }
        let lost = expected.dropFirst(expected.commonPrefix(with: found).count)
        guard !lost.isEmpty, lost.first != "e" else { return "" }
        return ": the digits '\(lost)' of \(expected) are lost"
    }

    static func clause(expected: JSON?, found: JSON?) -> String {
        if let text = expected?.stringValue, let other = found?.stringValue, DateText.date(from: text) != nil {
            return clause(expected: text, found: other)
        }
        guard let expected = expected?.numberValue, let found = found?.numberValue else { return "" }
        return clause(expected: expected.text, found: found.text)
    }
}
