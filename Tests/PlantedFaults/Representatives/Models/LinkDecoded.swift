import Testing

@testable import ExampleClients

@Test("a link is percent-decoded") func linkDecoded() async {
    await expect(
        ["model.wrong-value": ["schema/properties/link"]],
        of: .model("representatives/Representative") { record in
            let text = try record["link"].string()
            return ["link": text.removingPercentEncoding ?? text]
        })
}
