import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private func cancel(
    _ id: Int, reason: String?, looksAtStatus: Bool = true,
    _ send: (URLRequest) async throws -> (Data, HTTPURLResponse)
) async throws -> Bool {
    var components = URLComponents(string: "https://clinic.example/appointments/\(id)")
    if let reason {
        let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        components?.percentEncodedQuery = reason.addingPercentEncoding(withAllowedCharacters: unreserved).map {
            "reason=\($0)"
        }
    }
    guard let url = components?.url else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "DELETE"
    let status = try await send(request).1.statusCode
    if !looksAtStatus { return true }
    guard status == 204 || status == 404 else { throw URLError(.badServerResponse) }
    return status == 204
}

extension SoundCode {
    /// Twin: reports success unless the transport throws.
    @Test func cancelAsBool() async {
        await compare(
            "clinic", finds: Fault("client.returns", at: "/endpoints/cancel/cases/1/returns/const"),
            Fault("faults.returned", at: "/endpoints/cancel/faults/status:500")
        ) {
            Endpoint("cancel") { arguments, transport in
                try await cancel(arguments["id"], reason: arguments["reason"]) { try await transport.send($0) }
            }
        } twin: {
            Endpoint("cancel") { arguments, transport in
                try await cancel(arguments["id"], reason: arguments["reason"], looksAtStatus: false) {
                    try await transport.send($0)
                }
            }
        }
    }
}
