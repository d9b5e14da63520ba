import Foundation
import Testing

@testable import ExampleClients

@Test("an event that was created tomorrow is refused") func createdInThePast() async {
    await expect(
        ["model.false-reject": ["schema/properties/created"]],
        of: .model("meetup-events/Event") { record in
            try record["created"].epochMilliseconds() < Date() ? [:] : nil
        })
}
