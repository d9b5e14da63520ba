import Foundation
import LoopbackServer

struct EventRecord: Sendable {
    struct Venue: Sendable {
        let id: Int
        let name: String
        var latitude = 0.0
        var longitude = 0.0
        var address: String?
        let city: String
        var zip = ""
    }

    struct Group: Sendable {
        let id: Int
        let name: String
        let urlName: String
        let latitude: Double
        let longitude: Double
        let who: String
        let created: Int
        var photo: Int?
    }

    let id: String
    let name: String
    /// The start time in milliseconds since 1970.
    let time: Int
    let group: Group
    var venue: Venue?
    var description: String?
    var minutes: Int?
    var rsvpLimit: Int?
    var howToFindUs: String?
    var fee: Double?
    var going = 0
    var waiting = 0

    var searchedText: String { [name, description ?? "", group.name].joined(separator: "\n") }

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
            ("venue", venue?.json),
            ("group", group.json(withPhoto: withPhoto)),
            ("link", .string("https://www.meetup.com/\(group.urlName)/events/\(id)/")),
            ("description", description.map { .string("<p>\($0)</p>") }),
            ("how_to_find_us", howToFindUs.map(JSONValue.string)),
            ("fee", fee.map { ["accepts": "cash", "amount": .number($0), "currency": "USD", "required": false] }),
            ("visibility", "public"),
        ]
        return .object(members.compactMap { name, value in value.map { .init(name: name, value: $0) } })
    }
}

extension EventRecord.Venue {
    fileprivate var json: JSONValue {
        let place: JSONValue = [
            "id": .integer(id), "name": .string(name), "lat": .number(latitude), "lon": .number(longitude),
            "repinned": .bool(latitude != 0),
        ]
        let placed = address.map { place.setting("address_1", to: .string($0)) } ?? place
        return placed.setting("city", to: .string(city)).setting("country", to: "us")
            .setting("localized_country_name", to: "USA").setting("zip", to: .string(zip))
    }
}

extension EventRecord.Group {
    fileprivate func json(withPhoto: Bool) -> JSONValue {
        let group: JSONValue = [
            "created": .integer(created), "name": .string(name), "id": .integer(id), "join_mode": "open",
            "lat": .number(latitude), "lon": .number(longitude), "urlname": .string(urlName), "who": .string(who),
        ]
        guard withPhoto, let photo else { return group }
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
    private static let swiftNYC = EventRecord.Group(
        id: 18_213_942, name: "Swift Language User Group NYC", urlName: "swift-nyc", latitude: 40.75,
        longitude: -73.98999786376953, who: "Swift programmers", created: 1_417_718_403_000, photo: 432_198_765)
    private static let learners = EventRecord.Group(
        id: 21_640_881, name: "Learn iOS Together", urlName: "learn-ios-together", latitude: 41,
        longitude: -74, who: "Learners", created: 1_482_431_918_000)
    private static let hikers = EventRecord.Group(
        id: 1_030_117, name: "Queens Hikers & Birders", urlName: "Queens-Hikers", latitude: 40.70000076293945,
        longitude: -73.83999633789062, who: "Hikers", created: 1_206_979_204_000, photo: 98_765_432)

    private static let library = EventRecord.Venue(
        id: 25_530_443, name: "Mid-Manhattan Library", latitude: 40.75196075439453, longitude: -73.98172760009766,
        address: "455 5th Ave", city: "New York", zip: "10016")
    private static let online = EventRecord.Venue(id: 26_906_060, name: "Online event", city: "New York")
    private static let park = EventRecord.Venue(
        id: 913_577, name: "Forest Park Visitor Center", latitude: 40.70085525512695, longitude: -73.8501968383789,
        city: "Queens")

    static let records = [
        EventRecord(
            id: "250340886", name: "Swift Programming Night", time: 1_526_943_600_000, group: swiftNYC, venue: library,
            description: "Bring a laptop and an open question.", minutes: 120, rsvpLimit: 80,
            howToFindUs: "Sixth floor, ask at the desk", going: 64, waiting: 3),
        EventRecord(
            id: "hzfzjlyxjbdb", name: "Protocols & Generics: Swift programming for the curious",
            time: 1_528_239_600_000, group: swiftNYC, venue: online, minutes: 90, going: 21),
        EventRecord(
            id: "250871943", name: "First steps", time: 1_527_372_000_000, group: learners,
            description: "Swift programming from the very beginning; C++ is not needed.", fee: 5, going: 8),
        EventRecord(
            id: "251002718", name: "Café et code", time: 1_527_861_600_000, group: learners, venue: library, going: 0),
        EventRecord(
            id: "zqwtjlyxkbpb", name: "Spring warblers at dawn", time: 1_526_810_400_000, group: hikers, venue: park,
            description: "Binoculars help; quiet feet help more.", minutes: 180, fee: 2.5, going: 12),
    ]
}
