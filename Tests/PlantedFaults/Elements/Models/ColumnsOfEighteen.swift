import Testing

@testable import ExampleClients

@Test("a column beyond the table is refused") func columnsOfEighteen() async {
    await expect(
        ["model.false-reject": ["schema/properties/xpos"]],
        of: .model("elements/Element") { record in
            ["xpos": try record["xpos"].integer(in: 1...18)]
        })
}
