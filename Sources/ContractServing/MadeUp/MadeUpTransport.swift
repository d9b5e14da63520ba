import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Makes up responses for one case or scenario as its contract expects, without network access.
final class MadeUpTransport: HopTransport {
    /// The request limit, which stops calls that endlessly follow made-up page links.
    private static let maximumRequests = 50

    private let router: RequestRouter
    private let expected: [(endpoints: Set<String>, outcome: Outcome)]
    private let made: MadeUpResponses
    private let state = Locked((requests: 0, step: 0, asked: Set<String>()))

    init(_ contract: Contract, file: String) {
        router = RequestRouter([contract])
        made = MadeUpResponses(of: [(contract, SampleStrings())])
        func outcomes(of steps: [ScenarioContract.Step]) -> [(endpoint: EndpointContract, outcome: Outcome)] {
            steps.compactMap { step in contract.endpoint(step.endpoint.text).map { ($0, step.outcome(of: $0)) } }
        }
        let cases = contract.endpoints.flatMap { endpoint in
            endpoint.cases.filter { contract.file(of: $0, endpoint) == file }.flatMap { testCase in
                testCase.steps.isEmpty ? [(endpoint, testCase.outcome)] : outcomes(of: testCase.steps)
            }
        }
        let scenarios = contract.scenarios.filter { contract.file(of: $0) == file }
        expected = (cases + scenarios.flatMap { outcomes(of: $0.steps) }).map { endpoint, outcome in
            (Set(contract.senders(of: endpoint).map(\.name)), outcome)
        }
    }

    func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url else { throw URLError(.badURL) }
        let call = try call(RecordedRequest(request), url)
        let response = outcome(of: call).map { made.response(to: call, outcome: $0) } ?? made.response(to: call)
        guard let answer = response.answer(at: url) else { throw URLError(.badServerResponse) }
        return answer
    }

    private func call(_ sent: RecordedRequest, _ url: URL) throws(TransportError) -> ServedCall {
        let count = state.withLock { state in
            state.requests += 1
            return state.requests
        }
        guard count <= Self.maximumRequests else {
            throw TransportError(
                "the call sends more than \(Self.maximumRequests) requests over made-up responses; record it from the service"
            )
        }
        var request = sent
        let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        let path = components?.percentEncodedPath ?? ""
        request.url = (path.isEmpty ? "/" : path) + (components?.percentEncodedQuery.map { "?\($0)" } ?? "")
        switch router.route(request) {
        case .call(var call):
            call.isRepeated = state.withLock { !$0.asked.insert(call.endpoint.name).inserted }
            call.limit = ListQuery(request, of: call.endpoint).limit
            return call
        case .otherMethod, .unknown:
            throw TransportError("no endpoint of the contract accepts \(request.method) \(path)")
        }
    }

    /// Returns the expected outcome, or `nil` for an additional request of a call.
    private func outcome(of call: ServedCall) -> Outcome? {
        state.withLock { state in
            let steps = Array(state.step..<expected.count) + Array(0..<min(state.step, expected.count))
            guard let step = steps.first(where: { expected[$0].endpoints.contains(call.endpoint.name) }) else {
                return nil
            }
            // A case is one call, which may repeat its request.
            state.step = expected.count > 1 ? step + 1 : step
            return expected[step].outcome
        }
    }
}

extension Network {
    package static func madeUp(_ contracts: [Contract]) -> Network {
        let transports = Locked<[String: MadeUpTransport]>([:])
        return Network(
            transport: OfflineTransport(),
            transportOfRecording: { file in
                let service = file.prefix { $0 != "/" }
                guard let contract = contracts.first(where: { $0.service == service }) else {
                    return OfflineTransport()
                }
                return transports.withLock { transports in
                    let transport = transports[file] ?? MadeUpTransport(contract, file: file)
                    transports[file] = transport
                    return transport
                }
            })
    }
}

extension Contract {
    /// Values for the environment variables that calls read. They are redacted like secrets.
    package var madeUpVariables: [String: String] {
        let given =
            endpoints.flatMap { endpoint in endpoint.cases.map { (endpoint, $0.arguments) } }
            + scenarios.flatMap(\.steps).compactMap { step in
                endpoint(step.endpoint.text).map { ($0, step.mergedArguments(of: $0)) }
            }
        let secrets = given.flatMap { endpoint, arguments in StandIns.secrets(of: arguments, in: endpoint).values }
        let fitting = Dictionary(secrets.map { ($0.placeholder, $0.value) }) { first, _ in first }
        return variables.reduce(into: [:]) { values, variable in
            values[variable.text] = fitting["{env:\(variable.text)}"] ?? "made-up-\(variable.text)"
        }
    }
}
