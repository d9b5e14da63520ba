import ContractFormat
import JSONSchema

/// Checks that contract and bindings name the same models and endpoints, and that each binding has the code it needs.
struct BindingFaults {
    private let contract: Contract
    private let binding: Service

    static func faults(name: String, contract: Contract?, binding: Service?) -> [SourceFault] {
        guard let contract else { return [] }
        guard let binding else {
            let message = "no code is bound to this contract: add Service(\"\(name)\") { … } to the suite"
            return [SourceFault(message, at: contract.place(of: "/service"))]
        }
        let faults = BindingFaults(contract: contract, binding: binding)
        return faults.unbound + faults.models + faults.endpoints + faults.conversions
    }

    private func fault(_ message: String, _ pointer: JSONPointer) -> SourceFault {
        SourceFault(message, at: contract.place(of: pointer))
    }

    private var unbound: [SourceFault] {
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

    /// Reports bindings of names that the contract does not declare, and of names that are bound twice.
    private func faults(of bound: [String], _ kind: String, _ declared: [String], _ pointer: JSONPointer)
        -> [SourceFault]
    {
        let known = Set(declared)
        var seen: Set<String> = []
        return bound.filter { !known.contains($0) }.map {
            let hint = Suggestion.text(for: $0, among: declared)
            return fault("a binding names the \(kind) '\($0)', which the contract does not declare\(hint)", pointer)
        } + bound.filter { !seen.insert($0).inserted }.map { fault("the \(kind) '\($0)' is bound twice", pointer) }
    }

    private var conversions: [SourceFault] {
        let bound = binding.conversions.map(\.name)
        return faults(of: bound, "conversion", bound, "/models")
    }

    private var models: [SourceFault] {
        faults(of: binding.models.map(\.name), "model", contract.declaredModels, "/models")
    }

    private var endpoints: [SourceFault] {
        let bound = Dictionary(binding.endpoints.map { ($0.name, $0) }) { first, _ in first }
        var faults: [SourceFault] = []
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
            + self.faults(of: binding.endpoints.map(\.name), "endpoint", contract.declaredEndpoints, "/endpoints")
    }

    /// Checks that a bound function has one name per parameter, and that each is an argument of the endpoint.
    private func faults(of parameters: ParameterBinding, _ endpoint: EndpointContract) -> [SourceFault] {
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
