import Testing

@testable import ExampleClients

@Test("the group has the identifier of the venue, where there is one") func groupIdFromVenue() async {
    await expect(
        [
            "model.wrong-value": ["properties/groupId"],
            "model.false-accept": [
                "schema/properties/group/required", "/$defs/integer/type", "/$defs/integer/minimum",
                "/$defs/integer/maximum",
            ],
        ],
        of: .model("meetup-events/Event") { record in
            let venue = try record["venue"].ifPresent?.record()
            let group = try record["group"].record()
            return ["groupId": try venue?["id"].integer() ?? group["id"].integer()]
        })
}
