import ContractFormat
import JSONSchema

struct RejectsCheck: SingleCheck, CodeCheck {
    let context: ServiceRun
    let check: Check
    let endpoint: EndpointContract
    let reject: RejectContract
    let build: Endpoint.Builder

    var pointer: JSONPointer { reject.pointer }

    init?(_ check: Check, _ endpoint: LoadedService.BoundEndpoint, in context: ServiceRun) {
        // A builder that catches a call's request serves one check at a time, so each check creates its own.
        guard let reject = endpoint.contract.rejects.first(where: { $0.name == check.part }),
            let build = endpoint.binding.builder(deadline: context.settings.deadline)
        else { return nil }
        (self.context, self.check, self.endpoint) = (context, check, endpoint.contract)
        (self.reject, self.build) = (reject, build)
    }

    func evaluation() async -> Evaluation {
        var evaluation = Evaluation(probes: 1)
        do {
            let arguments = try CallArguments(mode: .replay, environment: [:]).resolve(reject.arguments, of: endpoint)
            let request = try await build(arguments)
            evaluation.add(
                Finding(
                    RejectsRule.built, "the builder accepts arguments that it must refuse",
                    expected: "thrown: \(reject.error.text)",
                    found:
                        "\(request.httpMethod ?? "GET") \(MessageText.excerpt(request.url?.absoluteString ?? "without a URL"))",
                    at: reject.pointer))
        } catch let error as ArgumentError {
            // The request check reports binding faults.
            return .notEvaluated(error.errorDescription ?? "")
        } catch {
            evaluation.add(
                ThrownErrorMatcher(error: reject.error, message: reject.message).mismatches(
                    of: ThrownError(error), rules: (RejectsRule.wrongError, RejectsRule.message)))
        }
        return evaluation
    }
}
