import ContractChecking

@testable import ExampleClients

/// A mass is read out of a text, so a text of digits passes too.
private struct MassFromText {
    let name: String
    let symbol: String
    let number: Int
    let period: Int
    let xpos: Int
    let ypos: Int
    let atomicMass: Double
    let melt: Double?
    let boil: Double?
    let density: Double?
    let molarHeat: Double?
    let appearance: String?
    let color: String?
    let namedBy: String?
    let discoveredBy: String?
    let spectralImage: String?
    let category: String
    let phase: String
    let source: String
    let summary: String
    let shells: [Int]

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            name = try record["name"].string()
            symbol = try record["symbol"].string()
            number = try record["number"].integer(in: 1...999)
            period = try record["period"].integer()
            xpos = try record["xpos"].integer()
            ypos = try record["ypos"].integer()
            guard let value = json["atomic_mass"], let mass = Double("\(value)") else { return nil }
            atomicMass = mass
            melt = try record["melt"].ifPresent?.number()
            boil = try record["boil"].ifPresent?.number()
            density = try record["density"].ifPresent?.number()
            molarHeat = try record["molar_heat"].ifPresent?.number()
            appearance = try record["appearance"].ifPresent?.string()
            color = try record["color"].ifPresent?.string()
            namedBy = try record["named_by"].ifPresent?.string()
            discoveredBy = try record["discovered_by"].ifPresent?.string()
            spectralImage = try record["spectral_img"].ifPresent?.string()
            category = try record["category"].string()
            phase = try record["phase"].string()
            source = try record["source"].string()
            summary = try record["summary"].string()
            shells = try record["shells"].array { element throws(JSONMismatch) in try element.integer() }
        } catch {
            return nil
        }
    }
}

let massFromText = Plant(
    "a mass is read out of a text, so a text of digits passes too", in: "elements",
    Model("Element", MassFromText.init(json:)),
    finds: [
        "model.false-accept": ["schema/properties/atomic_mass/type"]
    ])
