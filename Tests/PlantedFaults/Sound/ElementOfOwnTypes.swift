import ContractChecking
import Testing

@testable import ExampleClients

/// A value from a list that the service may extend.
private struct Word: RawRepresentable {
    let rawValue: String
}

/// A model of narrow and raw-representable types that hold every value the contract allows.
private struct ElementOfOwnTypes {
    let name: String
    let symbol: Word
    let number: UInt16
    let period: Int64
    let xpos, ypos: Int
    let atomicMass: Double
    let melt, boil, density, molarHeat: Double?
    let appearance, color, namedBy, discoveredBy, spectralImage: String?
    let category: Word
    let phase: Word
    let source, summary: String
    let shells: ContiguousArray<Int>

    init?(json: [String: Any]) {
        guard let element = Element(json: json) else { return nil }
        name = element.name
        symbol = Word(rawValue: element.symbol)
        number = UInt16(element.number)
        period = Int64(element.period)
        (xpos, ypos, atomicMass) = (element.xpos, element.ypos, element.atomicMass)
        (melt, boil, density, molarHeat) = (element.melt, element.boil, element.density, element.molarHeat)
        (appearance, color, namedBy) = (element.appearance, element.color, element.namedBy)
        (discoveredBy, spectralImage) = (element.discoveredBy, element.spectralImage)
        category = Word(rawValue: element.category)
        phase = Word(rawValue: element.phase)
        (source, summary) = (element.source, element.summary)
        shells = ContiguousArray(element.shells)
    }
}

@Test("types of its own that hold all that is allowed") func elementOfOwnTypes() async {
    await expectNothing(of: .model(Model("Element", ElementOfOwnTypes.init(json:)), in: "elements"))
}
