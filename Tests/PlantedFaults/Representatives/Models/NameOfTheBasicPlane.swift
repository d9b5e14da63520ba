import Testing

@testable import ExampleClients

@Test("letters beyond the first plane are dropped") func nameOfTheBasicPlane() async {
    await expect(
        ["model.wrong-value": ["schema/properties/name"]],
        of: .model("representatives/Representative") { record in
            let scalars = try record["name"].string().unicodeScalars.filter { $0.value < 0x10000 }
            return ["name": String(String.UnicodeScalarView(scalars))]
        })
}
