import Foundation
import Testing

@testable import ExampleClients

@Test("the group is as old as the event") func groupCreatedFromEvent() async {
    await expect(
        ["model.wrong-value": ["properties/groupCreated"]],
        of: .model("meetup-events/Event") { record in
            ["groupCreated": try record["created"].epochMilliseconds()]
        })
}
