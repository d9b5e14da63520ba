import Foundation
import Testing

@testable import ExampleClients

@Test("a venue may lack its identifier") func venueWithoutIdentifier() async {
    await expect(
        ["model.false-accept": ["schema/properties/venue/required", "/$defs/integer/type"]],
        of: .model("meetup-events/Event") { record in
            let venue = try record["venue"].ifPresent?.record()
            return ["venueId": try venue?["id"].ifPresent?.integer()]
        })
}
