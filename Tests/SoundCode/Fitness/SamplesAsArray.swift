import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct PulseSample: Codable {
    let time: Int
    let beats: Int

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        time = try container.decode(Int.self)
        beats = try container.decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(time)
        try container.encode(beats)
    }
}

private func upload(_ samples: [PulseSample]) throws -> URLRequest {
    guard let url = URL(string: "https://fitness.example/v1/pulse") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(samples)
    return request
}

extension SoundCode {
    /// Twin: drops the last sample.
    @Test func samplesAsArray() async {
        await compare("fitness", finds: Fault("request.body", at: "/endpoints/samples/request/body/1")) {
            Endpoint("samples") { try upload($0["samples"]) }
        } twin: {
            Endpoint("samples") { arguments in
                let samples: [PulseSample] = try arguments["samples"]
                return try upload(Array(samples.dropLast()))
            }
        }
    }
}
