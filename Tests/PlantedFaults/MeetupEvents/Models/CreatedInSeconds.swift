import Foundation
import Testing

@testable import ExampleClients

@Test("milliseconds are taken for seconds") func createdInSeconds() async {
    await expect(
        ["model.wrong-value": ["properties/eventCreated"]],
        of: .model("meetup-events/Event") { record in
            [
                "eventCreated": Date(
                    timeIntervalSince1970: try record["created"].epochMilliseconds().timeIntervalSince1970 * 1000)
            ]
        })
}
