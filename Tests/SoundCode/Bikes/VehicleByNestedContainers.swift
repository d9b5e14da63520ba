import ContractChecking
import Testing

private struct Vehicle: Decodable {
    let id: String
    let range: Double?
    let model: String

    enum CodingKeys: CodingKey { case id, range, type }
    enum TypeKeys: CodingKey { case model }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        range = try container.decodeIfPresent(Double.self, forKey: .range)
        let type = try container.nestedContainer(keyedBy: TypeKeys.self, forKey: .type)
        model = try type.decode(String.self, forKey: .model)
    }
}

/// Twin: treats an unreadable range as missing.
private struct CarelessVehicle: Decodable {
    let id: String
    let range: Double?
    let model: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Vehicle.CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        range = try? container.decode(Double.self, forKey: .range)
        let type = try container.nestedContainer(keyedBy: Vehicle.TypeKeys.self, forKey: .type)
        model = try type.decode(String.self, forKey: .model)
    }
}

extension SoundCode {
    @Test func vehicleByNestedContainers() async {
        await compare(
            "bikes", finds: Fault("model.false-accept", at: "/models/Vehicle/schema/properties/range/type")
        ) {
            Model("Vehicle", decoding: Vehicle.self)
        } twin: {
            Model("Vehicle", decoding: CarelessVehicle.self)
        }
    }
}
