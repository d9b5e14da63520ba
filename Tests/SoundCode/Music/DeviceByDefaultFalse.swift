import ContractChecking
import Testing

@propertyWrapper
private struct DefaultFalse: Codable, Hashable {
    var wrappedValue: Bool

    init(wrappedValue: Bool) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? false : try container.decode(Bool.self)
    }
}

extension KeyedDecodingContainer {
    fileprivate func decode(_ type: DefaultFalse.Type, forKey key: Key) throws -> DefaultFalse {
        try decodeIfPresent(type, forKey: key) ?? DefaultFalse(wrappedValue: false)
    }
}

private struct Device: Codable {
    let id: String
    let name: String
    let volume: Int?
    @DefaultFalse var isActive: Bool
    @DefaultFalse var isRestricted: Bool

    enum CodingKeys: String, CodingKey {
        case id, name, volume
        case isActive = "is_active"
        case isRestricted = "is_restricted"
    }
}

@propertyWrapper
private struct NullIsFalse: Decodable {
    let wrappedValue: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? false : try container.decode(Bool.self)
    }
}

/// Twin: lacks the `KeyedDecodingContainer` extension, so a missing key never reaches the wrapper.
private struct DemandingDevice: Decodable {
    let id: String
    let name: String
    let volume: Int?
    @NullIsFalse var isActive: Bool
    @DefaultFalse var isRestricted: Bool

    enum CodingKeys: String, CodingKey {
        case id, name, volume
        case isActive = "is_active"
        case isRestricted = "is_restricted"
    }
}

extension SoundCode {
    @Test func deviceByDefaultFalse() async {
        await compare(
            "music", finds: Fault("model.false-reject", at: "/models/Device/schema/properties/is_active")
        ) {
            Model("Device", decoding: Device.self)
        } twin: {
            Model("Device", decoding: DemandingDevice.self)
        }
    }
}
