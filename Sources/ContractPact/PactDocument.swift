import ContractFormat
import HTTPRecording
import JSONSchema

/// A Pact file of versions 1 to 4: a consumer's expectations of a provider, as examples with matching rules.
package struct PactDocument: Sendable {
    package enum Version: Int, Sendable, Comparable {
        case v1 = 1
        case v2, v3, v4

        package static func < (left: Version, right: Version) -> Bool { left.rawValue < right.rawValue }
    }

    package let source: SourceFile
    package let version: Version
    package let consumer: String
    package let provider: String
    package let interactions: [PactInteraction]
    /// The descriptions and places of messages and plugin interactions, which are not HTTP exchanges.
    package let others: [(description: String, place: Place)]
}

package struct PactInteraction: Sendable {
    package let description: String
    package let states: [ProviderState]
    package let request: PactRequest
    package let response: PactResponse
    package let isPending: Bool
    package let pointer: JSONPointer
    package let place: Place
}

/// An expected request with examples and rules, or an actual one.
package struct PactRequest: Sendable {
    package var method: String
    package var path: String
    package var query: PactQuery
    package var headers: HeaderFields
    package var body: PactBody
    package var rules: MatchingRules = MatchingRules()
    /// The values from provider states that replace examples.
    package var generators: [StateGenerator] = []
}

/// A value from a provider state, which replaces `${name}` in an expression.
package struct StateGenerator: Sendable, Hashable {
    package enum Target: Sendable, Hashable {
        case path
        case header(String)
        case query(String)
        case body(RulePath)
    }

    package let target: Target
    package let expression: String
}

package struct PactResponse: Sendable {
    package var status: Int?
    package var headers: HeaderFields
    package var body: PactBody
    package var rules: MatchingRules = MatchingRules()
}

/// The parameters of a query. The order of names is irrelevant; the order of one name's values is not.
package struct PactQuery: Sendable {
    package private(set) var names: [String] = []
    package private(set) var values: [String: [String]] = [:]
    /// The raw query text of a version 1 or 2 Pact.
    package var text: String?

    package init() {}

    package init(text: String) {
        self.text = text
        for pair in FormPair.parse(Array(text.utf8)[...], plusIsSpace: true) { add(pair.valueText, to: pair.nameText) }
    }

    package func mapValues(_ change: (String, String) -> String) -> PactQuery {
        var query = PactQuery()
        for name in names { for value in values[name] ?? [] { query.add(change(name, value), to: name) } }
        return query
    }

    package mutating func add(_ value: String, to name: String) {
        if values[name] == nil { names.append(name) }
        values[name, default: []].append(value)
    }
}

package enum PactBody: Sendable, Hashable {
    case unspecified
    case none
    case json(JSON)
    case text(String, MediaType?)
    case bytes([UInt8], MediaType?)

    package init(bytes: [UInt8], headers: HeaderFields) {
        let type = headers["Content-Type"].map(MediaType.init)
        if bytes.isEmpty {
            self = .none
        } else if type?.isJSON ?? true, let json = JSON(ifValid: bytes) {
            self = .json(json)
        } else {
            // Content that contradicts a JSON type counts as text.
            self = String(validating: bytes, as: UTF8.self).map { .text($0, type) } ?? .bytes(bytes, type)
        }
    }

    package var mediaType: MediaType? {
        switch self {
        case .unspecified, .none, .json: nil
        case .text(_, let type), .bytes(_, let type): type
        }
    }
}
