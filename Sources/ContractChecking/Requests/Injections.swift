import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The effects that an invalid value must not have on a request: another origin, header or body member.
///
/// Line breaks in headers are not checked, because the contract excludes such values.
struct Injections {
    private let headers: Set<String>
    private let members: Set<String>
    private let request: RequestContract

    init(base: Arguments, endpoint: EndpointContract, request: RequestContract, build: Endpoint.Builder) async {
        self.request = request
        let good: URLRequest?
        do { good = try await build(base) } catch { good = nil }
        headers = Set(
            (good?.allHTTPHeaderFields.map { Array($0.keys) } ?? []).map { $0.lowercased() }
                + (request.headers.map(\.name) + request.allowedHeaders).map { $0.lowercased() })
        members = good?.bodyBytes.flatMap(Self.parsed).map(Self.members) ?? []
    }

    func found(in built: URLRequest, _ matcher: RequestMatcher) -> [Finding] {
        let added = (built.allHTTPHeaderFields ?? [:]).filter { !headers.contains($0.key.lowercased()) }
        let body = built.bodyBytes
        return matcher.mismatches(of: built, body: body).filter { $0.rule == RequestRule.origin.id }
            + added.sorted { $0.key < $1.key }.map { name, text in
                Finding(
                    RequestRule.header, "the header '\(name)' is sent, but the contract does not declare it",
                    expected: "no '\(name)'",
                    found: .excerpt(text), at: request.pointer)
            } + bodyMismatches(body, built, matcher)
    }

    private func bodyMismatches(_ body: [UInt8]?, _ built: URLRequest, _ matcher: RequestMatcher) -> [Finding] {
        guard let body, !body.isEmpty else { return [] }
        let type = MediaType(built.value(forHTTPHeaderField: "Content-Type") ?? "")
        switch request.body {
        case .none, .form, .text, .bytes: return []
        case .json, .schema: break
        case .xml(let template):
            // The template defines the elements, so a value must not add one.
            return XMLMatcher(values: matcher.values, place: request.bodyPointer)
                .structureMismatches(of: body, type, template)
        case .multipart(let parts):
            return MultipartMatcher(parts: parts, values: matcher.values, place: request.bodyPointer)
                .structureMismatches(of: body, type)
        case .graphql(let graphql):
            guard !request.isGraphQLByGet else { return [] }
            return GraphQLMatcher(graphql: graphql, values: matcher.values, place: request.bodyPointer)
                .structureMismatches(ofBody: body)
        }
        guard let json = Self.parsed(body) else {
            return RequestBodyMatcher(contract: request, values: matcher.values).mismatches(of: body)
        }
        // A schema defines the allowed members, and the value is known to violate it.
        guard case .json(let template) = request.body else { return [] }
        let expected = matcher.values.filled(template, beside: json).map(Self.members) ?? []
        return Self.members(of: json).subtracting(expected).subtracting(members).sorted().prefix(1).map { member in
            Finding(
                RequestRule.body, "the body has the member '\(member)', which the contract does not declare",
                expected: "no '\(member)'", found: .excerpt(json), at: request.bodyPointer)
        }
    }

    private static func parsed(_ bytes: [UInt8]) -> JSON? {
        do { return try JSON(parsing: bytes, options: .strict) } catch { return nil }
    }

    private static func members(of json: JSON) -> Set<String> {
        func walk(_ json: JSON, _ pointer: JSONPointer) -> [String] {
            switch json {
            case .null, .bool, .number, .string: []
            case .array(let elements): elements.flatMap { walk($0, pointer.appending("*")) }
            case .object(let members):
                members.flatMap { name, value in
                    [pointer.appending(name).description] + walk(value, pointer.appending(name))
                }
            }
        }
        return Set(walk(json, .root))
    }
}

/// The digits that a request loses from a number, for example through `%.2f` or `Float`.
enum LostDigits {
    /// Returns `: the digits '75897' of 40.71275897 are lost` for the first such number, or an empty string.
    static func clause(expected: String, found: String) -> String {
        let (numbers, others) = (numbers(in: expected), numbers(in: found))
        guard numbers.rest == others.rest else { return "" }
        return zip(numbers.texts, others.texts).lazy.map(clause(number:found:)).first { !$0.isEmpty } ?? ""
    }

    private static func numbers(in text: String) -> (texts: [String], rest: [Substring]) {
        var (texts, rest): ([String], [Substring]) = ([], [])
        var end = text.startIndex
        var start = text.startIndex
        while start < text.endIndex {
            guard let next = endOfNumber(in: text.utf8, from: start) else {
                text.utf8.formIndex(after: &start)
                continue
            }
            texts.append(String(text[start..<next]))
            rest.append(text[end..<start])
            (start, end) = (next, next)
        }
        return (texts, rest + [text[end...]])
    }

    /// Returns the end of a number such as `-40.7e3`. Scans by hand, because a `Regex` would be compiled for each text.
    private static func endOfNumber(in text: String.UTF8View, from start: String.Index) -> String.Index? {
        func digits(_ start: String.Index) -> String.Index? {
            let rest = text[start...]
            let end = rest.firstIndex { $0 &- UInt8(ascii: "0") > 9 } ?? rest.endIndex
            return end == start ? nil : end
        }
        func passing(_ bytes: String, _ index: String.Index) -> String.Index? {
            index < text.endIndex && bytes.utf8.contains(text[index]) ? text.index(after: index) : nil
        }
        guard var end = digits(passing("-", start) ?? start) else { return nil }
        if let fraction = passing(".", end).flatMap(digits) { end = fraction }
        if let exponent = passing("eE", end).flatMap({ digits(passing("+-", $0) ?? $0) }) { end = exponent }
        return end
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
        guard !lost.isEmpty else { return "" }
        return ": the digits '\(lost)' of \(expected) are lost"
    }

    static func clause(expected: JSON?, found: JSON?) -> String {
        guard let expected = expected?.numberValue, let found = found?.numberValue else { return "" }
        return clause(expected: expected.text, found: found.text)
    }
}
