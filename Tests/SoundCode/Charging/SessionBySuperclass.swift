import ContractChecking
import Foundation
import Testing

private class Timestamped: Decodable {
    let id: String
    let created: Date

    private enum CodingKeys: String, CodingKey {
        case id
        case created = "created_at"
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        created = try container.decode(Date.self, forKey: .created)
    }
}

private class ChargeSession: Timestamped {
    let started: Date
    let ended: Date?
    let energy: Double

    private enum CodingKeys: String, CodingKey {
        case started = "started_at"
        case ended = "ended_at"
        case energy
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        started = try container.decode(Date.self, forKey: .started)
        ended = try container.decodeIfPresent(Date.self, forKey: .ended)
        energy = try container.decode(Double.self, forKey: .energy)
        try super.init(from: decoder)
    }
}

/// Twin: ends a running session at its start.
private final class EndedSession: Timestamped {
    let started: Date
    let ended: Date?
    let energy: Double

    required init(from decoder: any Decoder) throws {
        let session = try ChargeSession(from: decoder)
        (started, ended, energy) = (session.started, session.ended ?? session.started, session.energy)
        try super.init(from: decoder)
    }
}

/// Returns a decoder for dates in one format. The contract's pattern is not anchored at its end, as is common.
private func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        guard let date = formatter.date(from: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date")
        }
        return date
    }
    return decoder
}

extension SoundCode {
    @Test func sessionBySuperclass() async {
        await compare("charging", finds: Fault("model.wrong-value", at: "/models/ChargeSession/properties/ended")) {
            Model("ChargeSession", decoding: ChargeSession.self, decoder: decoder)
        } twin: {
            Model("ChargeSession", decoding: EndedSession.self, decoder: decoder)
        }
    }
}
