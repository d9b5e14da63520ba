import ContractFormat
import JSONSchema

/// Gives a request builder arguments that it must refuse, and looks at the error.
struct RejectsCheck: SingleCheck, CodeCheck {
    let context: ServiceRun
    let check: Check
    let endpoint: EndpointContract
    let reject: RejectContract
    let build: Endpoint.Builder

    var pointer: JSONPointer { reject.pointer }

    static func check(_ reject: RejectContract, _ endpoint: EndpointContract, of service: String) -> Check {
        Check(service: service, kind: .rejects, endpoint.name, reject.name)
    }

    static func planned(
        of endpoint: EndpointContract, _ binding: Endpoint, in context: ServiceRun, _ wanted: WantedChecks
    ) -> [RejectsCheck] {
        let service = context.service.name
        guard wanted.contains(.rejects, of: endpoint.name, in: service) else { return [] }
        // One builder each: a call whose request is caught serves one check at a time.
        return endpoint.rejects.compactMap { reject in
            binding.builder(deadline: context.settings.deadline).map {
                RejectsCheck(
                    context: context, check: check(reject, endpoint, of: service), endpoint: endpoint, reject: reject,
                    build: $0)
            }
        }.filter { wanted.contains($0.check) }
    }

    func evaluation() async -> Evaluation {
        var evaluation = Evaluation(probes: 1)
        do {
            let arguments = try CallArguments(mode: .replay, environment: [:]).resolve(reject.arguments, of: endpoint)
            let request = try await build(arguments)
            evaluation.add(
                Finding(
                    RejectsRule.built, "the builder accepts what it has to refuse",
                    expected: "thrown: \(reject.error.text)",
                    found:
                        "\(request.httpMethod ?? "GET") \(MessageText.excerpt(request.url?.absoluteString ?? "without a URL"))",
                    at: reject.pointer))
        } catch let error as ArgumentError {
            // The request check reports a fault of the binding.
            return .obstructed(error.errorDescription ?? "")
        } catch {
            evaluation.add(
                ThrownErrorMatcher(error: reject.error, message: reject.message).mismatches(
                    of: ThrownError(error), rules: (RejectsRule.wrongError, RejectsRule.message)))
        }
        return evaluation
    }
}
