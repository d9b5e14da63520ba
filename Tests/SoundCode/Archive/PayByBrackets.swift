import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private func pay(_ arguments: Arguments, _ name: (_ outer: String, _ inner: String) -> String) throws -> URLRequest {
    guard let url = URL(string: "https://archive.example/fines") else { throw URLError(.badURL) }
    let holder: String = try arguments["holder"]
    let amount: Int = try arguments["amount"]
    let fields = [("amount", "\(amount)"), (name("card", "holder"), holder), (name("card", "kind"), "debit")]
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    let body = fields.map { name, value in
        [name, value].map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
            .joined(separator: "=")
    }
    request.httpBody = Data(body.joined(separator: "&").utf8)
    return request
}

extension SoundCode {
    @Test func payByBrackets() async {
        await compare(
            "archive", finds: Fault("request.body", at: "/endpoints/fine/request/form/card[holder]"),
            Fault("request.body", at: "/endpoints/fine/request/form/card[kind]"),
            Fault("request.body", at: "/endpoints/fine/request/form", telling: "'card.holder' is not in the contract"),
            Fault("request.body", at: "/endpoints/fine/request/form", telling: "'card.kind' is not in the contract")
        ) {
            Endpoint("fine") { try pay($0) { "\($0)[\($1)]" } }
        } twin: {
            Endpoint("fine") { try pay($0) { "\($0).\($1)" } }
        }
    }
}
