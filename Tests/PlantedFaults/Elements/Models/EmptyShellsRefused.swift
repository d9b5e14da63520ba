import Testing

@testable import ExampleClients

@Test("an element without shells is refused") func emptyShellsRefused() async {
    await expect(
        ["model.false-reject": ["schema/properties/shells"]],
        of: .model("elements/Element") { record in
            try record["shells"].array { $0 }.isEmpty ? nil : [:]
        })
}
