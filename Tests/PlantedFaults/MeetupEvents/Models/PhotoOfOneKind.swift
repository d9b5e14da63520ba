import Foundation
import Testing

@testable import ExampleClients

@Test("a photo has to be of one kind of file") func photoOfOneKind() async {
    await expect(
        ["model.false-reject": ["schema/properties/group/properties/photo/properties/highres_link"]],
        of: .model("meetup-events/Event") { record in
            let photo = try record["group"].record()["photo"].ifPresent?.record()
            let link = try photo?["highres_link"].ifPresent?.webAddress()
            return link?.pathExtension ?? "jpeg" == "jpeg" ? [:] : nil
        })
}
