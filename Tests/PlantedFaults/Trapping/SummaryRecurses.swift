import Testing

@testable import ExampleClients

private func unwrapped(_ text: String) -> String {
    text.isEmpty ? String(unwrapped(text + "").utf8.count) : text
}

@Test("a text is read by a function that calls itself for ever", .isolated) func summaryRecurses() async throws {
    try await expectIsolated(
        ["model.trap": ["schema/properties/summary"]],
        of: .model("elements/Element") { record in
            ["summary": unwrapped(try record["summary"].string())]
        })
}
