import ContractChecking
import Testing

private struct Coordinate {
    let latitude: Double
    let longitude: Double
}

private struct Station {
    let id: String
    let name: String
    let coordinate: Coordinate
}

extension Station: Decodable {
    enum CodingKeys: String, CodingKey {
        case id = "station_id"
        case name, lat, lon
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        name = try container.decode(String.self, forKey: .name)
        coordinate = Coordinate(
            latitude: try container.decode(Double.self, forKey: .lat),
            longitude: try container.decode(Double.self, forKey: .lon))
    }
}

/// Twin: expects the longitude first, as in GeoJSON.
private struct GeoStation: Decodable {
    let id: String
    let name: String
    let coordinate: Coordinate

    init(from decoder: any Decoder) throws {
        let station = try Station(from: decoder)
        id = station.id
        name = station.name
        coordinate = Coordinate(latitude: station.coordinate.longitude, longitude: station.coordinate.latitude)
    }
}

extension SoundCode {
    @Test func stationCoordinate() async {
        await compare(
            "bikes", finds: Fault("model.wrong-value", at: "/models/Station/properties/coordinate.latitude"),
            Fault("model.wrong-value", at: "/models/Station/properties/coordinate.longitude")
        ) {
            Model("Station", decoding: Station.self)
        } twin: {
            Model("Station", decoding: GeoStation.self)
        }
    }
}
