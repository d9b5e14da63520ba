import ContractFormat
import Foundation
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Builds a request for each hostile value of each argument: what the request carries is the argument and nothing else.
struct HostileArguments {
    let contract: Contract
    let endpoint: EndpointContract
    let request: RequestContract
    let build: Endpoint.Builder
    let watch: ProbeWatch

    /// Probes with every hostile value in place of one argument of a good call.
    func evaluate(base: Arguments) async -> (mismatches: [Mismatch], probes: Int) {
        var faults = FaultGroups()
        var count = 0
        for argument in endpoint.arguments {
            let places = ArgumentPlaces(of: argument.name, in: request)
            for value in HostileValues.values(for: argument) {
                count += 1
                let name = "\(argument.name) is \(value.name)"
                switch watch.begin(count, name) {
                case .run: break
                case .skip: continue
                case .fatal(let step):
                    faults.add(
                        named: name, size: value.json.bytes().count, detail: argument.name,
                        Mismatch(
                            FatalRule.rule(.request, step.end), FindingText(step.explanation),
                            expected: "a request or an error",
                            found: FindingText(step.message), at: argument.schema.pointer))
                    continue
                }
                var values = base.values
                values[argument.name] = value.json
                for (mismatch, detail) in await mismatches(Arguments(values), argument, value.json, places) {
                    faults.add(named: name, size: value.json.bytes().count, detail: detail, mismatch)
                }
            }
        }
        return (faults.mismatches, count)
    }

    private func mismatches(
        _ arguments: Arguments, _ argument: ArgumentContract, _ value: JSON, _ places: ArgumentPlaces
    ) async -> [(Mismatch, String)] {
        let isAllowed = argument.schema.schema.accepts(value)
        let built: URLRequest
        do { built = try await build(arguments) } catch {
            return refused(argument, value, error, isAllowed: isAllowed, places).map { ($0, argument.name) }
        }
        let variables = CallArguments(mode: .replay, environment: [:])
        var found = RequestMatcher(contract: request, origin: endpoint.origin ?? contract.origin) {
            variables.value(of: $0, in: arguments.values)
        }.mismatches(of: built)
        if let header = (built.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }).first(where: {
            $0.value.endsEarly
        }) {
            found.append(
                Mismatch(
                    RequestRule.header,
                    "the header '\(header.key)' holds a control character, which ends it on the wire",
                    expected: "a refusal", found: .excerpt(JSON.string(header.value)),
                    at: request.pointer.appending("headers")))
        }
        return found.map { ($0, argument.name) }
    }

    /// A builder refuses what the schema refuses; what the schema accepts only where no request can carry it.
    private func refused(
        _ argument: ArgumentContract, _ value: JSON, _ error: any Error, isAllowed: Bool, _ places: ArgumentPlaces
    ) -> [Mismatch] {
        if argument.isSecret, let secret = value.stringValue, secret.utf8.count > 3,
            "\(error) \(ErrorName.message(error))".contains(secret)
        {
            return [
                Mismatch(
                    RequestRule.secretLeak, "the error's text holds the secret '\(argument.name)'",
                    expected: "a text without it", found: FindingText(ErrorName.of(error)), at: argument.schema.pointer)
            ]
        }
        if !isAllowed || places.mayRefuse(value) { return [] }
        return [
            Mismatch(
                RequestRule.refused, "the builder refuses a value of '\(argument.name)' that the contract accepts",
                expected: "a request", found: "thrown: \(FindingText.excerpt(ErrorName.of(error)))",
                at: argument.schema.pointer)
        ]
    }
}

extension String {
    /// Whether a header with this value would end before its end on the wire (RFC 9110, section 5.5).
    fileprivate var endsEarly: Bool {
        unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\u{0}" }
    }
}
