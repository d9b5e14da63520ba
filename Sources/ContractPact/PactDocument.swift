import ContractFormat
import HTTPRecording
import JSONSchema

/// A Pact file, versions 1 to 4: what a consumer expects of a provider, as examples with matching rules.
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
    /// Messages and interactions by plugins, which are no HTTP exchanges: their descriptions and places.
    package let others: [(description: String, place: Place)]
}

/// One request and the response that it has to have.
package struct PactInteraction: Sendable {
    package let description: String
    package let states: [ProviderState]
    package let request: PactRequest
    package let response: PactResponse
    package let isPending: Bool
    package let pointer: JSONPointer
    package let place: Place
}

/// A request as a Pact has it: expected by its examples and rules, or sent.
package struct PactRequest: Sendable {
    package var method: String
    package var path: String
    package var query: PactQuery
    package var headers: HeaderFields
    package var body: PactBody
    package var rules: MatchingRules = MatchingRules()
    /// The values that the provider's states put in place of examples.
    package var generators: [StateGenerator] = []
}

/// A value that the provider returns when it is asked for a state: `${name}` in an expression is replaced by it.
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

/// A response as a Pact has it: expected by its examples and rules, or received.
package struct PactResponse: Sendable {
    package var status: Int?
    package var headers: HeaderFields
    package var body: PactBody
    package var rules: MatchingRules = MatchingRules()
}

/// The parameters of a query by name; the order of names does not matter, that of one name's values does.
package struct PactQuery: Sendable {
    package private(set) var names: [String] = []
    package private(set) var values: [String: [String]] = [:]
    /// The text, where the Pact has one (versions 1 and 2).
    package var text: String?

    package init() {}

    /// Reads a query's text; empty parts are no parameters.
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

    /// Takes the body of a message that was sent or received.
    package init(bytes: [UInt8], headers: HeaderFields) {
        guard !bytes.isEmpty else {
            self = .none
            return
        }
        let type = headers["Content-Type"].map(MediaType.init)
        if type?.isJSON ?? true {
            do throws(JSONSyntaxError) {
                self = .json(try JSON(parsing: bytes))
                return
            } catch {
                // Whatever the header says, it is a text then.
            }
        }
        self = String(validating: bytes, as: UTF8.self).map { .text($0, type) } ?? .bytes(bytes, type)
    }

    package var mediaType: MediaType? {
        switch self {
        case .unspecified, .none, .json: nil
        case .text(_, let type), .bytes(_, let type): type
        }
    }
}
