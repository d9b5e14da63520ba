import ContractChecking
import Testing

private struct Customer: Codable, Equatable {
    let firstName: String
    let lastName: String
    let company: String?

    enum CodingKeys: String, CodingKey {
        case firstName = "first_name"
        case lastName = "last_name"
        case company
    }
}

private struct SwappedCustomer: Codable, Equatable {
    let firstName: String
    let lastName: String
    let company: String?

    enum CodingKeys: String, CodingKey {
        case firstName = "last_name"
        case lastName = "first_name"
        case company
    }
}

extension SoundCode {
    @Test func customerByCodingKeys() async {
        await compare(
            "shop",
            finds: Fault("model.wrong-value", at: "/models/Customer/properties/firstName"),
            Fault("model.wrong-value", at: "/models/Customer/properties/lastName")
        ) {
            Model("Customer", decoding: Customer.self)
        } twin: {
            Model("Customer", decoding: SwappedCustomer.self)
        }
    }
}
