/// A chemical element.
public struct Element: Sendable, Hashable {
    /// The name in English.
    public let name: String
    /// The symbol, such as `Na`.
    public let symbol: String
    /// The atomic number, 1 to 999: the addresses of images have three digits for it.
    public let number: Int
    /// The row in the periodic table.
    public let period: Int
    /// The column in a table of 18 columns.
    public let xpos: Int
    /// The row in a table that shows lanthanides and actinides below the others.
    public let ypos: Int
    /// The relative atomic mass.
    public let atomicMass: Double
    /// The melting point in kelvin.
    public let melt: Double?
    /// The boiling point in kelvin.
    public let boil: Double?
    /// The density, in grams per litre for a gas and per cubic centimetre otherwise.
    public let density: Double?
    /// The molar heat capacity in joules per mole and kelvin.
    public let molarHeat: Double?
    /// The description of its look.
    public let appearance: String?
    /// Its colour.
    public let color: String?
    /// The person who named it.
    public let namedBy: String?
    /// The person who discovered it.
    public let discoveredBy: String?
    /// The URL of an image of its spectrum.
    public let spectralImage: String?
    /// The group of elements it is counted among.
    public let category: String
    /// Its state at room temperature.
    public let phase: String
    /// The source of the data.
    public let source: String
    /// A sentence or a paragraph about it.
    public let summary: String
    /// The number of electrons in each shell, from the innermost.
    public let shells: [Int]

    /// Reads a JSON object; `nil` where a member that every element has is missing, or a member is of another type.
    public init?(json: [String: Any]) {
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

    /// Symbol, number and mass in one line, such as `Na(11) 22.989769282`.
    public var detailText: String { "\(symbol)(\(number)) \(atomicMass.queryText)" }
}

/// An element that somebody marked as a favourite.
public struct Favorite: Sendable, Hashable, Decodable {
    /// The identifier, which is text although it looks like a number.
    public let id: String
    /// The user who marked it.
    public let favoritedBy: String
    /// The name of the element.
    public let elementName: String
    /// The symbol of the element.
    public let elementSymbol: String

    /// Reads a JSON object; `nil` where a member is missing or no string.
    public init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            id = try record["id"].string()
            favoritedBy = try record["favoritedBy"].string()
            elementName = try record["elementName"].string()
            elementSymbol = try record["elementSymbol"].string()
        } catch {
            return nil
        }
    }
}
