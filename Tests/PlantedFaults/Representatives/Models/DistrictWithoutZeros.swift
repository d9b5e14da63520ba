import Testing

@testable import ExampleClients

@Test("zeros before a number are dropped") func districtWithoutZeros() async {
    await expect(
        ["model.wrong-value": ["schema/properties/district"]],
        of: .model("representatives/Representative") { record in
            let text = try record["district"].string()
            return ["district": Int(text).map(String.init) ?? text]
        })
}
