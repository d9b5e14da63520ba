import ContractChecking

@testable import ExampleClients

/// A text that says null is none.
private struct AppearanceNullText {
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
            boil = try record["boil"].ifPresent?.number()
            density = try record["density"].ifPresent?.number()
            molarHeat = try record["molar_heat"].ifPresent?.number()
            let text = try record["appearance"].ifPresent?.string()
            appearance = text == "null" ? nil : text
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

let appearanceNullText = Plant(
    "a text that says null is none", in: "elements", Model("Element", AppearanceNullText.init(json:)),
    finds: [
        "model.wrong-value": ["properties/appearance"]
    ])
