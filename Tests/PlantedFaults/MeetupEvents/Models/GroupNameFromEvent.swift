import Foundation
import Testing

@testable import ExampleClients

@Test("the group has the name of the event") func groupNameFromEvent() async {
    await expect(
        ["model.wrong-value": ["properties/groupName"]],
        of: .model("meetup-events/Event") { record in
            ["groupName": try record["name"].string()]
        })
}
