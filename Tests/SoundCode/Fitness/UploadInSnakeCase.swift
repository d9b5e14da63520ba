import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct NewWorkout: Encodable {
    let startedAt: Date
    let stepCount: Int
    let isIndoor: Bool
}

extension JSONEncoder {
    fileprivate static func api(dates: DateEncodingStrategy) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = dates
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return encoder
    }
}

private func upload(_ workout: NewWorkout, by encoder: JSONEncoder) throws -> URLRequest {
    guard let url = URL(string: "https://fitness.example/v1/workouts") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try encoder.encode(workout)
    return request
}

extension SoundCode {
    /// Twin: sends milliseconds, as another endpoint expects.
    @Test func uploadInSnakeCase() async {
        @Sendable func workout(_ arguments: Arguments) throws -> NewWorkout {
            NewWorkout(
                startedAt: try arguments["started"], stepCount: try arguments["steps"],
                isIndoor: try arguments["indoor"])
        }
        await compare("fitness", finds: Fault("request.body", at: "/endpoints/upload/request/body/started_at")) {
            Endpoint("upload") { try upload(workout($0), by: .api(dates: .iso8601)) }
        } twin: {
            Endpoint("upload") { try upload(workout($0), by: .api(dates: .millisecondsSince1970)) }
        }
    }
}
