import Testing

@testable import ExampleClients

private enum Phase: String {
    case gas = "Gas"
    case liquid = "Liquid"
    case solid = "Solid"
}

@Test("a closed enumeration refuses what the service may add") func phaseClosed() async {
    await expect(
        ["model.false-reject": ["schema/properties/phase"]],
        of: .model("elements/Element") { record in
            guard let known = Phase(rawValue: try record["phase"].string()) else { return nil }
            return ["phase": known]
        })
}
