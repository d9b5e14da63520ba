import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// The secrets of a contract that do not come from the environment: credential members, and captures that fill a secret
/// argument. A scenario's capture also applies to the cases of the endpoint it is taken from.
package struct ContractSecrets: Sendable {
    /// The parsed facts of the contract. Lazy because a replay does not need them.
    private struct Facts: Sendable {
        var captures: [String: [ScenarioContract.Capture]] = [:]
        var words: Set<String> = []
        /// All strings and numbers in the contract, which are public.
        var published: Set<String> = []

        init(of contract: Contract) {
            let ofScenarios = contract.scenarios.map { (steps: $0.steps, keepsHeaders: false) }
            // A case's captures are carried by the call itself and do not open a session.
            let ofCases = contract.endpoints.flatMap(\.cases).map { (steps: $0.steps, keepsHeaders: true) }
            for (steps, keepsHeaders) in ofScenarios + ofCases {
                for (index, step) in steps.enumerated() {
                    let later = steps[(index + 1)...]
                    for capture in step.captures {
                        let fills = later.contains { $0.fillsSecret(with: capture.name, of: contract) }
                        guard fills || !keepsHeaders && capture.source.opensSession else { continue }
                        captures[step.endpoint.text, default: []].append(capture)
                    }
                }
            }
            // The contract has been parsed before, so parsing cannot fail.
            for (name, value) in JSON(ifValid: contract.source.bytes)?.descendants ?? [] {
                if let name { words.insert(name) }
                if let text = value.stringValue ?? value.numberValue?.text { published.insert(text) }
            }
        }
    }

    private let contract: Contract
    private let facts: Lazy<Facts>
    private let everyMember: Lazy<CredentialMembers>

    package init(of contract: Contract) {
        self.contract = contract
        let facts = Lazy { Facts(of: contract) }
        self.facts = facts
        everyMember = Lazy { Self.members(of: contract.endpoints, contract, facts.value) }
    }

    package var words: Set<String> { facts.value.words }

    func isPublished(_ text: String) -> Bool { facts.value.published.contains(text) }

    var membersOfAll: CredentialMembers { everyMember.value }

    package func redaction(_ secrets: [Secret], of endpoints: [EndpointContract]) -> Redaction {
        Redaction(secrets: secrets, publicNames: words, credentials: members(of: endpoints))
    }

    /// Returns the secrets captured from an exchange, except those in its body.
    package func captured(
        from exchange: HTTPExchange, of endpoint: EndpointContract, returned: JSON? = nil
    ) -> [Secret] {
        (facts.value.captures[endpoint.name] ?? []).compactMap { capture -> Secret? in
            let shape = endpoint.shape(of: exchange.response)
            switch capture.source {
            case .response(.body), .sent: return nil
            case .response(let source):
                guard let value = source.value(in: exchange, shape)?.stringValue else { return nil }
                let name = if case .cookie(let name) = source { "cookie:\(name)" } else { capture.name }
                return Secret(value: value, placeholder: "{\(name)}")
            case .returned(let pointer):
                guard let value = returned?[pointer: pointer]?.stringValue, !isPublished(value),
                    let standIn = CredentialStandIn.texts(for: value, named: pointer.tokens.last ?? capture.name).first
                else { return nil }
                return Secret(value: value, placeholder: standIn, name: "{\(capture.name)}")
            }
        }
    }

    package func secrets(in exchange: HTTPExchange, of endpoint: EndpointContract, returned: JSON? = nil) -> [Secret] {
        captured(from: exchange, of: endpoint, returned: returned)
            + members(of: [endpoint]).secrets(in: exchange) + authorization(in: exchange)
    }

    private func authorization(in exchange: HTTPExchange) -> [Secret] {
        ["Authorization", "Proxy-Authorization"].flatMap { name in
            exchange.request.headers[all: name].compactMap { value -> Secret? in
                let credentials = value.split(separator: " ", maxSplits: 1).last.map(String.init) ?? value
                guard credentials.isDistinctive, !isPublished(credentials), !isPublished(value) else { return nil }
                return Secret(value: credentials, placeholder: "{header:\(name)}")
            }
        }
    }

    /// Returns the credential members in exchanges of the endpoints and of the endpoints they use.
    package func members(of endpoints: [EndpointContract]) -> CredentialMembers {
        Self.members(of: endpoints, contract, facts.value)
    }

    private static func members(
        of endpoints: [EndpointContract], _ contract: Contract, _ facts: Facts
    ) -> CredentialMembers {
        let senders = endpoints.flatMap { endpoint in
            [endpoint] + (endpoint.uses.isEmpty ? [] : contract.endpoints.filter { endpoint.uses.contains($0.name) })
        }
        let kinds = (contract.secrets + senders.flatMap(\.secrets)).map(\.kind)
        let captured = senders.flatMap { facts.captures[$0.name] ?? [] }.compactMap { capture -> JSONPointer? in
            if case .response(.body(let pointer)) = capture.source { pointer } else { nil }
        }
        return CredentialMembers(
            names: kinds.compactMap { if case .name(let name) = $0 { name } else { nil } },
            pointers: kinds.compactMap { if case .place(let pointer) = $0 { pointer } else { nil } },
            captured: captured, published: facts.published
        ) { exchange, body in
            senders.filter { ArgumentExtraction.arguments(of: exchange.request, endpoint: $0) != nil }
                .flatMap(\.responses).filter { $0.key.statuses.contains(exchange.response.status) }
                .flatMap { $0.schemaViolations(of: body, in: contract) }
        }
    }
}

extension ResponseContract {
    fileprivate func schemaViolations(of body: JSON, in contract: Contract) -> [CredentialMembers.SchemaViolation] {
        var found: [CredentialMembers.SchemaViolation] = []
        func add(_ violations: [Violation], at place: JSONPointer) {
            found += violations.map {
                CredentialMembers.SchemaViolation(
                    pointer: JSONPointer(tokens: place.tokens + $0.instancePointer.tokens),
                    isListed: ["enum", "const"].contains($0.keyword))
            }
        }
        switch self.body {
        case .json(let schema), .xml(let schema): add(schema.schema.violations(of: body), at: .root)
        case .any, .text, .bytes, .events, .empty: break
        }
        for use in models {
            guard let model = contract.model(use.model) else { continue }
            for (place, value) in use.at.matches(in: body) {
                add(model.schema.schema.violations(of: value), at: place)
            }
        }
        return found
    }
}

extension ScenarioContract.CaptureSource {
    /// Whether the capture may open a session: a cookie, or a header other than a validator (RFC 9110, 8.8).
    fileprivate var opensSession: Bool {
        switch self {
        case .response(.header(let name)): !["etag", "last-modified"].contains(name.lowercased())
        case .response(.cookie): true
        case .response(.body), .response(.link), .returned, .sent: false
        }
    }
}

extension ScenarioContract.Step {
    /// Whether an earlier capture fills a secret argument of this step.
    fileprivate func fillsSecret(with capture: String, of contract: Contract) -> Bool {
        guard let endpoint = contract.endpoint(self.endpoint.text) else { return false }
        return mergedArguments(of: endpoint).contains { given in
            given.value.placeholders.contains(.name(capture))
                && endpoint.argument(given.name)?.schema.view.holdsSecret ?? false
        }
    }
}

extension SchemaView {
    fileprivate var holdsSecret: Bool {
        Set([self]).reaching { $0.describingSchemas.flatMap(\.innerSchemas).map(\.view) }.contains(where: \.isSecret)
    }
}

/// The secrets to redact from the reports of one service. Replay has none.
package struct RunSecrets: Sendable {
    private let redaction: Locked<Redaction>
    package let contract: ContractSecrets
    let isEmpty: Bool

    package init(of contract: Contract, mode: Mode, environment: [String: String]) {
        isEmpty = mode == .replay
        self.contract = ContractSecrets(of: contract)
        redaction = Locked(
            isEmpty
                ? Redaction()
                : CallArguments(mode: mode, environment: environment).redaction(of: contract)
                    .allowing(publicNames: self.contract.words))
    }

    /// Adds the secrets of an endpoint's exchanges: cookies, credentials and captures.
    package func learn(from exchanges: [HTTPExchange], of endpoint: EndpointContract, returned: JSON? = nil) {
        guard !isEmpty, !exchanges.isEmpty else { return }
        let found = exchanges.flatMap { contract.secrets(in: $0, of: endpoint, returned: returned) }
        redaction.withLock { $0 = $0.adding(found).learning(from: exchanges) }
    }

    package func redacted(_ text: String) -> String {
        if isEmpty { return text }
        let redaction = redaction.withLock { $0 }
        let isJSON = text.hasPrefix("{") || text.hasPrefix("[")
        return redaction.redacted(isJSON ? contract.membersOfAll.replaced(inText: text) : text)
    }
}

/// Substitutes for secrets in replay, used if an argument's schema rejects the placeholder's text.
///
/// Each variable has one value in all calls. It is redacted to the placeholder before a request is matched.
package enum StandIns {
    /// Returns a call's stand-ins by argument name, deterministically.
    package static func secrets(of arguments: [ArgumentValue], in endpoint: EndpointContract) -> [String: Secret] {
        var used: Set<String> = []
        return arguments.reduce(into: [:]) { secrets, given in
            guard case .template(let template) = given.value, let placeholder = template.solePlaceholder,
                case .environment(let variable) = placeholder, let schema = endpoint.argument(given.name)?.schema,
                !schema.schema.accepts(.string(placeholder.text))
            else { return }
            let sampled = SchemaSampler(prefersText: true).values(of: [schema.view]).compactMap(\.stringValue)
            let texts = (named(variable) + sampled).filter { schema.schema.accepts(.string($0)) }
            guard let value = texts.first(where: { !used.contains($0) }) ?? texts.first else { return }
            used.insert(value)
            secrets[given.name] = Secret(value: value, placeholder: placeholder.text)
        }
    }

    /// Returns strings in the shapes of common secrets, derived from the variable and long enough to be unique.
    private static func named(_ variable: String) -> [String] {
        let letters = "madeup" + variable.filter { $0.isLetter || $0.isNumber }
        let hexadecimal = Fingerprint.text(variable) + Fingerprint.text(letters)
        let digits = String(Fingerprint.hash(variable) | 1 << 63)
        return ["made-up-\(variable)", letters, letters.lowercased(), letters.uppercased(), hexadecimal]
            + [36, 24, 16, 8].map { String((hexadecimal + letters).prefix($0)) }
            + [16, 10, 8, 6, 4].map { String(digits.suffix($0)) }
    }
}
