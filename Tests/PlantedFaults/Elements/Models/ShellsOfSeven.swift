import Testing

@testable import ExampleClients

@Test("shells beyond the seventh are cut off") func shellsOfSeven() async {
    await expect(
        ["model.wrong-value": ["schema/properties/shells"]],
        of: .model("elements/Element") { record in
            [
                "shells": Array(
                    try record["shells"].array { element throws(JSONMismatch) in try element.integer() }.prefix(7))
            ]
        })
}
