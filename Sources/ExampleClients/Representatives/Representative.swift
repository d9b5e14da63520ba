/// A member of the United States Congress in the data of `whoismyrepresentative.com`.
package struct Representative: JSONReadable, Sendable, Hashable {
    package let name: String
    /// "Republican" or "Democrat", or "R" or "D" in older records.
    package let party: String
    /// The two-letter code of the state.
    package let state: String
    /// The district number, or an empty string for a senator.
    package let district: String
    /// The phone number in the service's varying formats.
    package let phone: String
    package let office: String
    /// The URL of the member's website.
    package let link: String

    package init(_ record: JSONRecord) throws(JSONMismatch) {
        name = try record["name"].string()
        party = try record["party"].string()
        state = try record["state"].string()
        district = try record["district"].string()
        phone = try record["phone"].string()
        office = try record["office"].string()
        link = try record["link"].string()
    }
}

package struct USState: Sendable, Hashable, Identifiable {
    /// The two-letter postal code, which the search uses.
    package let code: String
    package let name: String

    package var id: String { code }

    /// All fifty states, sorted by name.
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
