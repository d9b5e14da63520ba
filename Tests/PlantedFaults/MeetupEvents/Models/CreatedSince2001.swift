import Foundation
import Testing

@testable import ExampleClients

@Test("a date is counted from another year") func createdSince2001() async {
    await expect(
        ["model.wrong-value": ["properties/groupCreated"]],
        of: .model("meetup-events/Event") { record in
            let group = try record["group"].record()
            return [
                "groupCreated": Date(
                    timeIntervalSinceReferenceDate: try group["created"].epochMilliseconds().timeIntervalSince1970)
            ]
        })
}
