import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Delivery: Sendable {
    let number: String

    var request: URLRequest {
        get throws {
            guard let url = URL(string: "https://parcels.example/parcels/\(number)/delivered") else {
                throw URLError(.badURL)
            }
            var request = URLRequest(url: url)
            request.httpMethod = "HEAD"
            return request
        }
    }

    func isDone(_ send: (URLRequest) async throws -> (Data, HTTPURLResponse)) async throws -> Bool {
        switch try await send(request).1.statusCode {
        case 200..<300: true
        case 404: false
        default: throw URLError(.badServerResponse)
        }
    }
}

extension SoundCode {
    /// Twin: swallows errors and reports an outage as not delivered.
    @Test func deliveredByHead() async {
        await compare(
            "parcels", finds: Fault("faults.returned", at: "/endpoints/delivered/faults/status:500"),
            Fault("faults.returned", at: "/endpoints/delivered/faults/unreachable")
        ) {
            Endpoint("delivered") { arguments, transport in
                try await Delivery(number: arguments["number"]).isDone { try await transport.send($0) }
            }
        } twin: {
            Endpoint("delivered") { arguments, transport in
                let delivery = Delivery(number: try arguments["number"])
                return (try? await delivery.isDone { try await transport.send($0) }) ?? false
            }
        }
    }
}
