import ContractChecking
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of orders that spells request values differently than recorded: equivalent under the contract, or with
/// other values.
package enum SpelledOrders: String, CaseIterable {
    case asRecorded, otherwise
    case otherAmount, otherMoment, otherIdentifier, otherOperation, otherCount, otherCapture

    package static let contract = """
        { "service": "orders", "origin": "https://orders.example.com",
          "endpoints": {
            "create": {
              "arguments": { "id": { "type": "string", "format": "uuid" }, "amount": { "type": "number" },
                "time": { "type": "string", "format": "date-time" }, "count": { "type": "integer" } },
              "request": { "method": "POST", "path": "/orders/{id}", "query": { "amount": "{amount}" },
                "headers": { "Content-Type": "application/json" },
                "body": { "amount": "{amount}", "time": "{time}", "count": "{count}" } },
              "responses": { "201": { "content": "application/json", "schema": { "type": "object" } } },
              "cases": [ { "name": "one", "status": 201, "arguments": {
                "id": "0e8b6a70-1d1c-4b0c-9d59-7a1f0a0c5b11", "amount": 12.5, "time": "2026-01-02T03:04:05Z", "count": 0 } } ]
            },
            "order": {
              "arguments": { "id": { "type": "string", "format": "uuid" }, "since": { "type": "string", "format": "date-time" },
                "total": { "type": "number" } },
              "request": { "method": "GET", "path": "/orders/{id}", "query": { "since": "{since}", "total": "{total}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } },
              "cases": []
            },
            "search": {
              "arguments": { "text": { "type": "string" } },
              "request": { "method": "POST", "path": "/graphql", "headers": { "Content-Type": "application/json" },
                "graphql": { "document": "query Find($text: String!) { orders(text: $text) { id } }",
                  "variables": { "text": "{text}" } } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } },
              "cases": [ { "name": "tea", "status": 200, "arguments": { "text": "tea" } } ]
            }
          },
          "scenarios": {
            "create and read": [
              { "endpoint": "create", "case": "one",
                "capture": { "order": "body:/id", "moment": "body:/at", "sum": "body:/total" } },
              { "endpoint": "order", "status": 200,
                "arguments": { "id": "{order}", "since": "{moment}", "total": "{sum}" } } ] } }
        """

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("orders") {
                Endpoint("create") { _, transport in _ = try await transport.send(try create()) }
                Endpoint("order") { _, transport in _ = try await transport.send(try order()) }
                Endpoint("search") { _, transport in _ = try await transport.send(try search()) }
            }
        }
    }

    private func create() throws -> URLRequest {
        let id =
            switch self {
            case .asRecorded: "0e8b6a70-1d1c-4b0c-9d59-7a1f0a0c5b11"
            case .otherIdentifier: "0e8b6a70-1d1c-4b0c-9d59-7a1f0a0c5b12"
            default: "0E8B6A70-1D1C-4B0C-9D59-7A1F0A0C5B11"
            }
        let amount = self == .asRecorded ? "12.5" : self == .otherAmount ? "12.51" : "12.50"
        let time =
            switch self {
            case .asRecorded: "2026-01-02T03:04:05Z"
            case .otherMoment: "2026-01-02T04:04:06+01:00"
            default: "2026-01-02T04:04:05+01:00"
            }
        let count = self == .asRecorded ? "0" : self == .otherCount ? "1.0" : "0.0"
        return try request(
            "POST", "/orders/\(id)?amount=\(amount)", #"{"time":"\#(time)","amount":\#(amount),"count":\#(count)}"#)
    }

    private func order() throws -> URLRequest {
        switch self {
        case .asRecorded:
            try request("GET", "/orders/9F1C0D4E-2B7A-4C55-8E21-3D4F5A6B7C8D?since=2026-01-02T03:04:05Z&total=25.0")
        case .otherCapture:
            try request("GET", "/orders/9f1c0d4e-2b7a-4c55-8e21-3d4f5a6b7c8d?since=2026-01-02T03:04:06Z&total=25")
        default:
            try request(
                "GET", "/orders/9f1c0d4e-2b7a-4c55-8e21-3d4f5a6b7c8d?total=25&since=2026-01-02T04:04:05%2B01:00")
        }
    }

    private func search() throws -> URLRequest {
        let rest =
            switch self {
            case .asRecorded: #","operationName":"Find""#
            case .otherOperation: #","operationName":"Lose""#
            default: #","extensions":{}"#
            }
        return try request(
            "POST", "/graphql",
            #"{"query":"query Find($text: String!) { orders(text: $text) { id } }","variables":{"text":"tea"}\#(rest)}"#
        )
    }

    private func request(_ method: String, _ path: String, _ body: String? = nil) throws -> URLRequest {
        guard let url = URL(string: "https://orders.example.com" + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        return request
    }
}
