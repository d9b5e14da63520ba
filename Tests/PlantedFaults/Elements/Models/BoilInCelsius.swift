import ContractChecking

@testable import ExampleClients

/// A boiling point is converted to another unit.
private struct BoilInCelsius {
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
            atomicMass = try record["atomic_mass"].number()
            melt = try record["melt"].ifPresent?.number()
            boil = try record["boil"].ifPresent.map { field throws(JSONMismatch) in try field.number() - 273.15 }
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

let boilInCelsius = Plant(
    "a boiling point is converted to another unit", in: "elements", Model("Element", BoilInCelsius.init(json:)),
    finds: [
        "model.wrong-value": ["properties/boil"]
    ])
