import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Change: Encodable {
    let starts: Date?
    let room: String?
}

/// Twin: sends null for unchanged members.
private struct WholeChange: Encodable {
    let starts: Date?
    let room: String?

    enum CodingKeys: CodingKey { case starts, room }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(starts, forKey: .starts)
        try container.encode(room, forKey: .room)
    }
}

private func reschedule(_ id: Int, _ change: some Encodable) throws -> URLRequest {
    guard let url = URL(string: "https://clinic.example/appointments/\(id)") else { throw URLError(.badURL) }
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    var request = URLRequest(url: url)
    request.httpMethod = "PATCH"
    request.setValue("application/merge-patch+json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try encoder.encode(change)
    return request
}

extension SoundCode {
    @Test func rescheduleByPatch() async {
        await compare(
            "clinic", finds: Fault("request.body", at: "/endpoints/reschedule/request/body/starts"),
            Fault("request.body", at: "/endpoints/reschedule/request/body/room")
        ) {
            Endpoint("reschedule") { try reschedule($0["id"], Change(starts: $0["starts"], room: $0["room"])) }
        } twin: {
            Endpoint("reschedule") { try reschedule($0["id"], WholeChange(starts: $0["starts"], room: $0["room"])) }
        }
    }
}
