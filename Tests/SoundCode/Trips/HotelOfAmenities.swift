import ContractChecking
import Foundation
import Testing

private enum Amenity: String, Decodable, CaseIterable {
    case pool, sauna, parking
}

private struct Hotel: Decodable {
    struct Location: Decodable {
        let latitude: Double
        let longitude: Double

        enum CodingKeys: String, CodingKey {
            case latitude = "lat"
            case longitude = "lng"
        }
    }

    let name: String
    let rating: Double
    let amenities: Set<Amenity>
    let photos: [URL]
    let location: Location
}

/// Twin: truncates the rating to whole stars.
private struct StarredHotel: Decodable {
    let name: String
    let rating: Int
    let amenities: Set<Amenity>
    let photos: [URL]
    let location: Hotel.Location

    init(from decoder: any Decoder) throws {
        let hotel = try Hotel(from: decoder)
        name = hotel.name
        rating = Int(min(max(hotel.rating, 0), 5))
        amenities = hotel.amenities
        photos = hotel.photos
        location = hotel.location
    }
}

extension SoundCode {
    @Test func hotelOfAmenities() async {
        await compare("trips", finds: Fault("model.wrong-value", at: "/models/Hotel/schema/properties/rating")) {
            Model("Hotel", decoding: Hotel.self)
        } twin: {
            Model("Hotel", decoding: StarredHotel.self)
        }
    }
}
