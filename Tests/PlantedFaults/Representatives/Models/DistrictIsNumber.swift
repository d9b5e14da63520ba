import Testing

@testable import ExampleClients

@Test("a district is turned into a number") func districtIsNumber() async {
    await expect(
        ["model.false-reject": ["schema/properties/district"], "model.wrong-value": ["schema/properties/district"]],
        of: .model("representatives/Representative") { record in
            guard let number = Int(try record["district"].string()) else { return nil }
            return ["district": number]
        })
}
