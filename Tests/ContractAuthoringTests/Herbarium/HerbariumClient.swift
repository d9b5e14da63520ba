import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A typical client of an invented service: `Codable` models, a login, an upload and one error type.
struct HerbariumClient: Sendable {
    let send: @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
    var token: String?

    struct Login: Decodable, Sendable {
        let token: String
        let user: User

        struct User: Decodable, Sendable {
            let id: Int
            let name: String
        }
    }

    struct Plant: Decodable, Sendable {
        let id: Int
        let name: String
        let species: String
        let addedAt: Date
        let photo: String?
        let notes: String?
        let tags: [String]
        let care: Care
        let wateringByDay: [String: Int]

        struct Care: Decodable, Sendable {
            let water: Int
            let light: String
        }
    }

    struct PlantItem: Decodable, Sendable {
        let id: Int
        let name: String
    }

    struct PlantList: Decodable, Sendable {
        let plants: [PlantItem]
        let total: Int
    }

    struct Photo: Decodable, Sendable {
        let url: String
        let width: Int
        let height: Int
    }

    enum Failure: Error {
        case refused(status: Int, reason: String)
        case unreadable
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    func login(email: String, password: String) async throws -> Login {
        try await call("POST", "/login", json: ["email": email, "password": password])
    }

    func plants(page: Int) async throws -> PlantList { try await call("GET", "/plants?page=\(page)") }

    func plant(id: Int) async throws -> Plant { try await call("GET", "/plants/\(id)") }

    func addPlant(name: String, species: String) async throws -> Plant {
        try await call("POST", "/plants", json: ["name": name, "species": species])
    }

    func change(id: Int, notes: String) async throws -> Plant {
        try await call("PATCH", "/plants/\(id)", json: ["notes": notes])
    }

    func addPhoto(id: Int, caption: String, photo: Data) async throws -> Photo {
        let boundary = "herbarium-\(UUID().uuidString)"
        var body = Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"caption\"\r\n\r\n\(caption)\r\n".utf8)
        body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"leaf.png\"\r\n".utf8
        body += Data("Content-Type: image/png\r\n\r\n".utf8) + photo + Data("\r\n--\(boundary)--\r\n".utf8)
        var request = try request("POST", "/plants/\(id)/photos")
        request.setValue("multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
        request.httpBody = body
        return try await decoded(try await answer(to: request))
    }

    func deletePlant(id: Int) async throws { _ = try await answer(to: try request("DELETE", "/plants/\(id)")) }

    private func call<Value: Decodable>(
        _ method: String, _ path: String, json: [String: String]? = nil
    ) async throws -> Value {
        var request = try request(method, path)
        if let json {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(json)
        }
        return try await decoded(try await answer(to: request))
    }

    private func request(_ method: String, _ path: String) throws -> URLRequest {
        guard let url = URL(string: "https://api.herbarium.example/v1\(path)") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        return request
    }

    private func answer(to request: URLRequest) async throws -> Data {
        let (data, response) = try await send(request)
        guard (200..<300).contains(response.statusCode) else {
            struct Problem: Decodable { let error: String }
            let problem = try? JSONDecoder().decode(Problem.self, from: data)
            throw Failure.refused(status: response.statusCode, reason: problem?.error ?? "")
        }
        return data
    }

    private func decoded<Value: Decodable>(_ data: Data) async throws -> Value {
        do { return try Self.decoder.decode(Value.self, from: data) } catch { throw Failure.unreadable }
    }
}
