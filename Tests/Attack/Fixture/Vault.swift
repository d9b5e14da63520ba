import ContractChecking
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a vault service that issues every kind of secret. The client may keep an old token.
package enum Vault: String, CaseIterable, Sendable {
    case sound
    case stale

    package static let origin = "https://vault.example.com"

    package static let contract = """
        { "service": "vault", "origin": "https://vault.example.com",
          "models": { "Box": { "strictness": "lenient", "reads": "some", "schema": { "type": "object", "required": ["owner"],
            "properties": { "owner": { "type": "string" }, "echo": { "type": "string" } } } } },
          "endpoints": {
            "signIn": { "arguments": { "password": { "type": "string", "format": "password" } },
              "request": { "method": "POST", "path": "/session", "headers": { "Content-Type": "application/json" },
                "body": { "user": "ada", "password": "{password}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } },
              "cases": [ { "name": "right", "status": 200, "arguments": { "password": "{env:VAULT_PASSWORD}" } } ] },
            "refresh": { "arguments": { "refreshToken": { "type": "string", "format": "password" } },
              "request": { "method": "POST", "path": "/token",
                "headers": { "Content-Type": "application/x-www-form-urlencoded" },
                "form": { "refresh_token": "{refreshToken}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } } },
            "open": { "arguments": { "token": { "type": "string", "format": "password" },
                "device": { "type": "string", "format": "password" }, "ticket": { "type": "string", "format": "password" } },
              "request": { "method": "GET", "path": "/box", "query": { "access_token": "{ticket}" },
                "headers": { "Authorization": "Bearer {token}", "X-Auth-Token": "{device}" } },
              "responses": {
                "200": { "content": "application/json", "schema": { "type": "object" }, "models": { "": "Box" } },
                "401": { "content": "application/json", "schema": { "type": "object" } } } },
            "visit": { "uses": ["signIn", "refresh", "open"], "health": { "unsafe": true },
              "arguments": { "password": { "type": "string", "format": "password" } },
              "cases": [ { "name": "refreshed", "status": 200, "health": true,
                "arguments": { "password": "{env:VAULT_PASSWORD}" } } ] }
          } }
        """

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("vault") {
                Model("Box", decoding: VaultClient.Box.self)
                Endpoint("signIn") { try VaultClient.signIn($0["password"]) }
                Endpoint("refresh") { try VaultClient.refresh($0["refreshToken"]) }
                Endpoint("open") {
                    try VaultClient.open(token: $0["token"], device: $0["device"], ticket: $0["ticket"])
                }
                Endpoint("visit") { arguments, transport in
                    try await VaultClient(send: transport.send, isStale: self == .stale).visit(arguments["password"])
                }
            }
        }
    }
}

package struct VaultClient: Sendable {
    struct Box: Decodable, Sendable { let owner: String }

    struct Locked: Error {}

    let send: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
    let isStale: Bool

    private static func request(_ path: String) throws -> URLRequest {
        guard let url = URL(string: Vault.origin + path) else { throw Locked() }
        return URLRequest(url: url)
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    static func signIn(_ password: String) throws -> URLRequest {
        var request = try request("/session")
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(["user": "ada", "password": password])
        return request
    }

    static func refresh(_ token: String) throws -> URLRequest {
        var request = try request("/token")
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("refresh_token=\(escaped(token))".utf8)
        return request
    }

    static func open(token: String, device: String, ticket: String) throws -> URLRequest {
        var request = try request("/box?access_token=\(escaped(ticket))")
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        request.setValue(device, forHTTPHeaderField: "X-Auth-Token")
        return request
    }

    func visit(_ password: String) async throws -> Box {
        let (data, response) = try await send(Self.signIn(password))
        let session = try JSONDecoder().decode([String: String].self, from: data)
        let device = response.value(forHTTPHeaderField: "X-Auth-Token") ?? ""
        var token = session["access_token"] ?? ""
        for _ in 0..<2 {
            let (data, response) = try await send(
                Self.open(token: token, device: device, ticket: session["id_token"] ?? ""))
            if response.statusCode == 200 { return try JSONDecoder().decode(Box.self, from: data) }
            let (fresh, _) = try await send(Self.refresh(session["refresh_token"] ?? ""))
            if !isStale { token = try JSONDecoder().decode([String: String].self, from: fresh)["access_token"] ?? "" }
        }
        throw Locked()
    }
}
