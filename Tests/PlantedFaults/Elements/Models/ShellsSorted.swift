import Testing

@testable import ExampleClients

@Test("the shells are put in a different order") func shellsSorted() async {
    await expect(
        ["model.wrong-value": ["schema/properties/shells/items"]],
        of: .model("elements/Element") { record in
            ["shells": try record["shells"].array { element throws(JSONMismatch) in try element.integer() }.sorted()]
        })
}
