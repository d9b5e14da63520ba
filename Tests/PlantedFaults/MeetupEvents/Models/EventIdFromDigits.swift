import Foundation
import Testing

@testable import ExampleClients

@Test("an identifier of letters is refused") func eventIdFromDigits() async {
    await expect(
        ["model.false-reject": ["schema/properties/id"], "model.wrong-value": ["properties/eventId"]],
        of: .model("meetup-events/Event") { record in
            guard let number = Int(try record["id"].string()) else { return nil }
            return ["eventId": number]
        })
}
