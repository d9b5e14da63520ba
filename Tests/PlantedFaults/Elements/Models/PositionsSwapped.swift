import Testing

@testable import ExampleClients

@Test("the column is taken for the row") func positionsSwapped() async {
    await expect(
        ["model.wrong-value": ["schema/properties/xpos", "schema/properties/ypos"]],
        of: .model("elements/Element") { record in
            ["xpos": try record["ypos"].integer(), "ypos": try record["xpos"].integer()]
        })
}
