import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private let domain = "ForumErrorDomain"

private func login(user: String, password: String) throws -> URLRequest {
    guard let url = URL(string: "https://forum.example/api/login") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONSerialization.data(withJSONObject: ["user": user, "password": password])
    return request
}

private func logIn(
    _ request: URLRequest, over session: URLSession, fails code: (HTTPURLResponse) -> Int
) async throws {
    let (_, response) = try await session.data(for: request)
    guard let http = response as? HTTPURLResponse, http.statusCode < 400 else {
        let code = (response as? HTTPURLResponse).map(code) ?? -1
        throw NSError(domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: "You could not log in."])
    }
}

extension SoundCode {
    /// Twin: maps every failure to the same error.
    @Test func loginWithNSError() async {
        await compare("forum", finds: Fault("client.wrong-error", at: "/endpoints/login/cases/1/throws")) {
            Endpoint("login") {
                try login(user: $0["user"], password: $0["password"])
            } session: { arguments, session in
                let request = try login(user: arguments["user"], password: arguments["password"])
                try await logIn(request, over: session, fails: \.statusCode)
            }
        } twin: {
            Endpoint("login") {
                try login(user: $0["user"], password: $0["password"])
            } session: { arguments, session in
                let request = try login(user: arguments["user"], password: arguments["password"])
                try await logIn(request, over: session) { _ in 400 }
            }
        }
    }
}
