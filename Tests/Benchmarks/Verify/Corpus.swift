import ContractChecking
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A generated service with 100 cases per endpoint, and its bound client.
enum Corpus {
    private static let origin = "https://corpus.example.com"

    /// Writes the contract and a recording of each case.
    static func write(cases: Int, to folder: URL) throws {
        var endpoints: [(String, JSON)] = []
        for endpoint in 0..<(cases / 100) {
            var list: [JSON] = []
            for number in 0..<100 {
                list.append([
                    "name": .string("item \(number)"), "status": 200, "arguments": ["id": .number(JSONNumber(number))],
                    "returns": ["const": .string("Item \(number)")],
                ])
                let recording = recording(endpoint: endpoint, number: number)
                try write(
                    Data(recording.serialized()), to: folder, "Recordings/corpus/items\(endpoint).item \(number).har")
            }
            endpoints.append(
                (
                    "items\(endpoint)",
                    [
                        "arguments": ["id": ["type": "integer", "minimum": 0, "maximum": 1_000_000]],
                        "request": [
                            "method": "GET", "path": .string("/v\(endpoint)/items/{id}"),
                            "headers": ["Accept": "application/json"],
                        ],
                        "responses": [
                            "200": [
                                "content": "application/json", "schema": ["$ref": "#/models/Item/schema"],
                                "models": ["": "Item"],
                            ]
                        ],
                        "cases": .array(list),
                    ]
                ))
        }
        let contract: JSON = [
            "service": "corpus", "origin": .string(origin),
            "models": [
                "Item": [
                    "schema": [
                        "type": "object", "required": ["id", "name"],
                        "properties": [
                            "id": ["type": "integer", "minimum": -1_000_000_000, "maximum": 1_000_000_000],
                            "name": ["type": "string"], "note": ["type": ["string", "null"]],
                        ],
                    ],
                    "properties": ["id": "/id", "name": "/name", "note": "/note"],
                ]
            ],
            "endpoints": .object(JSONObject(endpoints)),
        ]
        try write(Data(contract.bytes(.pretty)), to: folder, "Contracts/corpus/contract.json")
    }

    static func suite(in folder: URL, cases: Int) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("corpus") {
                Model("Item", Item.init(json:))
                for endpoint in 0..<(cases / 100) {
                    Endpoint("items\(endpoint)") {
                        try Item.request(endpoint, id: $0["id"])
                    } call: { arguments, transport in
                        let (data, _) = try await transport.send(try Item.request(endpoint, id: arguments["id"]))
                        guard let json = try JSONSerialization.jsonObject(with: data) as? [String: Any],
                            let item = Item(json: json)
                        else { throw URLError(.cannotParseResponse) }
                        return item.name
                    }
                }
            }
        }
    }

    private static func recording(endpoint: Int, number: Int) -> Recording {
        let body: JSON = ["id": .number(JSONNumber(number)), "name": .string("Item \(number)"), "note": .null]
        return Recording(entries: [
            HTTPExchange(
                request: RecordedRequest(
                    method: "GET", url: "\(origin)/v\(endpoint)/items/\(number)",
                    headers: ["Accept": "application/json"]),
                response: RecordedResponse(
                    status: 200, headers: ["Content-Type": "application/json"], body: body.bytes()))
        ])
    }

    private static func write(_ data: Data, to folder: URL, _ path: String) throws {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }
}

/// The model and request of the corpus.
struct Item {
    let id: Int
    let name: String
    let note: String?

    init?(json: [String: Any]) {
        guard let number = json["id"] as? NSNumber, String(cString: number.objCType) != "c",
            let id = Int(exactly: number.doubleValue), (-1_000_000_000...1_000_000_000).contains(id),
            let name = json["name"] as? String
        else { return nil }
        switch json["note"] {
        case nil, is NSNull: note = nil
        case let text as String: note = text
        default: return nil
        }
        self.id = id
        self.name = name
    }

    static func request(_ endpoint: Int, id: Int) throws -> URLRequest {
        guard let url = URL(string: "https://corpus.example.com/v\(endpoint)/items/\(id)") else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        return request
    }
}
