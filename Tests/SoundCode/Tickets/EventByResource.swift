import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private protocol Resource: Decodable, Sendable {
    associatedtype ID: RawRepresentable & Sendable where ID.RawValue: FixedWidthInteger & Sendable
    static var path: String { get }
}

extension Resource {
    static func request(_ id: ID) throws -> URLRequest {
        guard let url = URL(string: "https://api.tickets.example/\(path)/\(id.rawValue)") else {
            throw URLError(.badURL)
        }
        return URLRequest(url: url)
    }
}

private struct EventID: RawRepresentable, Hashable, Codable, Sendable { let rawValue: Int }
private struct VenueID: RawRepresentable, Hashable, Codable, Sendable { let rawValue: Int64 }
/// Twin: stores the venue's identifier in 32 bits.
private struct SmallVenueID: RawRepresentable, Hashable, Codable, Sendable { let rawValue: Int32 }

private struct Event<Venue: RawRepresentable & Hashable & Decodable & Sendable>: Resource {
    typealias ID = EventID
    static var path: String { "events" }

    let id: EventID
    let title: String
    let venueID: Venue
    let doors: Date
    let tags: [String]

    enum CodingKeys: String, CodingKey {
        case id, title, doors, tags
        case venueID = "venue_id"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(EventID.self, forKey: .id)
        title = try container.decode(String.self, forKey: .title)
        venueID = try container.decode(Venue.self, forKey: .venueID)
        doors = try container.decode(Date.self, forKey: .doors)
        tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
    }
}

private func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
}

private typealias Show = Event<VenueID>

private func show(_ id: Int, over session: URLSession) async throws -> Show {
    let (data, _) = try await session.data(for: Show.request(EventID(rawValue: id)))
    return try decoder().decode(Show.self, from: data)
}

/// Twins that append responses in order of arrival.
private enum Impatient {
    static func shows(_ ids: [Int], over session: URLSession) async throws -> [Show] {
        try await withThrowingTaskGroup(of: Show.self) { group in
            for id in ids { group.addTask { try await show(id, over: session) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}

private func shows(_ ids: [Int], over session: URLSession) async throws -> [Show] {
    try await withThrowingTaskGroup(of: (Int, Show).self) { group in
        for (index, id) in ids.enumerated() { group.addTask { (index, try await show(id, over: session)) } }
        var shows = [Show?](repeating: nil, count: ids.count)
        for try await (index, show) in group { shows[index] = show }
        return shows.compactMap(\.self)
    }
}

extension SoundCode {
    @Test func eventByResource() async {
        await compare("tickets", finds: Fault("model.false-reject", at: "/models/Event/schema/properties/venue_id")) {
            Model("Event", decoding: Show.self, decoder: decoder)
        } twin: {
            Model("Event", decoding: Event<SmallVenueID>.self, decoder: decoder)
        }
    }

    @Test func eventsAtOnce() async {
        await compare("tickets", finds: Fault("client.reply-order", at: "/endpoints/events/cases/0")) {
            Model("Event", decoding: Show.self, decoder: decoder)
            Endpoint("events") { arguments, session in try await shows(arguments["ids"], over: session) }
        } twin: {
            Model("Event", decoding: Show.self, decoder: decoder)
            Endpoint("events") { arguments, session in try await Impatient.shows(arguments["ids"], over: session) }
        }
    }
}
