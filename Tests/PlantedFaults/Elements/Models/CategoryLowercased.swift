import Testing

@testable import ExampleClients

@Test("a category is lower-cased, as those in every recording are") func categoryLowercased() async {
    await expect(
        ["model.wrong-value": ["schema/properties/category"]],
        of: .model("elements/Element") { record in
            ["category": try record["category"].string().lowercased()]
        })
}
