import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct NewBooking: Codable {
    struct Passenger: Codable {
        let given: String
        let family: String
    }

    let flight: String
    let holdUntil: Date
    let passengers: [Passenger]
}

private func book(_ booking: NewBooking, dates: JSONEncoder.DateEncodingStrategy) throws -> URLRequest {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = dates
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let url = URL(string: "https://api.trips.example/v3/bookings") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = try encoder.encode(booking)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    return request
}

extension SoundCode {
    /// Twin: keeps the encoder's default dates, seconds since 2001.
    @Test func bookingByNestedBody() async {
        @Sendable func booking(_ arguments: Arguments) throws -> NewBooking {
            NewBooking(
                flight: try arguments["flight"], holdUntil: try arguments["holdUntil"],
                passengers: try arguments["passengers"])
        }
        await compare("trips", finds: Fault("request.body", at: "/endpoints/book/request/body/hold_until")) {
            Endpoint("book") { try book(booking($0), dates: .iso8601) }
        } twin: {
            Endpoint("book") { try book(booking($0), dates: .deferredToDate) }
        }
    }
}
