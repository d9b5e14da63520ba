import ContractChecking
import Foundation
import HTTPRecording
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private enum ChargeError: Error { case taken, server, offline }

/// The storage for the token received at sign-in.
private struct TokenStore: @unchecked Sendable {
    // UserDefaults is documented to be thread-safe.
    let defaults: UserDefaults
    let key = "charge.token"

    var token: String? {
        get { defaults.string(forKey: key) }
        nonmutating set { defaults.register(defaults: [key: newValue ?? ""]) }
    }
}

private struct ChargeClient: Sendable {
    struct Started: Decodable { let id: String }
    struct Status: Decodable { let state: String }

    let tokens: TokenStore
    let send: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
    /// Twin: signs only requests that change something.
    var signsReads = true

    func request(_ method: String, _ path: [String], signed: Bool = true) throws -> URLRequest {
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(charactersIn: "/;")
        let path = path.compactMap { $0.addingPercentEncoding(withAllowedCharacters: allowed) }.joined(separator: "/")
        guard let url = URL(string: "https://api.charging.example/v2/\(path)"), let token = tokens.token else {
            throw URLError(.userAuthenticationRequired)
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if signed { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        return request
    }

    func startRequest(_ station: String) throws -> URLRequest {
        var request = try request("POST", ["sessions"])
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(["station": station])
        return request
    }

    func start(_ station: String) async throws -> String {
        let (data, response): (Data, HTTPURLResponse)
        do { (data, response) = try await send(startRequest(station)) } catch { throw ChargeError.offline }
        switch response.statusCode {
        case 201: return try JSONDecoder().decode(Started.self, from: data).id
        case 409: throw ChargeError.taken
        default: throw ChargeError.server
        }
    }

    func startAndWait(_ station: String) async throws -> String {
        let id = try await start(station)
        for _ in 0..<10 {
            var request = try request("GET", ["sessions", id], signed: signsReads)
            request.setValue("application/json", forHTTPHeaderField: "Accept")
            let status = try JSONDecoder().decode(Status.self, from: try await send(request).0)
            if status.state == "charging" { return status.state }
        }
        throw URLError(.timedOut)
    }
}

extension SoundCode {
    /// Twin: keeps the first token forever.
    @Test func startByStoredToken() async {
        @Sendable func client(_ arguments: Arguments, _ transport: (any Transport)? = nil) throws -> ChargeClient {
            let tokens = TokenStore(defaults: UserDefaults())
            tokens.token = try arguments["token"]
            return ChargeClient(tokens: tokens) {
                guard let transport else { throw URLError(.cancelled) }
                return try await transport.send($0)
            }
        }
        await compare(
            "charging", finds: Fault("request.header", at: "/endpoints/start/request/headers/Authorization")
        ) {
            Endpoint("start") {
                try client($0).startRequest($0["station"])
            } call: {
                try await client($0, $1).start($0["station"])
            }
        } twin: {
            Endpoint("start") {
                var request = try client($0).startRequest($0["station"])
                let token = request.value(forHTTPHeaderField: "Authorization") ?? ""
                request.setValue(token.prefix(40).description, forHTTPHeaderField: "Authorization")
                return request
            } call: {
                try await client($0, $1).start($0["station"])
            }
        }
    }

    /// Twin: sends the second request without the token. Replay alone would still answer it.
    @Test func startAndWaitSigned() async {
        @Sendable func client(_ arguments: Arguments, _ transport: any Transport) throws -> ChargeClient {
            let tokens = TokenStore(defaults: UserDefaults())
            tokens.token = try arguments["token"]
            return ChargeClient(tokens: tokens) { try await transport.send($0) }
        }
        await compare(
            "charging",
            finds: Fault(
                "client.request", at: "/endpoints/session/request/headers/Authorization", telling: "is missing")
        ) {
            Endpoint("startAndWait") { try await client($0, $1).startAndWait($0["station"]) }
        } twin: {
            Endpoint("startAndWait") {
                var client = try client($0, $1)
                client.signsReads = false
                return try await client.startAndWait($0["station"])
            }
        }
    }
}
