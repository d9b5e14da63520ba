/// Parses a resource with one row per line and columns separated by `|`.
enum Table {
    static func rows(_ resource: [UInt8]) -> [[Substring]] {
        String(decoding: resource, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: "|", omittingEmptySubsequences: false)
        }
    }
}

/// The 118 elements as the service sends them, built on first access. An empty column is null.
///
/// - `ElementFacts.txt`, by atomic number: symbol, name, atomic mass, melting and boiling point in K, density in g/cm³
///   (g/L for gases), molar heat in J/(mol·K), phase, category, electrons per shell. As in the original data, the last
///   digits of a mass may be its uncertainty: 22.98976928(2) is 22.989769282.
/// - `ElementHistory.txt`: symbol, appearance, color, discoverer, namer, and the file of a picture of the spectrum.
/// - `ElementSummaries.txt`: symbol and summary.
enum ElementTable {
    static let records: [JSONValue] = {
        let history = bySymbol(PackageResources.ElementHistory_txt)
        let summaries = bySymbol(PackageResources.ElementSummaries_txt)
        return Table.rows(PackageResources.ElementFacts_txt).enumerated().map { index, facts in
            record(
                number: index + 1, facts: facts, history: history[facts[0]] ?? [], summary: summaries[facts[0]] ?? [])
        }
    }()

    private static func bySymbol(_ resource: [UInt8]) -> [Substring: [Substring]] {
        Dictionary(Table.rows(resource).map { ($0[0], Array($0.dropFirst())) }) { first, _ in first }
    }

    private static let categories: [Substring: JSONValue] = [
        "dn": "diatomic nonmetal", "pn": "polyatomic nonmetal", "ng": "noble gas", "al": "alkali metal",
        "ae": "alkaline earth metal", "ml": "metalloid", "pt": "post-transition metal", "tm": "transition metal",
        "la": "lanthanide", "ac": "actinide", "utm": "unknown, probably transition metal",
        "upt": "unknown, probably post-transition metal", "ump": "unknown, probably metalloid",
        "ung": "unknown, predicted to be noble gas",
    ]

    private static let phases: [Substring: JSONValue] = ["S": "Solid", "L": "Liquid", "G": "Gas"]

    private static func record(
        number: Int, facts: [Substring], history: [Substring], summary: [Substring]
    ) -> JSONValue {
        let place = place(of: number)
        // Wikipedia's article "Mercury" is about the planet.
        let page = facts[1] == "Mercury" ? "Mercury_(element)" : facts[1]
        return [
            "name": text(facts[1]), "appearance": text(history[0]), "atomic_mass": self.number(facts[2]),
            "boil": self.number(facts[4]), "category": categories[facts[8]] ?? .null, "color": text(history[1]),
            "density": self.number(facts[5]), "discovered_by": text(history[2]), "melt": self.number(facts[3]),
            "molar_heat": self.number(facts[6]), "named_by": text(history[3]), "number": .number(String(number)),
            "period": .number(String(place.period)), "phase": phases[facts[7]] ?? .null,
            "source": .string("https://en.wikipedia.org/wiki/\(page)"),
            "spectral_img": history[4].isEmpty
                ? .null : .string("https://en.wikipedia.org/wiki/File:\(history[4])"),
            "summary": text(summary[0]), "symbol": text(facts[0]), "xpos": .number(String(place.column)),
            "ypos": .number(String(place.row)),
            "shells": .array(facts[9].split(separator: ".").map(self.number)),
        ]
    }

    private static func text(_ column: Substring) -> JSONValue { column.isEmpty ? .null : .string(String(column)) }

    private static func number(_ column: Substring) -> JSONValue { column.isEmpty ? .null : .number(String(column)) }

    /// Returns an element's position in the 18-column table, with lanthanides and actinides in rows 9 and 10.
    private static func place(of number: Int) -> (period: Int, column: Int, row: Int) {
        let nobleGases = [0, 2, 10, 18, 36, 54, 86, 118]
        let period = nobleGases.firstIndex { number <= $0 } ?? 8
        let step = number - nobleGases[period - 1]
        let length = nobleGases[period] - nobleGases[period - 1]
        if step <= 2, number != 2 { return (period, step, period) }
        if length == 32, step <= 17 { return (period, step, period + 3) }
        return (period, 18 - (length - step), period)
    }
}
