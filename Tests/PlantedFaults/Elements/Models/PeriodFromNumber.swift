import Testing

@testable import ExampleClients

@Test("the period is read under the key of the number") func periodFromNumber() async {
    await expect(
        [
            "model.wrong-value": ["schema/properties/period"],
            "model.false-accept": [
                "schema/required", "/$defs/integer/type", "/$defs/integer/minimum", "/$defs/integer/maximum",
            ],
        ],
        of: .model("elements/Element") { record in
            ["period": try record["number"].integer()]
        })
}
