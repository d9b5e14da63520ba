import Foundation
import Testing

@Test("the time of reading stands in the value") func readAtInElement() async {
    await expect(
        ["model.unmapped": ["properties"], "model.unstable": [""]],
        of: .model("elements/Element") {
            _ in ["readAt": Date()]
        })
}
