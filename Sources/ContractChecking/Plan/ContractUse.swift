import ContractFormat
import JSONSchema

/// The dependencies between the models, endpoints, scenarios and shared schemas of a contract.
package struct ContractUse {
    private let contract: Contract
    /// The `$ref` values of each model, endpoint and shared schema.
    private let references: [(part: JSONPointer, texts: Set<String>)]

    package init(_ contract: Contract) {
        self.contract = contract
        let root = JSON(ifValid: contract.source.bytes)
        references = [ContractKeys.Service.models, .definitions, .endpoints].flatMap { key in
            (root?[key]?.objectValue ?? [:]).map { name, part in
                let texts = part.descendants.compactMap { $0.name == "$ref" ? $0.value.stringValue : nil }
                return (JSONPointer.root.appending(key).appending(name), Set(texts))
            }
        }
    }

    /// Returns the part that contains a location, and all parts that use it directly or indirectly.
    private func parts(using pointer: JSONPointer) -> Set<JSONPointer> {
        Set([JSONPointer(tokens: Array(pointer.tokens.prefix(2)))]).reaching { part in
            let (text, key, name) = ("#\(part)", part.tokens.first, part.tokens.last ?? "")
            let referring = references.filter { $0.texts.contains { $0 == text || $0.hasPrefix(text + "/") } }
            let using = contract.endpoints.filter { endpoint in
                switch key {
                case ContractKeys.Service.endpoints.rawValue: endpoint.uses.contains(name)
                case ContractKeys.Service.models.rawValue:
                    endpoint.responses.contains { $0.models.contains { $0.model == name } }
                default: false
                }
            }
            return referring.map(\.part) + using.map(\.pointer)
        }
    }

    /// Returns the checks that depend on a faulty location, or `nil` for all. Faults in a list of names or in an unknown
    /// key block none.
    func reach(of pointer: JSONPointer, in service: LoadedService) -> [Check]? {
        let tokens = pointer.tokens
        guard let key = tokens.first else { return nil }
        switch ContractKeys.Service(rawValue: key) {
        case .service, .origin, .secrets, .strictness: return nil
        case .schema, .summary, .health, .unbound, nil: return []
        case .scenarios, .models, .endpoints, .definitions: break
        }
        guard tokens.count > 1 else { return [] }
        if key == ContractKeys.Service.scenarios.rawValue {
            return service.checks.filter { $0.kind == .scenario && $0.names == [tokens[1]] }
        }
        let names = Set(parts(using: pointer).compactMap(\.tokens.last))
        let survival = service.checks.filter { $0.kind == .survival && names.contains($0.names.first ?? "") }
        return checks(concerning: pointer, in: service) + survival
    }

    /// Returns the checks that run an endpoint's code. Calls that use only its request have their own code.
    func checks(calling endpoint: EndpointContract, in service: LoadedService) -> [Check] {
        let scenarios = contract.scenarios.filter { $0.steps.contains { $0.endpoint.text == endpoint.name } }
        return service.checks.filter { check in
            switch check.kind {
            case .contract, .model: false
            case .scenario: scenarios.contains { check.names == [$0.name] }
            case .request, .response, .client, .rejects, .faults, .survival, .strength:
                check.names.first == endpoint.name
            }
        }
    }

    package func endpoints(using pointer: JSONPointer) -> [EndpointContract] {
        let parts = parts(using: pointer)
        return contract.endpoints.filter { parts.contains($0.pointer) }
    }

    /// Returns the kinds of checks that depend on a location, those most likely to notice a change first.
    private static func kinds(concerning pointer: JSONPointer) -> [Check.Kind] {
        guard pointer.tokens.first == ContractKeys.Service.endpoints.rawValue, pointer.tokens.count > 2 else {
            return [.model, .response, .client, .faults, .scenario]
        }
        switch ContractKeys.Endpoint(rawValue: pointer.tokens[2]) {
        case .request: return [.response, .request, .client, .scenario]
        case .responses: return [.response, .client, .faults, .scenario]
        case .cases: return [.client, .response]
        case .faults: return [.faults]
        case .rejects: return [.rejects]
        case .uses, .origin, .summary, .secrets, .arguments, .survives, .health, nil:
            return [.request, .response, .client, .faults, .rejects, .scenario]
        }
    }

    /// Returns the checks that depend on a location, those most likely to notice a change first.
    package func checks(concerning pointer: JSONPointer, in service: LoadedService) -> [Check] {
        let parts = parts(using: pointer)
        func names(_ key: ContractKeys.Service) -> Set<String> {
            Set(parts.filter { $0.tokens.first == key.rawValue }.compactMap(\.tokens.last))
        }
        let (models, endpoints) = (names(.models), names(.endpoints))
        let scenarios = contract.scenarios.filter { scenario in
            scenario.steps.contains { endpoints.contains($0.endpoint.text) }
        }.map(\.name)
        let kinds = Self.kinds(concerning: pointer)
        return kinds.flatMap { kind in
            service.checks.filter { check in
                guard check.kind == kind, let name = check.names.first else { return false }
                // A fault's location has only one check.
                if kind == .faults, pointer.tokens.count > 3, pointer.tokens[2] == kind.rawValue {
                    return check.names == [pointer.tokens[1], pointer.tokens[3]]
                }
                return switch kind {
                case .model: models.contains(name)
                case .scenario: scenarios.contains(name)
                case .contract, .request, .response, .client, .rejects, .faults, .survival, .strength:
                    endpoints.contains(name)
                }
            }
        }
    }
}
