import Foundation
import Testing

@testable import ExampleClients

@Test("the number of guests is read under the key of the name") func rsvpCountFromName() async {
    await expect(
        ["model.false-reject": ["schema"]],
        of: .model("meetup-events/Event") { record in
            ["rsvpCount": try record["name"].integer()]
        })
}
