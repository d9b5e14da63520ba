import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private final class Player {
    static let root = "https://api.music.example/v1/me/player"

    static func play(_ tracks: [String], at position: Int, on device: String?) throws -> URLRequest {
        try put("/play", ["uris": tracks, "position_ms": position], on: device)
    }

    /// Twin: writes every value of the body as a string.
    static func playText(_ tracks: [String], at position: Int, on device: String?) throws -> URLRequest {
        try put("/play", ["uris": tracks, "position_ms": "\(position)"], on: device)
    }

    private static func put(_ path: String, _ body: [String: Any], on device: String?) throws -> URLRequest {
        var address = root + path
        if let device {
            let unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
                .union(CharacterSet(charactersIn: "-._~"))
            address += "?device_id=" + (device.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")
        }
        guard let url = URL(string: address) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONSerialization.data(withJSONObject: body)
        return request
    }
}

extension SoundCode {
    @Test func playBySerialization() async {
        await compare("music", finds: Fault("request.body", at: "/endpoints/play/request/body/position_ms")) {
            Endpoint("play") { try Player.play($0["tracks"], at: $0["position"], on: $0["device"]) }
        } twin: {
            Endpoint("play") { try Player.playText($0["tracks"], at: $0["position"], on: $0["device"]) }
        }
    }
}
