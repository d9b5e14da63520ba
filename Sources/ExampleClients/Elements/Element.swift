package struct Element: JSONReadable, Sendable, Hashable {
    package let name: String
    package let symbol: String
    /// The atomic number from 1 to 999, which image URLs pad to three digits.
    package let number: Int
    package let period: Int
    /// The column in the 18-column table.
    package let xpos: Int
    /// The row in the table, with lanthanides and actinides below the others.
    package let ypos: Int
    package let atomicMass: Double
    /// The melting point in kelvin.
    package let melt: Double?
    /// The boiling point in kelvin.
    package let boil: Double?
    /// The density in g/L for gases, otherwise in g/cm³.
    package let density: Double?
    /// The molar heat capacity in J/(mol·K).
    package let molarHeat: Double?
    package let appearance: String?
    package let color: String?
    package let namedBy: String?
    package let discoveredBy: String?
    package let spectralImage: String?
    package let category: String
    /// The phase at room temperature.
    package let phase: String
    package let source: String
    package let summary: String
    /// The number of electrons in each shell, innermost first.
    package let shells: [Int]

    package init(_ record: JSONRecord) throws(JSONMismatch) {
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
    }

    /// The symbol, number and mass, such as `Na(11) 22.989769282`.
    package var detailText: String { "\(symbol)(\(number)) \(atomicMass.queryText)" }
}

package struct Favorite: JSONReadable, Sendable, Hashable, Decodable {
    /// The identifier, a string although it looks like a number.
    package let id: String
    package let favoritedBy: String
    package let elementName: String
    package let elementSymbol: String

    package init(_ record: JSONRecord) throws(JSONMismatch) {
        id = try record["id"].string()
        favoritedBy = try record["favoritedBy"].string()
        elementName = try record["elementName"].string()
        elementSymbol = try record["elementSymbol"].string()
    }
}
