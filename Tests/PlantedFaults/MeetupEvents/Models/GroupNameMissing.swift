import Foundation
import Testing

@testable import ExampleClients

@Test("a group without a name has the name of its pages") func groupNameMissing() async {
    await expect(
        ["model.false-accept": ["schema/properties/group/required", "schema/properties/group/properties/name/type"]],
        of: .model("meetup-events/Event") { record in
            let group = try record["group"].record()
            return ["groupName": try group["name"].ifPresent?.string() ?? group["urlname"].string()]
        })
}
