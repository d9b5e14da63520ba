import Testing

@testable import ExampleClients

@Test("an empty place is none") func emptyMapStringIsNil() async {
    await expect(
        ["model.wrong-value": ["schema/properties/mapString"]],
        of: .model("on-the-map/StudentLocation") { record in
            let place = try record["mapString"].ifPresent?.string()
            return ["mapString": place?.isEmpty == true ? nil : place]
        })
}
