import ContractChecking
import Foundation
import Testing

private struct Passenger: Decodable {
    let givenName: String
    let familyName: String
    let loyaltyNumber: String?

    enum CodingKeys: String, CodingKey {
        case name
        case loyaltyNumber = "loyalty"
    }

    enum NameKeys: String, CodingKey {
        case given, family
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.nestedContainer(keyedBy: NameKeys.self, forKey: .name)
        givenName = try name.decode(String.self, forKey: .given)
        familyName = try name.decode(String.self, forKey: .family)
        loyaltyNumber = try container.decodeIfPresent(String.self, forKey: .loyaltyNumber)
    }
}

private struct Booking: Decodable {
    enum Status: String, Decodable {
        case held, paid, cancelled
    }

    let reference: String
    let status: Status
    let total: Decimal
    var passengers: [Passenger]
}

/// Twin: drops the lead passenger, because the screen shows that one elsewhere.
private func withoutLead(_ data: Data) throws -> Booking {
    var booking = try JSONDecoder().decode(Booking.self, from: data)
    booking.passengers = Array(booking.passengers.dropFirst())
    return booking
}

extension SoundCode {
    @Test func bookingOfPassengers() async {
        await compare("trips", finds: Fault("model.wrong-value", at: "/models/Booking/properties/passengers")) {
            Model("Booking", decoding: Booking.self)
            Model("Passenger", decoding: Passenger.self)
        } twin: {
            Model("Booking", data: withoutLead)
            Model("Passenger", decoding: Passenger.self)
        }
    }
}
