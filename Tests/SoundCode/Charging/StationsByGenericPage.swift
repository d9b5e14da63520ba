import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Station: Decodable, Sendable {
    struct Connector: Decodable {
        let plug: String
        let working: Bool
    }

    let id, name, power: String
    let isFree: Bool
    let connectors: [Connector]

    enum CodingKeys: String, CodingKey {
        case id, name, power, connectors
        case isFree = "is_free"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        name = try container.decode(String.self, forKey: .name)
        power = try container.decode(String.self, forKey: .power)
        isFree = try container.decodeIfPresent(Bool.self, forKey: .isFree) ?? false
        connectors = try container.decode([Connector].self, forKey: .connectors)
    }
}

private struct Page<Item: Decodable & Sendable>: Decodable, Sendable {
    let items: [Item]
    let next: String?
}

/// Requests one page after another and yields each as it arrives.
private func pages<Item: Decodable & Sendable>(
    of _: Item.Type, endingAtShortPage: Bool = false,
    _ load: @escaping @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
) -> AsyncThrowingStream<[Item], any Error> {
    let limit = 2
    return AsyncThrowingStream { continuation in
        let task = Task {
            do {
                var after: String?
                repeat {
                    var components = URLComponents(string: "https://api.charging.example/v2/stations")
                    components?.queryItems = [URLQueryItem(name: "limit", value: "\(limit)")]
                    if let after { components?.queryItems?.append(URLQueryItem(name: "after", value: after)) }
                    guard let url = components?.url else { throw URLError(.badURL) }
                    let page = try JSONDecoder().decode(Page<Item>.self, from: try await load(URLRequest(url: url)).0)
                    continuation.yield(page.items)
                    after = endingAtShortPage && page.items.count < limit ? nil : page.next
                } while after != nil
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
    }
}

extension SoundCode {
    @Test func stationPageOfStations() async {
        struct Padded: Decodable {
            let items: [Station]
            let next: String

            init(from decoder: any Decoder) throws {
                let page = try Page<Station>(from: decoder)
                (items, next) = (page.items, page.next ?? "")
            }
        }
        await compare("charging", finds: Fault("model.wrong-value", at: "/models/StationPage/schema/properties/next")) {
            Model("StationPage", decoding: Page<Station>.self)
            Model("Station", decoding: Station.self)
        } twin: {
            Model("StationPage", decoding: Padded.self)
            Model("Station", decoding: Station.self)
        }
    }

    /// Twin: takes a short page for the last one, which fails once the server deletes items.
    @Test func allStationsAsStream() async {
        @Sendable func all(_ stream: AsyncThrowingStream<[Station], any Error>) async throws -> [Station] {
            try await stream.reduce(into: []) { $0 += $1 }
        }
        await compare("charging", finds: Fault("replay.unplayed", at: "/endpoints/allStations/cases/0")) {
            Model("Station", decoding: Station.self)
            Endpoint("allStations") { _, transport in
                try await all(pages(of: Station.self) { try await transport.send($0) })
            }
        } twin: {
            Model("Station", decoding: Station.self)
            Endpoint("allStations") { _, transport in
                try await all(pages(of: Station.self, endingAtShortPage: true) { try await transport.send($0) })
            }
        }
    }
}
