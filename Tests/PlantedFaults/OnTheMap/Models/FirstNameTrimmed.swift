import Foundation
import Testing

@testable import ExampleClients

@Test("blanks around a name are lost") func firstNameTrimmed() async {
    await expect(
        ["model.wrong-value": ["schema/properties/firstName"]],
        of: .model("on-the-map/StudentLocation") { record in
            ["firstName": try record["firstName"].ifPresent?.string().trimmingCharacters(in: .whitespaces)]
        })
}
