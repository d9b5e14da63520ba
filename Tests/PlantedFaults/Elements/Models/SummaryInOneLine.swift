import Foundation
import Testing

@testable import ExampleClients

@Test("line breaks are blanks") func summaryInOneLine() async {
    await expect(
        ["model.wrong-value": ["schema/properties/summary"]],
        of: .model("elements/Element") { record in
            ["summary": try record["summary"].string().replacingOccurrences(of: "\n", with: " ")]
        })
}
