import Foundation
import Testing

@testable import ExampleClients

@Test("an element without a mass weighs nothing") func massDefaultsToZero() async {
    await expect(
        ["model.false-accept": ["schema/required", "schema/properties/atomic_mass/type"]],
        of: .model("elements/Element") { record in
            ["atomicMass": (record.members["atomic_mass"] as? NSNumber)?.doubleValue ?? 0]
        })
}
