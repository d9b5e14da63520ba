import ContractChecking
import Testing

private struct Cover: Decodable {
    let station: String
    let layers: [String]
    var lowest: String? { layers.first }
}

/// Twin: force-unwraps the first layer, although a clear sky has none.
private struct CloudyCover: Decodable {
    let station: String
    let layers: [String]
    let lowest: String

    enum CodingKeys: CodingKey { case station, layers }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        station = try container.decode(String.self, forKey: .station)
        layers = try container.decode([String].self, forKey: .layers)
        // swift-format-ignore: NeverForceUnwrap
        lowest = layers.first!
    }
}

extension SoundCode {
    @Test func coverOfFirstLayer() async throws {
        try await compareIsolated(
            "weather", finds: Fault("model.trap", at: "/models/Cover/schema/properties/layers")
        ) {
            Model("Cover", decoding: Cover.self)
        } twin: {
            Model("Cover", decoding: CloudyCover.self)
        }
    }
}
