import Foundation
import Testing

@testable import ExampleClients

@Test("the venue has the name of the group") func venueNameFromGroup() async {
    await expect(
        ["model.wrong-value": ["properties/venueName"]],
        of: .model("meetup-events/Event") { record in
            let venue = try record["venue"].ifPresent?.record()
            return ["venueName": try venue == nil ? nil : record["group"].record()["name"].string()]
        })
}
