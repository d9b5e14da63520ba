import Foundation
import LoopbackServer

struct EventRecord: Sendable {
    let id: String
    let name: String
    /// The start time in milliseconds since 1970.
    let time: Int
    let group: JSONValue
    /// The number of the group's photo.
    var photo: Int?
    var venue: JSONValue?
    var description: String?
    var minutes: Int?
    var rsvpLimit: Int?
    var howToFindUs: String?
    var fee: Double?
    var going = 0
    var waiting = 0

    var searchedText: String { [name, description ?? "", group["name"]?.text ?? ""].joined(separator: "\n") }

    private static let offset = -4 * 3600

    /// Returns the event as the service sends it. Missing values are omitted, not null.
    func json(withPhoto: Bool) -> JSONValue {
        let local = CalendarTime(Date(timeIntervalSince1970: Double(time / 1000)), offset: Self.offset)
        let members: [(String, JSONValue?)] = [
            ("created", .integer(time - 30 * 86_400_000)),
            ("duration", minutes.map { .integer($0 * 60_000) }),
            ("id", .string(id)),
            ("name", .string(name)),
            ("rsvp_limit", rsvpLimit.map(JSONValue.integer)),
            ("status", "upcoming"),
            ("time", .integer(time)),
            ("local_date", .string(local.calendarDate)),
            ("local_time", .string(local.timeOfDay)),
            ("updated", .integer(time - 7 * 86_400_000)),
            ("utc_offset", .integer(Self.offset * 1000)),
            ("waitlist_count", .integer(waiting)),
            ("yes_rsvp_count", .integer(going)),
            ("venue", venue),
            ("group", withPhoto ? groupWithPhoto : group),
            ("link", .string("https://www.meetup.com/\(group["urlname"]?.text ?? "")/events/\(id)/")),
            ("description", description.map { .string("<p>\($0)</p>") }),
            ("how_to_find_us", howToFindUs.map(JSONValue.string)),
            ("fee", fee.map { ["accepts": "cash", "amount": .number($0), "currency": "USD", "required": false] }),
            ("visibility", "public"),
        ]
        return .object(members.compactMap { name, value in value.map { .init(name: name, value: $0) } })
    }

    private var groupWithPhoto: JSONValue {
        guard let photo else { return group }
        let place = "https://secure.meetupstatic.com/photos/event"
        return group.setting(
            "photo",
            to: [
                "id": .integer(photo), "highres_link": .string("\(place)/highres_\(photo).jpeg"),
                "photo_link": .string("\(place)/600_\(photo).jpeg"),
                "thumb_link": .string("\(place)/thumb_\(photo).jpeg"), "type": "event",
                "base_url": "https://secure.meetupstatic.com",
            ])
    }
}

extension JSONValue {
    fileprivate static func integer(_ value: Int) -> JSONValue { .number(String(value)) }
}

/// Events with and without a venue, photo and optional members.
enum EventTable {
    private static let swiftNYC: JSONValue = [
        "created": 1_417_718_403_000, "name": "Swift Language User Group NYC", "id": 18_213_942, "join_mode": "open",
        "lat": 40.75, "lon": -73.98999786376953, "urlname": "swift-nyc", "who": "Swift programmers",
    ]
    private static let learners: JSONValue = [
        "created": 1_482_431_918_000, "name": "Learn iOS Together", "id": 21_640_881, "join_mode": "open", "lat": 41,
        "lon": -74, "urlname": "learn-ios-together", "who": "Learners",
    ]
    private static let hikers: JSONValue = [
        "created": 1_206_979_204_000, "name": "Queens Hikers & Birders", "id": 1_030_117, "join_mode": "open",
        "lat": 40.70000076293945, "lon": -73.83999633789062, "urlname": "Queens-Hikers", "who": "Hikers",
    ]

    private static let library: JSONValue = [
        "id": 25_530_443, "name": "Mid-Manhattan Library", "lat": 40.75196075439453, "lon": -73.98172760009766,
        "repinned": true, "address_1": "455 5th Ave", "city": "New York", "country": "us",
        "localized_country_name": "USA", "zip": "10016",
    ]
    private static let online: JSONValue = [
        "id": 26_906_060, "name": "Online event", "lat": 0, "lon": 0, "repinned": false, "city": "New York",
        "country": "us", "localized_country_name": "USA", "zip": "",
    ]
    private static let park: JSONValue = [
        "id": 913_577, "name": "Forest Park Visitor Center", "lat": 40.70085525512695, "lon": -73.8501968383789,
        "repinned": true, "city": "Queens", "country": "us", "localized_country_name": "USA", "zip": "",
    ]

    static let records = [
        EventRecord(
            id: "250340886", name: "Swift Programming Night", time: 1_526_943_600_000, group: swiftNYC,
            photo: 432_198_765, venue: library, description: "Bring a laptop and an open question.", minutes: 120,
            rsvpLimit: 80, howToFindUs: "Sixth floor, ask at the desk", going: 64, waiting: 3),
        EventRecord(
            id: "hzfzjlyxjbdb", name: "Protocols & Generics: Swift programming for the curious",
            time: 1_528_239_600_000, group: swiftNYC, photo: 432_198_765, venue: online, minutes: 90, going: 21),
        EventRecord(
            id: "250871943", name: "First steps", time: 1_527_372_000_000, group: learners,
            description: "Swift programming from the very beginning; C++ is not needed.", fee: 5, going: 8),
        EventRecord(
            id: "251002718", name: "Café et code", time: 1_527_861_600_000, group: learners, venue: library, going: 0),
        EventRecord(
            id: "zqwtjlyxkbpb", name: "Spring warblers at dawn", time: 1_526_810_400_000, group: hikers,
            photo: 98_765_432, venue: park, description: "Binoculars help; quiet feet help more.", minutes: 180,
            fee: 2.5,
            going: 12),
    ]
}
