import ContractFormat

/// The checks of a service, in the order they are listed and reported.
enum CheckList {
    static func checks(name: String, contract: Contract?, binding: Service?) -> [Check] {
        let first = Check(service: name, kind: .contract)
        guard let contract else {
            // What an unreadable contract would have asked for is not known; what is bound to it is told as not run.
            return [first]
                + (binding?.endpoints.map { Check(service: name, kind: .request, $0.name) } ?? [])
                + (binding?.models.map { Check(service: name, kind: .model, $0.name) } ?? [])
        }
        var checks = [first]
        func add(_ kind: Check.Kind, _ names: String...) {
            checks.append(Check(service: name, kind: kind, names.joined(separator: "/")))
        }
        let called = Set(binding?.endpoints.filter { $0.call != nil }.map(\.name) ?? [])
        for endpoint in contract.endpoints where endpoint.request != nil { add(.request, endpoint.name) }
        for endpoint in contract.endpoints {
            for testCase in endpoint.cases { add(.response, endpoint.name, testCase.name) }
        }
        for model in contract.models { add(.model, model.name) }
        for endpoint in contract.endpoints where called.contains(endpoint.name) {
            for testCase in endpoint.cases { add(.client, endpoint.name, testCase.name) }
        }
        for endpoint in contract.endpoints {
            for reject in endpoint.rejects { add(.rejects, endpoint.name, reject.name) }
        }
        for endpoint in contract.endpoints where called.contains(endpoint.name) {
            for fault in endpoint.faults { add(.faults, endpoint.name, fault.name) }
        }
        for scenario in contract.scenarios { add(.scenario, scenario.name) }
        return checks
    }
}
