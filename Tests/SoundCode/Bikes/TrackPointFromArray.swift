import ContractChecking
import Testing

/// A point encoded as an array: longitude, latitude and an optional name.
private struct TrackPoint: Decodable {
    let longitude: Double
    let latitude: Double
    let name: String?

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        longitude = try container.decode(Double.self)
        latitude = try container.decode(Double.self)
        name = container.isAtEnd ? nil : try container.decode(String.self)
    }
}

/// Twin: expects the latitude first.
private struct SpokenPoint: Decodable {
    let longitude: Double
    let latitude: Double
    let name: String?

    init(from decoder: any Decoder) throws {
        let point = try TrackPoint(from: decoder)
        (longitude, latitude, name) = (point.latitude, point.longitude, point.name)
    }
}

extension SoundCode {
    @Test func trackPointFromArray() async {
        await compare(
            "bikes", finds: Fault("model.wrong-value", at: "/models/TrackPoint/properties/longitude"),
            Fault("model.wrong-value", at: "/models/TrackPoint/properties/latitude")
        ) {
            Model("TrackPoint", decoding: TrackPoint.self)
        } twin: {
            Model("TrackPoint", decoding: SpokenPoint.self)
        }
    }
}
