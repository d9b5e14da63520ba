import Foundation
import Testing

@testable import ExampleClients

@Test("the milliseconds of a date are cut off") func createdInWholeSeconds() async {
    await expect(
        ["model.wrong-value": ["properties/eventCreated"]],
        of: .model("meetup-events/Event") { record in
            [
                "eventCreated": Date(
                    timeIntervalSince1970: try record["created"].epochMilliseconds().timeIntervalSince1970.rounded(
                        .down))
            ]
        })
}
