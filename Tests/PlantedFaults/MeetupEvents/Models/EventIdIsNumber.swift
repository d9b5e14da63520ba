import Foundation
import Testing

@testable import ExampleClients

@Test("an identifier is taken for a number") func eventIdIsNumber() async {
    await expect(
        ["model.false-reject": ["schema/properties/id"], "model.false-accept": ["schema/properties/id/type"]],
        of: .model("meetup-events/Event") { record in
            ["eventId": try record["id"].integer()]
        })
}
