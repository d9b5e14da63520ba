import Testing

@testable import ExampleClients

private enum Party: String {
    case democrat = "Democrat"
    case republican = "Republican"
}

@Test("a party is one of two words, and older records have letters") func partyClosed() async {
    await expect(
        ["model.false-reject": ["schema/properties/party"]],
        of: .model("representatives/Representative") { record in
            guard let known = Party(rawValue: try record["party"].string()) else { return nil }
            return ["party": known]
        })
}
