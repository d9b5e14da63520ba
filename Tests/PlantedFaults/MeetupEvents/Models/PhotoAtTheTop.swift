import Testing

@testable import ExampleClients

@Test("the photo is looked for one level too high") func photoAtTheTop() async {
    await expect(
        [
            "model.wrong-value": ["properties/photoId", "properties/highResLink"],
            "model.false-accept": ["schema/properties/group/properties/photo/type"],
        ],
        of: .model("meetup-events/Event", ignoring: ["/group/photo"]) { record in
            let photo = try record["photo"].ifPresent?.record()
            return [
                "photoId": try photo?["id"].integer(),
                "highResLink": try photo?["highres_link"].ifPresent?.webAddress(),
            ]
        })
}
