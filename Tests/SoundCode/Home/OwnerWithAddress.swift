import ContractChecking
import Foundation
import Testing

private struct Address: Decodable {
    let street: String
    let city: String
}

/// An owner with a nested address, decoded from a flat object.
private struct Owner: Decodable {
    let id: Int
    let address: Address
    let phone: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        phone = try container.decodeIfPresent(String.self, forKey: .phone)
        address = try Address(from: decoder)
    }

    enum CodingKeys: CodingKey { case id, phone }
}

/// Twin: swaps street and city.
private struct MovedOwner: Decodable {
    let id: Int
    let address: Address
    let phone: String?

    init(from decoder: any Decoder) throws {
        let owner = try Owner(from: decoder)
        (id, phone) = (owner.id, owner.phone)
        address = Address(street: owner.address.city, city: owner.address.street)
    }
}

extension SoundCode {
    @Test func ownerWithAddress() async {
        await compare(
            "home", finds: Fault("model.wrong-value", at: "/models/Owner/schema/properties/street"),
            Fault("model.wrong-value", at: "/models/Owner/schema/properties/city")
        ) {
            Model("Owner", decoding: Owner.self)
        } twin: {
            Model("Owner", decoding: MovedOwner.self)
        }
    }
}
