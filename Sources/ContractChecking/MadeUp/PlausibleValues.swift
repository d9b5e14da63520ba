import ContractFormat
import JSONSchema

/// Values that look like those of a member of a given name: a person's name, a city, a price, a date.
///
/// The values of one object belong together: first and last name are one person's, city and country one place's.
struct PlausibleValues {
    /// The number of the object among those that are made up, from which everything follows.
    let number: Int
    /// The member or the path that holds the object: users have the names of people, and books have titles.
    let holder: String

    private static let people = [
        ("Ada", "Lovelace"), ("Grace", "Hopper"), ("Alan", "Turing"), ("Mary", "Seacole"), ("Linus", "Pauling"),
        ("Rosa", "Parks"), ("Kofi", "Annan"), ("Frida", "Kahlo"),
    ]
    private static let places = [
        ("Lisbon", "Portugal", "PT", 38.7223, -9.1393), ("Oslo", "Norway", "NO", 59.9139, 10.7522),
        ("Kyoto", "Japan", "JP", 35.0116, 135.7681), ("Nairobi", "Kenya", "KE", -1.2921, 36.8219),
        ("Lima", "Peru", "PE", -12.0464, -77.0428), ("Toronto", "Canada", "CA", 43.6532, -79.3832),
        ("Vienna", "Austria", "AT", 48.2082, 16.3738), ("Hobart", "Australia", "AU", -42.8821, 147.3272),
    ]
    private static let titles = [
        "Morning light", "The long way home", "Paper boats", "North of the river", "A quiet street", "Second harvest",
        "Salt and stone", "Letters from the coast",
    ]
    private static let sentences = [
        "It opened last spring and has been busy ever since.", "Bring a warm coat, as evenings are cold.",
        "Everybody is welcome, with or without experience.", "The view from the roof alone is worth the climb.",
        "Made by hand in a small workshop near the harbour.", "There is a little more to it than one would think.",
        "Please be there ten minutes before it begins.", "A favourite of ours for many years.",
    ]
    private static let companies = [
        "Harbour & Sons", "Northwind", "Blue Door Books", "Fennel Street", "Atlas Works", "Tidewater", "Juniper Hall",
        "Copper Kettle",
    ]
    private static let colors = [
        "#3A7D44", "#D1495B", "#00798C", "#EDAE49", "#66A182", "#2E4057", "#8D96A3", "#F4A259",
    ]

    private var index: Int { number % 8 }

    /// A text for a member, the best first; one that a schema refuses is no use to it.
    func texts(named name: String, formats: [String]) -> [String] {
        let (first, last) = Self.people[index]
        let place = Self.places[index]
        let title = Self.titles[index]
        let folded = MemberName.folded(name)
        let isImage = isImage(folded)
        // Computed where they are asked for: most members want none of them.
        var slug: String { title.lowercased().replacing(" ", with: "-") }
        var day: String { "2026-0\(index + 1)-\(10 + number % 18)" }
        var time: String { "\(10 + index):30:00" }
        var address: String { "\(first).\(last)".lowercased() + "@example.com" }
        var image: String { "https://example.com/images/\(slug).jpg" }
        var link: String { isImage ? image : "https://example.com/\(slug)" }
        switch formats.first {
        case "date-time":
            return [folded.holds("expir") ? "2036-01-31T12:00:00Z" : "\(day)T\(time)Z"]
        case "date": return [day]
        case "time": return ["\(time)Z"]
        case "email", "idn-email": return [address]
        case "uri", "iri", "uri-reference", "iri-reference": return [link]
        case "uuid": return [uuid]
        case "hostname", "idn-hostname": return ["www.example.com"]
        case .some: return []
        case nil: break
        }
        let words = name.nameWords.map { $0.lowercased() }
        func ends(_ names: String...) -> Bool { names.contains { folded == $0 || words.last == $0 } }
        func holds(_ names: String...) -> Bool { names.contains { words.contains($0) || folded.holds($0) } }
        if isImage { return [image] }
        if holds("email", "mail") { return [address] }
        if ends("firstname", "givenname", "first") { return [first] }
        if ends("lastname", "surname", "familyname", "last") { return [last] }
        if holds("username", "nickname", "login", "handle") { return [first.lowercased()] }
        if holds("phone", "mobile", "fax") { return ["+1 202 555 01\(10 + number % 90)"] }
        if isPlace(holder), ends("name") { return [place.0] }
        if ends("city", "town", "place", "mapstring", "location", "locality", "venue") {
            return [place.0, "\(place.0), \(place.1)"]
        }
        if holds("country") { return words.contains("code") ? [place.2] : [place.1, place.2] }
        if ends("state", "region", "province", "county"), !holds("status") { return [place.1] }
        if folded == "address", MemberName.folded(holder).hasSuffix("mail") { return [address] }
        if holds("street") || ends("address") { return ["\(12 + number) High Street, \(place.0)"] }
        if holds("zip", "postal", "postcode") { return ["\(10_000 + number * 37)"] }
        if ends("url", "uri", "link", "href", "website", "homepage") { return [link] }
        if words.last == "at"
            || ends("date", "time", "timestamp", "created", "updated", "modified", "since", "birthday")
            || holds("expir")
        {
            return [holds("expir") ? "2036-01-31T12:00:00Z" : "\(day)T\(time)Z", day, time]
        }
        if ends("id", "uuid", "guid", "key") || folded.hasSuffix("id") { return [shortID, uuid, "\(1000 + number)"] }
        if ends("slug") { return [slug] }
        if ends("currency") { return [["EUR", "USD", "GBP", "JPY"][index % 4]] }
        if ends("language", "locale", "lang") { return ["en", "en-GB"] }
        if ends("timezone") { return ["Europe/Lisbon"] }
        if ends("color", "colour") { return [Self.colors[index]] }
        if ends("company", "organisation", "organization", "employer", "brand", "manufacturer", "publisher", "shop") {
            return [Self.companies[index]]
        }
        if ends("fullname", "displayname") || isPerson(name) || folded == "name" && isPerson(holder) {
            return ["\(first) \(last)"]
        }
        if ends("title", "name", "subject", "headline", "caption", "label", "heading", "product") { return [title] }
        if ends(
            "description", "summary", "bio", "text", "body", "comment", "note", "notes", "message", "content",
            "details", "about", "excerpt", "subtitle", "reason")
        {
            return [Self.sentences[index]]
        }
        if ends("version") { return ["1.\(index).0"] }
        guard let head = words.first else { return [] }
        let phrase = ([head.prefix(1).uppercased() + head.dropFirst()] + words.dropFirst()).joined(separator: " ")
        return ["\(phrase) \(number % 100 + 1)"]
    }

    /// A number for a member, the best first.
    func numbers(named name: String) -> [String] {
        let folded = MemberName.folded(name)
        let place = Self.places[index]
        func ends(_ names: String...) -> Bool { names.contains { folded.hasSuffix($0) } }
        if ends("latitude", "lat") { return ["\(place.3)", "\(Int(place.3))"] }
        if ends("longitude", "lon", "lng", "long") { return ["\(place.4)", "\(Int(place.4))"] }
        if ends("price", "amount", "total", "cost", "fee", "balance") {
            return ["\(5 + number % 40).\(index % 2 == 0 ? "95" : "5")", "\(5 + number % 40)"]
        }
        if ends("rating", "score", "stars") { return ["4.\(index)", "\(3 + index % 3)"] }
        if ends("year") { return ["\(2018 + index)"] }
        if ends("age") { return ["\(24 + number % 40)"] }
        if ends("width", "height") { return ["640"] }
        if ends("timestamp") || folded.hasSuffix("at") { return ["\(1_767_225_600 + number * 86_400)"] }
        if ends("id", "number", "key") { return ["\(1000 + number)", "\(1 + number % 1000)", "\(1 + index)"] }
        return ["\(2 + number % 30)", "\(1 + index)", "0.\(index + 1)"]
    }

    private static let persons: Set = [
        "account", "actor", "artist", "author", "contact", "creator", "customer", "driver", "employee", "friend",
        "guest",
        "host", "member", "owner", "patient", "person", "people", "player", "profile", "representative", "reviewer",
        "sender", "speaker", "student", "teacher", "user",
    ]

    private func isPerson(_ name: String) -> Bool { Self.holds(name, Self.persons) }

    private func isPlace(_ name: String) -> Bool { Self.holds(name, ["city", "cities", "town", "place", "location"]) }

    /// Whether the last word of a name is one of some words, or several of one.
    private static func holds(_ name: String, _ words: Set<String>) -> Bool {
        guard let word = name.nameWords.last?.lowercased() else { return false }
        return words.contains(word) || word.hasSuffix("s") && words.contains(String(word.dropLast()))
    }

    private var shortID: String {
        let digits = String(Fingerprint.hash("\(number)"), radix: 36)
        return String(digits.prefix(10))
    }

    private var uuid: String {
        let digits = Array(Fingerprint.text("\(number)") + Fingerprint.text("uuid \(number)"))
        let parts = [0..<8, 8..<12, 13..<16, 17..<20, 20..<32].map { String(digits[$0]) }
        return "\(parts[0])-\(parts[1])-4\(parts[2])-a\(parts[3])-\(parts[4])"
    }

    private func isImage(_ folded: String) -> Bool {
        ["image", "avatar", "photo", "picture", "thumbnail", "icon", "cover", "logo"].contains {
            folded.hasPrefix($0) || folded.hasSuffix($0) || folded.holds("url") && folded.holds($0 + "url")
        }
    }
}

extension String {
    /// Whether a text stands in it, by bytes: `contains` takes microseconds.
    fileprivate func holds(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        var rest = utf8[...]
        while let index = rest.firstIndex(of: first) {
            rest = rest[index...]
            if rest.starts(with: text.utf8) { return true }
            rest.removeFirst()
        }
        return false
    }
}
