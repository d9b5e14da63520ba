import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private enum HoldError: Error {
    case taken([String])
    case failed, offline
}

private struct Hold: Encodable {
    let seats: [String]
    var minutes = 10
}

@MainActor
private final class HoldModel {
    enum State: Equatable {
        case idle, holding
        case held(left: Int)
    }

    private(set) var state = State.idle
    private let send: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
    private let looksAtConflict: Bool

    init(
        looksAtConflict: Bool = true, send: @escaping @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
    ) {
        self.send = send
        self.looksAtConflict = looksAtConflict
    }

    static func request(_ event: Int, _ hold: Hold) throws -> URLRequest {
        guard let url = URL(string: "https://api.tickets.example/events/\(event)/hold") else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(hold)
        return request
    }

    func hold(_ seats: [String], of event: Int) async throws -> Int {
        struct Left: Decodable { let left: Int }
        struct Conflict: Decodable { let taken: [String] }
        state = .holding
        defer { if state == .holding { state = .idle } }
        let (data, response): (Data, HTTPURLResponse)
        do { (data, response) = try await send(Self.request(event, Hold(seats: seats))) } catch {
            throw HoldError.offline
        }
        let decoder = JSONDecoder()
        if response.statusCode == 409, looksAtConflict {
            throw HoldError.taken(try decoder.decode(Conflict.self, from: data).taken)
        }
        guard response.statusCode == 200, let left = try? decoder.decode(Left.self, from: data).left else {
            throw HoldError.failed
        }
        state = .held(left: left)
        return left
    }
}

extension SoundCode {
    /// Twin: treats a conflict like any other failure, which hides the seats that are gone.
    @Test func holdByViewModel() async {
        await compare("tickets", finds: Fault("client.wrong-error", at: "/endpoints/hold/cases/1/throws")) {
            Endpoint("hold") { arguments, transport in
                try await HoldModel(send: { try await transport.send($0) })
                    .hold(arguments["seats"], of: arguments["event"])
            }
        } twin: {
            Endpoint("hold") { arguments, transport in
                try await HoldModel(looksAtConflict: false, send: { try await transport.send($0) })
                    .hold(arguments["seats"], of: arguments["event"])
            }
        }
    }

    /// Twin: sends a number as a string.
    @Test func holdInJSON() async {
        await compare("tickets", finds: Fault("request.body", at: "/endpoints/hold/request/body/minutes")) {
            Endpoint("hold") {
                try await HoldModel.request($0["event"], Hold(seats: $0["seats"]))
            } call: { arguments, transport in
                try await HoldModel(send: { try await transport.send($0) })
                    .hold(arguments["seats"], of: arguments["event"])
            }
        } twin: {
            Endpoint("hold") { arguments in
                var request = try await HoldModel.request(arguments["event"], Hold(seats: arguments["seats"]))
                let seats: [String] = try arguments["seats"]
                request.httpBody = try JSONSerialization.data(withJSONObject: ["seats": seats, "minutes": "10"])
                return request
            } call: { arguments, transport in
                try await HoldModel(send: { try await transport.send($0) })
                    .hold(arguments["seats"], of: arguments["event"])
            }
        }
    }
}
