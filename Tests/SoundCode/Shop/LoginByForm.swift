import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Builds a form as browsers post it.
private func login(user: String, password: String, escapesPlus: Bool = true) throws -> URLRequest {
    var components = URLComponents()
    components.queryItems = [
        URLQueryItem(name: "grant_type", value: "password"), URLQueryItem(name: "username", value: user),
        URLQueryItem(name: "password", value: password),
    ]
    guard let url = URL(string: "https://api.shop.example/oauth/token"), var form = components.percentEncodedQuery
    else { throw URLError(.badURL) }
    if escapesPlus { form = form.replacingOccurrences(of: "+", with: "%2B") }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/x-www-form-urlencoded; charset=utf-8", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(form.utf8)
    return request
}

extension SoundCode {
    /// Twin: leaves a plus unescaped, so that it arrives as a space.
    @Test func loginByForm() async {
        await compare(
            "shop", finds: Fault("request.body", at: "/endpoints/login/request/form/password"),
            Fault("request.body", at: "/endpoints/login/request/form/username")
        ) {
            Endpoint("login") { try login(user: $0["user"], password: $0["password"]) }
        } twin: {
            Endpoint("login") { try login(user: $0["user"], password: $0["password"], escapesPlus: false) }
        }
    }
}
