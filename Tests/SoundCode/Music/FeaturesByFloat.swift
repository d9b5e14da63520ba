import ContractChecking
import Testing

private enum Mode: Int, Codable {
    case minor, major
}

private struct AudioFeatures: Codable {
    let id: String
    let key: Int
    let mode: Mode
    let tempo: Double
    let loudness: Double
}

/// Twin: converts the tempo to Float and back.
private struct FloatFeatures: Decodable {
    let id: String
    let key: Int
    let mode: Mode
    let tempo: Double
    let loudness: Double

    enum CodingKeys: CodingKey { case id, key, mode, tempo, loudness }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        key = try container.decode(Int.self, forKey: .key)
        mode = try container.decode(Mode.self, forKey: .mode)
        tempo = Double(try container.decode(Float.self, forKey: .tempo))
        loudness = try container.decode(Double.self, forKey: .loudness)
    }
}

extension SoundCode {
    @Test func featuresByFloat() async {
        await compare(
            "music",
            finds: Fault("model.wrong-value", at: "/models/AudioFeatures/schema/properties/tempo", telling: "Float")
        ) {
            Model("AudioFeatures", decoding: AudioFeatures.self)
        } twin: {
            Model("AudioFeatures", decoding: FloatFeatures.self)
        }
    }
}
