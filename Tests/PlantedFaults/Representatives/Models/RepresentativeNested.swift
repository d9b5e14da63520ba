import Testing

@testable import ExampleClients

@Test("a member is looked for one level too deep") func representativeNested() async {
    await expect(
        ["model.false-reject": ["schema"]],
        of: .model("representatives/Representative") { record in
            ["name": try record["results"].record()["name"].string()]
        })
}
