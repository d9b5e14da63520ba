import ContractChecking
import Testing

private class Place: Decodable {
    let street: String
    let city: String
}

private class Address: Place {
    let zip: String?

    enum CodingKeys: CodingKey { case zip }

    required init(from decoder: any Decoder) throws {
        zip = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .zip)
        try super.init(from: decoder)
    }
}

/// Twin: decodes a key that the server does not send.
private class PostalAddress: Place {
    let zip: String?

    enum CodingKeys: String, CodingKey { case zip = "postal_code" }

    required init(from decoder: any Decoder) throws {
        zip = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .zip)
        try super.init(from: decoder)
    }
}

extension SoundCode {
    @Test func addressByInheritance() async {
        await compare(
            "shop",
            finds: Fault(
                "model.wrong-value", at: "/models/Address/properties/zip", telling: "'/zip' is never read")
        ) {
            Model("Address", decoding: Address.self)
        } twin: {
            Model("Address", decoding: PostalAddress.self)
        }
    }
}
