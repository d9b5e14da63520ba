import Foundation
import Testing

@testable import ExampleClients

@Test("any text passes for the address of a photo") func highResLinkAnyText() async {
    await expect(
        ["model.false-accept": ["schema/properties/group/properties/photo/properties/highres_link/anyOf"]],
        of: .model("meetup-events/Event") { record in
            let group = try record["group"].record()
            let photo = try group["photo"].ifPresent?.record()
            let link = try photo?["highres_link"].ifPresent?.string()
            return ["highResLink": link.flatMap { URL(string: $0) }]
        })
}
