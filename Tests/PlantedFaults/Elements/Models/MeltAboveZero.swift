import Testing

@testable import ExampleClients

@Test("a temperature below zero is refused") func meltAboveZero() async {
    await expect(
        ["model.false-reject": ["schema/properties/melt"]],
        of: .model("elements/Element") { record in
            let temperature = try record["melt"].ifPresent?.number()
            guard temperature ?? 0 >= 0 else { return nil }
            return ["melt": temperature]
        })
}
