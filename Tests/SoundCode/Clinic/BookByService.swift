import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private enum BookingError: Error {
    case refused(String)
    case unavailable, unreadable
}

private struct Appointment: Decodable, Sendable {
    let id: Int
    let starts: Date
    let day, room: String?
}

private struct NewAppointment: Encodable {
    struct Patient: Encodable { let id: Int }

    let patient: Patient
    let starts: Date
    let note: String?
}

private struct BookingService: Sendable {
    struct Problem: Decodable { let detail: String }

    let send: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
    var looksAtStatus = true

    static func request(_ appointment: NewAppointment, dates: JSONEncoder.DateEncodingStrategy = .iso8601) throws
        -> URLRequest
    {
        guard let url = URL(string: "https://clinic.example/appointments") else { throw URLError(.badURL) }
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = dates
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try encoder.encode(appointment)
        return request
    }

    func book(_ appointment: NewAppointment) async throws -> Appointment {
        let (data, response) = try await send(Self.request(appointment))
        if looksAtStatus {
            switch response.statusCode {
            case 201: break
            case 422: throw BookingError.refused(try JSONDecoder().decode(Problem.self, from: data).detail)
            default: throw BookingError.unavailable
            }
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do { return try decoder.decode(Appointment.self, from: data) } catch { throw BookingError.unreadable }
    }
}

extension SoundCode {
    /// Twin: ignores the status and decodes any response.
    @Test func bookByService() async {
        @Sendable func appointment(_ arguments: Arguments) throws -> NewAppointment {
            NewAppointment(
                patient: .init(id: try arguments["patient"]), starts: try arguments["starts"],
                note: try arguments["note"])
        }
        await compare(
            "clinic", finds: Fault("client.wrong-error", at: "/endpoints/book/cases/1/throws"),
            Fault("faults.wrong-error", at: "/endpoints/book/faults/status:503")
        ) {
            Endpoint("book") { arguments, transport in
                try await BookingService(send: { try await transport.send($0) }).book(appointment(arguments))
            }
        } twin: {
            Endpoint("book") { arguments, transport in
                try await BookingService(send: { try await transport.send($0) }, looksAtStatus: false)
                    .book(appointment(arguments))
            }
        }
    }

    /// Twin: formats the local time with a literal Z.
    @Test func bookInLocalTime() async {
        let local = DateFormatter()
        local.locale = Locale(identifier: "en_US_POSIX")
        local.timeZone = TimeZone(identifier: "Europe/Oslo")
        local.dateFormat = "yyyy-MM-dd'T'HH:mm:ss'Z'"
        @Sendable func appointment(_ arguments: Arguments) throws -> NewAppointment {
            NewAppointment(
                patient: .init(id: try arguments["patient"]), starts: try arguments["starts"],
                note: try arguments["note"])
        }
        await compare("clinic", finds: Fault("request.body", at: "/endpoints/book/request/body/starts")) {
            Endpoint("book") {
                try BookingService.request(appointment($0))
            } call: { arguments, transport in
                try await BookingService(send: { try await transport.send($0) }).book(appointment(arguments))
            }
        } twin: {
            Endpoint("book") {
                try BookingService.request(appointment($0), dates: .formatted(local))
            } call: { arguments, transport in
                try await BookingService(send: { try await transport.send($0) }).book(appointment(arguments))
            }
        }
    }
}
