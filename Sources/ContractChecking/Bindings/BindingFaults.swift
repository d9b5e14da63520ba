import ContractFormat
import Foundation
import JSONSchema

/// Checks that contract and bindings name the same models and endpoints, and that each binding has the code it needs.
struct BindingFaults {
    private let contract: Contract
    private let binding: Service

    static func faults(name: String, contract: Contract?, binding: Service?) -> [ContractFault] {
        guard let contract else { return [] }
        guard let binding else {
            let message = "no code is bound to this contract: add Service(\"\(name)\") { … } to the suite"
            return [ContractFault(message, at: contract.place(of: "/service"))]
        }
        let faults = BindingFaults(contract: contract, binding: binding)
        return faults.unbound + faults.models + faults.endpoints + faults.conversions
    }

    private func fault(_ message: String, _ pointer: JSONPointer) -> ContractFault {
        ContractFault(message, at: contract.place(of: pointer))
    }

    private var unbound: [ContractFault] {
        let (models, endpoints) = contract.unbound(in: binding)
        let lines = models.map(\.binding) + endpoints.map(\.binding)
        guard !lines.isEmpty else { return [] }
        // The fault points at the endpoint list; other references to an endpoint do not require its code.
        let first = models.first?.pointer ?? "/endpoints"
        let names = models.map { "models/\($0.name)" } + endpoints.map { "endpoints/\($0.name)" }
        return [
            fault(
                """
                no code is bound to \(names.joined(separator: ", ")); add to Service("\(contract.service)"), or name \
                under "unbound" the ones to leave out:
                \(lines.map { "    \($0)" }.joined(separator: "\n"))
                """, first)
        ]
    }

    private var conversions: [ContractFault] {
        Self.twice(binding.conversions.map(\.name)).map { fault("the conversion '\($0)' is bound twice", "/models") }
    }

    private var models: [ContractFault] {
        let names = contract.models.map(\.name)
        let bound = binding.models.map(\.name)
        return bound.filter { !contract.declaredModels.contains($0) }.map {
            fault(
                "a binding names the model '\($0)', which the contract does not declare\(Suggestion.text(for: $0, among: names))",
                "/models")
        } + Self.twice(bound).map { fault("the model '\($0)' is bound twice", "/models") }
    }

    private var endpoints: [ContractFault] {
        let names = contract.endpoints.map(\.name)
        let boundNames = binding.endpoints.map(\.name)
        let bound = Dictionary(binding.endpoints.map { ($0.name, $0) }) { first, _ in first }
        var faults: [ContractFault] = []
        for endpoint in contract.endpoints {
            guard let code = bound[endpoint.name] else { continue }
            if endpoint.request == nil, code.build != nil {
                faults.append(
                    fault(
                        "'\(endpoint.name)' uses other endpoints' requests: bind it with Endpoint(\"\(endpoint.name)\", call:)",
                        endpoint.pointer))
            }
            if let parameters = code.parameters { faults += self.faults(of: parameters, endpoint) }
            if code.call == nil, let pointer = endpoint.needsCall {
                faults.append(
                    fault("this needs the client call: add 'call:' to the binding of '\(endpoint.name)'", pointer))
            }
        }
        return faults
            + boundNames.filter { !contract.declaredEndpoints.contains($0) }.map {
                fault(
                    "a binding names the endpoint '\($0)', which the contract does not declare\(Suggestion.text(for: $0, among: names))",
                    "/endpoints")
            } + Self.twice(boundNames).map { fault("the endpoint '\($0)' is bound twice", "/endpoints") }
    }

    /// Checks that a bound function has one name per parameter, and that each is an argument of the endpoint.
    private func faults(of parameters: ParameterBinding, _ endpoint: EndpointContract) -> [ContractFault] {
        let pointer = endpoint.pointer(to: .arguments)
        if parameters.argumentNames.count != parameters.parameterCount {
            return [fault("the binding of '\(endpoint.name)' does not match: \(parameters)", pointer)]
        }
        let arguments = endpoint.arguments.map(\.name)
        return parameters.argumentNames.filter { !arguments.contains($0) }.map {
            fault(
                "the binding of '\(endpoint.name)' names the argument '\($0)', which the contract does not declare"
                    + Suggestion.text(for: $0, among: arguments), pointer)
        }
    }

    private static func twice(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { !seen.insert($0).inserted }
    }
}

extension Contract {
    /// Returns the models and endpoints that `binding` has no code for, except those listed under "unbound".
    package func unbound(in binding: Service?) -> (models: [ModelContract], endpoints: [EndpointContract]) {
        let models = Set(binding?.models.map(\.name) ?? [])
        let endpoints = Set(binding?.endpoints.map(\.name) ?? [])
        return (
            self.models.filter { !models.contains($0.name) && !leavesUnbound($0) },
            self.endpoints.filter { !endpoints.contains($0.name) && !leavesUnbound($0) }
        )
    }
}

extension Service {
    /// Returns the conversions that a model names but that are not bound, with a message for each.
    package func unboundConversions(of model: ModelContract) -> [(name: NamedText, message: String)] {
        let bound = conversions.map(\.name)
        let known = ConversionContract.Standard.allCases.map(\.rawValue) + bound.sorted()
        return model.properties.compactMap { property in
            guard case .named(let name)? = property.conversion, !bound.contains(name.text) else { return nil }
            let hint = Suggestion.text(for: name.text, among: known)
            return (
                name,
                """
                there is no conversion '\(name.text)'\(hint); bind your own with \
                Conversion("\(name.text)") { json in … }
                """
            )
        }
    }
}

extension ModelContract {
    package var binding: String { "Model(\"\(name)\", decoding: \(name).self)" }
}

extension EndpointContract {
    package var binding: String {
        "Endpoint(\"\(name)\"\(request == nil ? ", call: { arguments, transport in … })" : ") { arguments in … }")"
    }

    /// The location of the first contract entry that requires a client call.
    fileprivate var needsCall: JSONPointer? {
        if request == nil { return pointer(to: .uses) }
        for testCase in cases {
            if let pointer = testCase.outcome.returns?.pointer ?? testCase.outcome.error?.pointer { return pointer }
        }
        return faults.first?.pointer
    }
}
