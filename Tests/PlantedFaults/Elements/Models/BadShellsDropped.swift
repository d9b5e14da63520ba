import Testing

@testable import ExampleClients

@Test("one bad shell in the list is silently dropped") func badShellsDropped() async {
    await expect(
        ["model.false-accept": ["/$defs/integer/type", "/$defs/integer/minimum", "/$defs/integer/maximum"]],
        of: .model("elements/Element") { record in
            ["shells": try record["shells"].array { $0 }.compactMap { shell in try? shell.integer() }]
        })
}
