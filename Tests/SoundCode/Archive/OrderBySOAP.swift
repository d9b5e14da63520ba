import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
}

/// - Parameter isEscaped: whether the gift note is escaped.
private func order(_ arguments: Arguments, isEscaped: Bool) throws -> URLRequest {
    let isbns: [String] = try arguments["isbns"]
    let gift: String? = try arguments["gift"]
    let weight: Double = try arguments["weight"]
    let note = gift.map { "<gift>\(isEscaped ? escaped($0) : $0)</gift>" } ?? ""
    guard let url = URL(string: "https://archive.example/soap") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("text/xml; charset=utf-8", forHTTPHeaderField: "Content-Type")
    request.setValue("urn:order", forHTTPHeaderField: "SOAPAction")
    request.httpBody = Data(
        """
        <?xml version="1.0" encoding="utf-8"?>
        <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:a="urn:archive">
          <soap:Body>
            <a:order customer="\(escaped(try arguments["customer"]))">
              \(isbns.map { "<a:isbn>\(escaped($0))</a:isbn>" }.joined(separator: "\n      "))
              \(note.replacingOccurrences(of: "gift>", with: "a:gift>"))
              <a:weight unit="kg">\(weight)</a:weight>
            </a:order>
          </soap:Body>
        </soap:Envelope>
        """.utf8)
    return request
}

extension SoundCode {
    @Test func orderBySOAP() async {
        await compare(
            "archive", finds: Fault("request.body", at: "/endpoints/order/request/xml", telling: "not XML")
        ) {
            Endpoint("order") { try order($0, isEscaped: true) }
        } twin: {
            Endpoint("order") { try order($0, isEscaped: false) }
        }
    }
}
