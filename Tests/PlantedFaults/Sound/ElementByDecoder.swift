import ContractChecking
import Testing

/// An integer within the bounds of the contract.
private struct Whole: RawRepresentable, Decodable {
    let rawValue: Int

    init?(rawValue: Int) {
        guard rawValue.magnitude <= 9_007_199_254_740_991 else { return nil }
        self.rawValue = rawValue
    }

    init(from decoder: any Decoder) throws {
        // Decoding as an integer would truncate a fraction of many digits.
        let number = try decoder.singleValueContainer().decode(Double.self)
        guard let whole = Int(exactly: number).flatMap(Whole.init) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "\(number)"))
        }
        self = whole
    }
}

private struct AtomicNumber: RawRepresentable, Decodable {
    let rawValue: Int

    init?(rawValue: Int) {
        guard (1...999).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

/// A decodable model with bounds in its types.
private struct ElementByDecoder: Decodable {
    let name, symbol: String
    let number: AtomicNumber
    let period, xpos, ypos: Whole
    let atomicMass: Double
    let melt, boil, density, molarHeat: Double?
    let appearance, color, namedBy, discoveredBy, spectralImage: String?
    let category, phase, source, summary: String
    let shells: [Whole]

    private enum CodingKeys: String, CodingKey {
        case name, symbol, number, period, xpos, ypos, melt, boil, density, appearance, color, category, phase, source
        case summary, shells
        case atomicMass = "atomic_mass"
        case molarHeat = "molar_heat"
        case namedBy = "named_by"
        case discoveredBy = "discovered_by"
        case spectralImage = "spectral_img"
    }
}

@Test("bounds that stand in the types") func elementByDecoder() async {
    await expectNothing(of: .model(Model("Element", decoding: ElementByDecoder.self), in: "elements"))
}
