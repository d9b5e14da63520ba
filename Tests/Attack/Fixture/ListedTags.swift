import ContractChecking
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client that sends lists of tags as JSON and as form parts, sound or with one flaw.
package enum ListedTags: String, CaseIterable {
    case sound
    case sortsTheBody, dropsOfTheBody, repeatsAPart, dropsAPart, endsLinesWithLF, showsItsToken

    package static let contract = """
        { "service": "tags", "origin": "https://tags.example.com",
          "endpoints": {
            "save": {
              "arguments": { "tags": { "type": "array", "items": { "type": "string" } } },
              "request": { "method": "PUT", "path": "/tags", "headers": { "Content-Type": "application/json" },
                "body": { "tags": "{tags}" } },
              "responses": { "204": {} },
              "cases": [ { "name": "some", "status": 204, "arguments": { "tags": ["sea", "ice", "fog"] } } ]
            },
            "upload": {
              "arguments": { "tags": { "type": "array", "items": { "type": "string" }, "minItems": 1 } },
              "request": { "method": "POST", "path": "/tags", "multipart": { "tag": "{tags}" } },
              "responses": { "204": {} },
              "cases": [ { "name": "some", "status": 204, "arguments": { "tags": ["sea", "ice", "fog"] } } ]
            },
            "list": {
              "arguments": { "token": { "type": "string", "format": "password" } },
              "request": { "method": "GET", "path": "/tags", "headers": { "Authorization": "Bearer {token}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "array" } } },
              "faults": { "status:503": "TagError" },
              "cases": [ { "name": "all", "status": 200, "arguments": { "token": "{env:TAGS_TOKEN}" } } ]
            }
          } }
        """

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("tags") {
                Endpoint("save") { try save($0["tags"]) }
                Endpoint("upload") { try upload($0["tags"]) }
                Endpoint("list") { try await list($0["token"], $1) }
            }
        }
    }

    private struct TagError: Error, CustomStringConvertible {
        let description: String
    }

    private func save(_ tags: [String]) throws -> URLRequest {
        let sent =
            switch self {
            case .sortsTheBody: tags.sorted()
            case .dropsOfTheBody: Array(tags.dropFirst())
            default: tags
            }
        var request = try request("PUT")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(["tags": sent])
        return request
    }

    private func upload(_ tags: [String]) throws -> URLRequest {
        let sent =
            switch self {
            case .repeatsAPart: tags + tags.suffix(1)
            case .dropsAPart: tags.filter { $0 != "ice" }
            default: tags
            }
        let boundary = UUID().uuidString
        let end = self == .endsLinesWithLF ? "\n" : "\r\n"
        let parts = sent.map {
            "--\(boundary)\(end)Content-Disposition: form-data; name=\"tag\"\(end)\(end)\($0)\(end)"
        }
        var request = try request("POST")
        request.setValue("multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data((parts.joined() + "--\(boundary)--\(end)").utf8)
        return request
    }

    private func list(_ token: String, _ transport: any Transport) async throws {
        var request = try request("GET")
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (_, response) = try await transport.send(request)
        guard response.statusCode == 200 else {
            throw TagError(description: self == .showsItsToken ? "refused for \(token)" : "refused")
        }
    }

    private func request(_ method: String) throws -> URLRequest {
        guard let url = URL(string: "https://tags.example.com/tags") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        return request
    }
}
