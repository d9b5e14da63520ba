/// Members of the House of Representatives of seven states in the 115th Congress (2017–2018).
enum RepresentativeTable {
    static let records: [RepresentativeRecord] = Table.rows(PackageResources.Representatives_txt).enumerated().map {
        record(number: $0, columns: $1)
    }

    private static let buildings: [Character: String] = ["C": "Cannon", "L": "Longworth", "R": "Rayburn"]

    /// Parses a line: state, district, party, name, end of the phone number, room with the initial of its building, and
    /// site. Some states use an older format for parties and phone numbers. The order of keys varies by line.
    private static func record(number: Int, columns: [Substring]) -> RepresentativeRecord {
        let state = String(columns[0])
        let isOlder = ["NY", "VT", "NM"].contains(state)
        let isRepublican = columns[2] == "R"
        let room = columns[5].dropLast()
        let building = columns[5].last.flatMap { buildings[$0] } ?? ""
        let fields = [
            ("name", String(columns[3])),
            ("party", isOlder ? String(columns[2]) : isRepublican ? "Republican" : "Democrat"),
            ("state", state),
            ("district", String(columns[1])),
            ("phone", isOlder ? "(202) 225-\(columns[4])" : "202-225-\(columns[4])"),
            ("office", "\(room) \(building) House Office Building"),
            ("link", "http://\(columns[6]).house.gov"),
        ]
        let turn = number % 3 * 2
        return RepresentativeRecord(state: state, fields: Array(fields[turn...] + fields[..<turn]))
    }
}
