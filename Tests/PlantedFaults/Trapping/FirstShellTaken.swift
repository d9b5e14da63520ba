import Testing

@testable import ExampleClients

@Test("the first of no shells is taken", .isolated) func firstShellTaken() async throws {
    try await expectIsolated(
        ["model.trap": ["schema/properties/shells"]],
        of: .model("elements/Element") { record in
            let all = try record["shells"].array { element throws(JSONMismatch) in try element.integer() }
            return ["shells": [all[0]] + all.dropFirst()]
        })
}
