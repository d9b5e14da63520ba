import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A hand-written multipart body, as in popular answers on multipart uploads in Swift.
private struct Upload {
    let boundary = "Boundary-\(UUID().uuidString)"
    var body = Data()

    mutating func append(_ text: String) { body.append(Data(text.utf8)) }

    mutating func field(_ name: String, _ value: String) {
        append("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n")
    }

    mutating func file(_ name: String, _ filename: String?, _ type: String, _ data: Data) {
        let filename = filename.map { "; filename=\"\($0)\"" } ?? ""
        append("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(filename)\r\n")
        append("Content-Type: \(type)\r\n\r\n")
        body.append(data)
        append("\r\n")
    }

    /// - Parameter isClosed: whether the body ends with the closing boundary.
    func request(isClosed: Bool) throws -> URLRequest {
        guard let url = URL(string: "https://archive.example/items") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
        request.httpBody = body + Data((isClosed ? "--\(boundary)--\r\n" : "").utf8)
        return request
    }
}

private func upload(_ arguments: Arguments, isClosed: Bool) throws -> URLRequest {
    var upload = Upload()
    let name: String = try arguments["name"]
    let image: String = try arguments["image"]
    let tags: [String] = try arguments["tags"]
    let note: String? = try arguments["note"]
    let year: Int = try arguments["year"]
    guard let data = Data(base64Encoded: image), !name.contains("\""), !name.contains("\r\n") else {
        throw URLError(.badURL)
    }
    upload.field("title", try arguments["title"])
    for tag in tags { upload.field("tag", tag) }
    if let note { upload.field("note", note) }
    upload.file("about", nil, "application/json", try JSONEncoder().encode(About(year: year, source: "app")))
    upload.file("image", "\(name).png", "image/png", data)
    return try upload.request(isClosed: isClosed)
}

private struct About: Encodable {
    let year: Int
    let source: String
}

extension SoundCode {
    @Test func uploadByOwnBoundary() async {
        await compare(
            "archive",
            finds: Fault("request.body", at: "/endpoints/upload/request/multipart", telling: "cut off in part")
        ) {
            Endpoint("upload") { try upload($0, isClosed: true) }
        } twin: {
            // Without the closing boundary, many servers treat the body as truncated.
            Endpoint("upload") { try upload($0, isClosed: false) }
        }
    }
}
