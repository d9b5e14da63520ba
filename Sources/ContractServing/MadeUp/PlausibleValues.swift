import ContractChecking
import ContractFormat
import Foundation
import JSONSchema

/// Plausible values for a member name: a person's name, a city, a price, a date.
///
/// The last words of a name determine its kind: `homeTown` is a town. Values of one object match.
struct PlausibleValues {
    let number: Int
    /// The containing member or path. For example, `name` is a person's name for users and a title for books.
    let holder: String
    let known: SampleStrings

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
    private static let slugs = titles.map { $0.lowercased().replacing(" ", with: "-") }
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
    private static let categories = ["music", "travel", "food", "science", "history", "nature", "sport", "art"]
    private static let statuses = ["active", "pending", "open", "done", "new", "closed", "draft", "archived"]
    private static let jobs = ["Designer", "Engineer", "Teacher", "Nurse", "Editor", "Chef", "Pilot", "Librarian"]
    private static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let adjectives = ["Northern", "Blue", "Quiet", "Second", "Golden", "Open", "Small", "Bright"]

    private enum Kind {
        case age, category, city, code, color, company, country, countryCode, currency, date, email, expiry, file
        case firstName, host, id, image, ip, job, language, lastName, latitude, link, login, longitude, mediaType, name
        case number, path, person, phone, postalCode, price, rating, region, sentence, size, slug, status, street
        case birthday, timeZone, title, version, weekday, year
    }

    /// Kinds by the words at the end of names.
    private static let kinds: [String: Kind] = {
        let words: [(Kind, String)] = [
            (.age, "age"), (.birthday, "birthday birthdate dateofbirth dob"),
            (.category, "category genre topic theme tag keyword kind type group hobby interest"),
            (.city, "city town place mapstring location locality venue"),
            (.code, "code reference ref sku isbn serial serialnumber iban barcode"), (.color, "color colour"),
            (
                .company,
                "company organisation organization employer brand manufacturer publisher shop store merchant vendor"
            ),
            (.country, "country nation nationality"), (.countryCode, "countrycode"),
            (.currency, "currency currencycode"),
            (.date, "at on date time timestamp created updated modified since"), (.email, "email mail emailaddress"),
            (.expiry, "expires expiry expiration expiresat expireson expiredate expirydate expirationdate validuntil"),
            (.file, "file filename attachment document"), (.firstName, "firstname givenname middlename forename first"),
            (.host, "host hostname domain server"),
            (.id, "id uuid guid key token secret hash checksum digest etag nonce"),
            (.image, "image avatar photo picture thumbnail icon cover logo banner poster imageurl imageuri imagelink"),
            (.image, "avatarurl photourl pictureurl thumbnailurl iconurl coverurl logourl bannerurl posterurl"),
            (.ip, "ip ipaddress"), (.job, "job role position occupation profession department jobtitle"),
            (.language, "language locale lang"), (.lastName, "lastname surname familyname last"),
            (.latitude, "latitude lat"), (.link, "url uri link href website homepage"),
            (.login, "username nickname nick login handle alias"), (.longitude, "longitude lon lng long"),
            (.mediaType, "mimetype contenttype mediatype"), (.name, "name"), (.number, "number"), (.path, "path"),
            (
                .person,
                "account actor artist author contact creator customer driver employee friend guest member owner by"
            ),
            (
                .person,
                "patient person people player profile representative reviewer sender speaker student teacher user"
            ),
            (.person, "fullname displayname holdername ownername candidate"), (.phone, "phone mobile fax phonenumber"),
            (.postalCode, "zip zipcode postal postcode postalcode"),
            (.price, "price amount total cost fee balance sum"), (.rating, "rating score stars"),
            (.region, "state region province county"),
            (
                .sentence,
                "description summary bio text body comment note message content details about excerpt subtitle"
            ),
            (.sentence, "reason error explanation"), (.size, "width height"), (.slug, "slug"),
            (.status, "status phase stage availability"), (.street, "street address streetaddress"),
            (.timeZone, "timezone"), (.title, "title subject headline caption label heading product"),
            (.version, "version"), (.weekday, "weekday dayofweek"), (.year, "year"),
        ]
        let pairs = words.flatMap { kind, names in names.split(separator: " ").map { (String($0), kind) } }
        return Dictionary(pairs) { first, _ in first }
    }()

    /// Returns the kind of the longest known suffix. A suffix inside a word needs four letters.
    private static func kind(of words: [String]) -> Kind? {
        for start in words.indices {
            let tail = words[start...].joined()
            if let kind = kinds[tail] ?? kinds[tail.singular] { return kind }
        }
        guard let last = words.last?.singular, last.utf8.count > 4 else { return nil }
        return (1...last.count - 4).lazy.compactMap { kinds[String(last.dropFirst($0))] }.first
    }

    private static func kind(of name: String) -> Kind? { kind(of: words(of: name)) }

    private static func words(of name: String) -> [String] {
        String(name.reversed().drop { $0.isNumber }.reversed()).nameWords.map { $0.lowercased() }
    }

    private var index: Int { number % 8 }
    private var day: String { "2026-0\(index + 1)-\(10 + number % 18)" }
    private var time: String { "\(10 + index):30:00" }

    /// Returns strings for a member, best first. The caller discards those that the schema rejects.
    func texts(named name: String, formats: [String]) -> [String] {
        let words = Self.words(of: name)
        let kind = Self.kind(of: words)
        switch formats.first {
        case "date-time": return [kind == .expiry ? texts(.expiry)[0] : texts(.date)[0]]
        case "date": return [kind == .birthday ? texts(.birthday)[0] : day]
        case "time": return ["\(time)Z"]
        case "email", "idn-email": return texts(.email)
        case "uri", "iri", "uri-reference", "iri-reference": return texts(kind == .image ? .image : .link)
        case "uuid": return [uuid]
        case "hostname", "idn-hostname": return texts(.host)
        case .some: return []
        case nil: break
        }
        guard let noun = words.last else { return [] }
        if let kind, ![.category, .code, .status].contains(kind) { return texts(kind) }
        let recorded = known[name]
        return (recorded.isEmpty ? [] : [recorded[number % recorded.count]])
            + (kind.map(texts) ?? ["\(Self.adjectives[index]) \(noun)"])
    }

    func texts(named name: String, as conversion: ConversionContract) -> [String] {
        let moments = texts(named: name, formats: ["date-time"]).compactMap(DateText.date)
        switch conversion {
        case .pattern(let pattern): return moments.map(pattern.formatter.string)
        case .cases(let names): return names.keys.sorted()
        case .named, .standard(.rawValue): return []
        case .standard(.dateTime): return texts(named: name, formats: ["date-time"])
        case .standard(.date): return texts(named: name, formats: ["date"])
        case .standard(.url): return texts(named: name, formats: ["uri"])
        case .standard(.uuid): return [uuid]
        case .standard(.epochSeconds): return moments.map { "\(Int($0.timeIntervalSince1970))" }
        case .standard(.epochMilliseconds): return moments.map { "\(Int($0.timeIntervalSince1970))000" }
        case .standard(.base64): return ["//6A"]
        case .standard(.boolean): return ["true", "1"]
        case .standard(.number), .standard(.seconds), .standard(.milliseconds): return numbers(named: name).map(\.text)
        }
    }

    func numbers(named name: String) -> [JSONNumber] {
        let kind = Self.kind(of: name)
        let texts = (kind == .id ? .number : kind).map(texts) ?? []
        return (texts + ["\(2 + number % 30)", "\(1 + index)", "0.\(index + 1)"]).compactMap { JSONNumber(text: $0) }
    }

    private func texts(_ kind: Kind) -> [String] {
        let (first, last) = Self.people[index]
        let (city, country, countryCode, latitude, longitude) = Self.places[index]
        switch kind {
        case .age: return ["\(24 + number % 40)"]
        case .birthday: return ["19\(50 + number % 50)-0\(index + 1)-\(10 + number % 18)"]
        case .category: return [Self.categories[index]]
        case .city: return [city, "\(city), \(country)"]
        case .code: return ["A\(1000 + number)", "\(1000 + number)"]
        case .color: return [Self.colors[index]]
        case .company: return [Self.companies[index]]
        case .country: return [country, countryCode]
        case .countryCode: return [countryCode]
        case .currency: return [["EUR", "USD", "GBP", "JPY"][index % 4]]
        case .date: return ["\(day)T\(time)Z", day, time, "\(1_767_225_600 + number * 86_400)"]
        case .email: return ["\(first).\(last)@example.com".lowercased()]
        case .expiry: return ["2036-01-31T12:00:00Z", "2036-01-31", "2085393600"]
        case .file: return ["\(Self.slugs[index]).pdf"]
        case .firstName: return [first]
        case .host: return ["www.example.com"]
        case .id: return [shortID, uuid] + texts(.number)
        case .image: return ["https://example.com/images/\(Self.slugs[index]).jpg"]
        case .ip: return ["192.0.2.\(1 + number % 250)"]
        case .job: return [Self.jobs[index]]
        case .language: return ["en", "en-GB"]
        case .lastName: return [last]
        case .latitude: return ["\(latitude)", "\(Int(latitude))"]
        case .link: return ["https://example.com/\(Self.slugs[index])"]
        case .login: return [first.lowercased()]
        case .longitude: return ["\(longitude)", "\(Int(longitude))"]
        case .mediaType: return ["image/jpeg"]
        case .name:
            let own = Self.kind(of: holder)
            return texts([.person, .city, .company, .country].first { $0 == own } ?? .title)
        case .number: return ["\(1000 + number)", "\(1 + number % 1000)", "\(1 + index)"]
        case .path: return ["/\(Self.slugs[index])"]
        case .person: return ["\(first) \(last)"]
        case .phone: return ["+1 202 555 01\(10 + number % 90)"]
        case .postalCode: return ["\(10_000 + number * 37)"]
        case .price: return ["\(5 + number % 40).\(index % 2 == 0 ? "95" : "5")", "\(5 + number % 40)"]
        case .rating: return ["4.\(index)", "\(3 + index % 3)"]
        case .region: return [country]
        case .sentence: return [Self.sentences[index]]
        case .size: return ["640"]
        case .slug: return [Self.slugs[index]]
        case .status: return [Self.statuses[index]]
        case .street: return Self.kind(of: holder) == .email ? texts(.email) : ["\(12 + number) High Street, \(city)"]
        case .timeZone: return ["Europe/Lisbon"]
        case .title: return [Self.titles[index]]
        case .version: return ["1.\(index).0"]
        case .weekday: return [Self.days[number % 7]]
        case .year: return ["\(2018 + index)"]
        }
    }

    private var shortID: String { String(String(Fingerprint.hash("\(number)"), radix: 36).prefix(10)) }

    private var uuid: String {
        let digits = Array(Fingerprint.text("\(number)") + Fingerprint.text("uuid \(number)"))
        let parts = [0..<8, 8..<12, 13..<16, 17..<20, 20..<32].map { String(digits[$0]) }
        return "\(parts[0])-\(parts[1])-4\(parts[2])-a\(parts[3])-\(parts[4])"
    }
}

extension String {
    fileprivate var singular: String {
        if hasSuffix("ies") { return dropLast(3) + "y" }
        return hasSuffix("s") && !hasSuffix("ss") ? String(dropLast()) : self
    }
}
