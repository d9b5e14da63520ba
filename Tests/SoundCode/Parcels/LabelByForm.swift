import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A form encoded as in browsers, except for the space.
private struct Form {
    var fields: [(name: String, value: String?)]
    var unreserved = CharacterSet(charactersIn: "-._~*").union(.alphanumerics)

    var body: Data {
        let pairs = fields.compactMap { name, value in
            value.map { "\(name)=\($0.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")" }
        }
        return Data(pairs.joined(separator: "&").utf8)
    }
}

private func label(to: String, grams: Int, note: String?, unreserved: CharacterSet? = nil) throws -> URLRequest {
    guard let url = URL(string: "https://parcels.example/labels") else { throw URLError(.badURL) }
    var form = Form(fields: [("to", to), ("grams", "\(grams)"), ("note", note)])
    if let unreserved { form.unreserved = unreserved }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    request.httpBody = form.body
    return request
}

extension SoundCode {
    /// Twin: encodes with `urlQueryAllowed` without the separators, which leaves a plus unescaped.
    @Test func labelByForm() async {
        let loose = CharacterSet.urlQueryAllowed.subtracting(CharacterSet(charactersIn: "&=;#"))
        await compare(
            "parcels", finds: Fault("request.body", at: "/endpoints/label/request/form/to"),
            Fault("request.body", at: "/endpoints/label/request/form/note")
        ) {
            Endpoint("label") { try label(to: $0["to"], grams: $0["grams"], note: $0["note"]) }
        } twin: {
            Endpoint("label") { try label(to: $0["to"], grams: $0["grams"], note: $0["note"], unreserved: loose) }
        }
    }
}
