import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

/// An index of an endpoint's cases by the arguments read back from a request, which avoids comparing the request with
/// every case.
struct CaseIndex {
    /// Equal for values that may replace each other in a request.
    private enum Key: Hashable {
        case number(Double)
        /// A second of an instant. A request may contain a more precise instant, or the next second.
        case second(Int)
        case text(String)
    }

    private let cases: [CaseContract]
    /// The positions of cases, by argument and the key of its value. A case without a key may have any value.
    private var positions: [String: [Key?: [Int]]] = [:]

    init(_ endpoint: EndpointContract) {
        cases = endpoint.cases
        guard let request = endpoint.request else { return }
        for name in request.readableArguments {
            positions[name] = Dictionary(grouping: cases.indices) { position in
                let value = endpoint.cases[position].arguments.first { $0.name == name }?.value
                return if case .literal(let json)? = value { Self.keys(of: json).first } else { nil }
            }
        }
    }

    func cases(for arguments: [String: JSON]) -> [CaseContract] {
        let found = candidates(arguments).min { $0.count < $1.count }
        return found.map { $0.map { cases[$0] } } ?? cases
    }

    /// Returns a few similar cases, for the message about an unmatched request.
    func similarCases(for arguments: [String: JSON]) -> [CaseContract] {
        let found = candidates(arguments).filter { !$0.isEmpty }.min { $0.count < $1.count }
        return (found ?? Array(cases.indices)).prefix(8).map { cases[$0] }
    }

    private func candidates(_ arguments: [String: JSON]) -> [[Int]] {
        positions.compactMap { name, positions in
            guard let value = arguments[name], case let keys = Self.keys(of: value), !keys.isEmpty else { return nil }
            return (keys + [nil] as [Key?]).flatMap { positions[$0] ?? [] }.sorted()
        }
    }

    /// Returns the keys of a value, starting with the one it is stored under. Lists, objects, and null have none.
    private static func keys(of value: JSON) -> [Key] {
        let text: String
        switch value {
        case .null, .array, .object: return []
        case .bool, .number, .string: text = value.plainText
        }
        if let number = JSONNumber(text: text) { return [.number(number.doubleValue)] }
        guard let instant = Timestamp(text)?.secondsSince1970, abs(instant) < 1e15 else {
            return [.text(text.lowercased())]
        }
        let second = Int(instant.rounded(.down))
        return [.second(second), .second(second - 1), .second(second + 1)]
    }
}

extension RequestContract {
    /// The arguments that can be read from a request unambiguously: each alone fills a path segment, query item, or
    /// body member. Header fields do not count, because a recording tool may have changed them.
    fileprivate var readableArguments: Set<String> {
        let bodies =
            switch body {
            case .form(let fields): fields.filter { $0.style == nil }.flatMap(\.templates)
            case .json, .graphql: body.templates(at: bodyPointer)
            case .none, .schema, .text, .bytes, .xml, .multipart: [PlacedTemplate]()
            }
        let readable = segments + (query.filter { $0.style == nil }.flatMap(\.templates) + bodies).map(\.template)
        let all = segments + templates.dropFirst().map(\.template)
        // A form such as a day omits part of the instant.
        let partial = all.filter { template in template.soleSlot?.form != nil || template.soleSlot == nil }
        let styled = headers + query.filter { $0.style != nil }
        let doubtful = partial.flatMap(\.placeholders) + styled.flatMap(\.expectation.placeholders)
        return Set(readable.compactMap(\.solePlaceholder)).subtracting(doubtful).reduce(into: []) {
            names, placeholder in
            if case .name(let name) = placeholder { names.insert(name) }
        }
    }
}
