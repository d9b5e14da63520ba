import ContractCommand
import ExampleClients

let representativesService = Service("representatives") {
    Model("Representative", Representative.init(json:))

    Endpoint("representatives") { arguments in
        try RepresentativesAPI.representatives(state: arguments["state"])
    } call: { arguments, transport in
        try await RepresentativeController(transport: transport.send)
            .searchRepresentatives(forState: arguments["state"])
    }
}
