import Testing

@testable import ExampleClients

@Test("a group without a photo is refused") func photoRequired() async {
    await expect(
        ["model.false-reject": ["schema/properties/group/properties/photo"]],
        of: .model("meetup-events/Event") { record in
            _ = try record["group"].record()["photo"].record()
            return [:]
        })
}
