/// A member of the United States Congress, as `whoismyrepresentative.com` describes one.
package struct Representative: Sendable, Hashable {
    package let name: String
    /// "Republican" or "Democrat"; older records say "R" or "D".
    package let party: String
    /// The two-letter code of the state.
    package let state: String
    /// The number of the district, as text; empty for a senator.
    package let district: String
    /// The telephone number, in whatever form the service has it.
    package let phone: String
    package let office: String
    /// The address of the member's own pages.
    package let link: String

    /// Reads a JSON object; `nil` where a member is missing or no string.
    package init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            name = try record["name"].string()
            party = try record["party"].string()
            state = try record["state"].string()
            district = try record["district"].string()
            phone = try record["phone"].string()
            office = try record["office"].string()
            link = try record["link"].string()
        } catch {
            return nil
        }
    }
}

package struct USState: Sendable, Hashable, Identifiable {
    /// The two-letter code of the postal service, which is also what the search takes.
    package let code: String
    package let name: String

    package var id: String { code }

    /// All fifty, in the order of their names.
    package static let all: [USState] = [
        "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
        "CT": "Connecticut", "DE": "Delaware", "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho",
        "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana",
        "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota",
        "MS": "Mississippi", "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada",
        "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York", "NC": "North Carolina",
        "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania",
        "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas",
        "UT": "Utah", "VT": "Vermont", "VA": "Virginia", "WA": "Washington", "WV": "West Virginia",
        "WI": "Wisconsin", "WY": "Wyoming",
    ].map { USState(code: $0.key, name: $0.value) }.sorted { $0.name < $1.name }
}
