import Testing

@testable import ExampleClients

@Test("of two shells of one size one is lost") func shellsWithoutDoubles() async {
    await expect(
        ["model.wrong-value": ["schema/properties/shells"]],
        of: .model("elements/Element") { record in
            var seen: Set<Int> = []
            let shells = try record["shells"].array { element throws(JSONMismatch) in try element.integer() }
            return ["shells": shells.filter { seen.insert($0).inserted }]
        })
}
