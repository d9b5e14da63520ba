import Testing

@testable import ExampleClients

@Test("a key is misspelt, so an optional property is nil for ever") func spectralImageMisspelt() async {
    await expect(
        ["model.wrong-value": ["properties/spectralImage"]],
        of: .model("elements/Element") { record in
            ["spectralImage": try record["spectral_image"].ifPresent?.string()]
        })
}
