import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Sends a Pact's requests to a provider and compares the actual responses with the expected ones.
package struct PactVerifier: Sendable {
    package enum Outcome: Sendable {
        case passed
        case failed([PactMismatch])
        /// The provider did not respond, or rejected a state.
        case unreachable(String)
    }

    private let document: PactDocument
    private let provider: String
    private let states: URL?
    private let environment: [String: String]
    private let transport: any Transport

    /// - Parameters:
    ///   - provider: the provider's address, such as `http://127.0.0.1:8080`, with or without a path.
    ///   - states: the URL that receives a POST for each state before and after an interaction, or `nil` for none.
    ///   - environment: the values of `{env:NAME}` in the examples of an exported Pact.
    package init(
        _ document: PactDocument, provider: URL, states: URL?, environment: [String: String] = [:],
        transport: any Transport
    ) {
        self.document = document
        let base = provider.absoluteString
        self.provider = base.hasSuffix("/") ? String(base.dropLast()) : base
        self.states = states
        self.environment = environment
        self.transport = transport
    }

    private struct Traffic {
        var states: JSONObject = [:]
        var exchange: (sent: URLRequest, received: RecordedResponse)?
    }

    /// Verifies one interaction. The outcome contains no secrets that were sent or received.
    package func verify(_ interaction: PactInteraction) async -> Outcome {
        var traffic = Traffic()
        let outcome = await outcome(of: interaction, &traffic)
        return outcome.redacted(by: redaction(of: interaction, traffic))
    }

    private func redaction(of interaction: PactInteraction, _ traffic: Traffic) -> Redaction {
        let variables = interaction.request.variables.sorted().compactMap { name in
            environment[name].map { Secret(value: $0, placeholder: "{env:\(name)}") }
        }
        let states = traffic.states.compactMap { name, value in
            CredentialNames.contains(name)
                ? value.stringValue.map { Secret(value: $0, placeholder: "${\(name)}") } : nil
        }
        let redaction = Redaction(secrets: variables + states)
        return traffic.exchange.map { redaction.learning($0.sent, $0.received) } ?? redaction
    }

    private func outcome(of interaction: PactInteraction, _ traffic: inout Traffic) async -> Outcome {
        do {
            traffic.states = try await change(interaction.states, "setup")
        } catch {
            return Self.unreachable(error)
        }
        var outcome: Outcome
        do {
            let mismatches = try await mismatches(of: interaction, &traffic)
            outcome = mismatches.isEmpty ? .passed : .failed(mismatches)
        } catch {
            outcome = Self.unreachable(error)
        }
        do {
            _ = try await change(interaction.states.reversed(), "teardown")
        } catch {
            // A failed request is the first fault, and the more telling one.
            if case .unreachable = outcome { return outcome }
            outcome = Self.unreachable(error)
        }
        return outcome
    }

    private func mismatches(of interaction: PactInteraction, _ traffic: inout Traffic) async throws -> [PactMismatch] {
        let sent = try request(StateValues(states: traffic.states) { environment[$0] }.filled(interaction.request))
        let (data, response) = try await transport.singleHop(sent)
        let received = RecordedResponse(data, response)
        traffic.exchange = (sent, received)
        return interaction.response.mismatches(
            of: PactResponse(
                status: received.status, headers: received.headers,
                body: PactBody(bytes: received.body, headers: received.headers)))
    }

    private static func unreachable(_ error: any Error) -> Outcome {
        if let refusal = error as? StateRefusal { return .unreachable(refusal.message) }
        let reason = (error as? URLError).map { "\($0.localizedDescription) (\($0.code.rawValue))" } ?? "\(error)"
        return .unreachable("the provider did not respond: \(reason)")
    }

    private struct StateRefusal: Error { let message: String }

    /// Asks the provider to set up or tear down states, one by one, and returns the values from its responses.
    private func change(_ states: [ProviderState], _ action: String) async throws -> JSONObject {
        var values = JSONObject()
        guard let url = self.states else { return values }
        for state in states {
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            let body: JSON = [
                "action": .string(action), "consumer": .string(document.consumer), "params": .object(state.parameters),
                "state": .string(state.name), "states": [.string(state.name)],
            ]
            request.httpBody = Data(body.bytes())
            let (data, response) = try await transport.send(request)
            guard (200..<300).contains(response.statusCode) else {
                throw StateRefusal(message: "the state '\(state.name)' was refused: status \(response.statusCode)")
            }
            // A response that is not an object supplies no values.
            for (name, value) in JSON(ifValid: data)?.objectValue ?? [:] { values[name] = value }
        }
        return values
    }

    private func request(_ expected: PactRequest) throws -> URLRequest {
        // Without a slash, the path of a hostile Pact would be a part of the host.
        let target = expected.target.hasPrefix("/") ? expected.target : "/" + expected.target
        guard let url = URL(string: provider + target) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = expected.method.uppercased()
        for (name, value) in expected.headers.foundation { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = expected.body.bytes.map { Data($0) }
        if request.httpBody != nil, expected.headers["Content-Type"] == nil {
            request.setValue(expected.body.defaultType, forHTTPHeaderField: "Content-Type")
        }
        return request
    }
}

extension PactVerifier.Outcome {
    fileprivate func redacted(by redaction: Redaction) -> Self {
        switch self {
        case .passed: self
        case .unreachable(let reason): .unreachable(redaction.redacted(reason))
        case .failed(let mismatches):
            .failed(
                mismatches.map {
                    PactMismatch(
                        part: $0.part, place: redaction.redacted($0.place), message: redaction.redacted($0.message))
                })
        }
    }
}

extension Redaction {
    fileprivate func learning(_ sent: URLRequest, _ received: RecordedResponse) -> Redaction {
        let exchange = HTTPExchange(request: RecordedRequest(sent), response: received)
        let credentials = ["Authorization", "Proxy-Authorization"].flatMap { name in
            exchange.request.headers[all: name].flatMap { value in
                [value, value.split(separator: " ", maxSplits: 1).last.map(String.init) ?? value]
                    .filter(\.isDistinctive).map { Secret(value: $0, placeholder: "{header:\(name)}") }
            }
        }
        return adding(credentials).learning(from: [exchange])
    }
}

extension PactRequest {
    package var target: String {
        let path = PercentCoding.encode(path, allowing: "/:@!$&'()*+,;=%")
        if let text = query.text {
            return text.isEmpty ? path : path + "?" + PercentCoding.encode(text, allowing: "/:@!$&'()*+,;=%?")
        }
        let pairs = query.names.flatMap { name in
            (query.values[name] ?? []).map { value in
                PercentCoding.encode(name, allowing: "[]") + "=" + PercentCoding.encode(value, allowing: "")
            }
        }
        return pairs.isEmpty ? path : path + "?" + pairs.joined(separator: "&")
    }
}

extension PactBody {
    package var bytes: [UInt8]? {
        switch self {
        case .unspecified, .none: nil
        case .json(let json): json.bytes()
        case .text(let text, _): Array(text.utf8)
        case .bytes(let bytes, _): bytes
        }
    }

    var defaultType: String {
        if case .json = self { return "application/json" }
        return mediaType?.essence ?? "text/plain"
    }
}
