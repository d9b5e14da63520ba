import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Parts collected first and encoded at the end, as networking libraries do.
private final class MultipartFormData {
    private struct BodyPart {
        let headers: [(String, String)]
        let data: Data
    }

    private let boundary = "alamofire.boundary.\(UInt32.random(in: 0...UInt32.max))"
    private var parts: [BodyPart] = []
    private let keepsFileName: Bool

    init(keepsFileName: Bool) { self.keepsFileName = keepsFileName }

    var contentType: String { "multipart/form-data; boundary=\"\(boundary)\"" }

    func append(_ data: Data, withName name: String, fileName: String? = nil, mimeType: String? = nil) {
        var disposition = "form-data; name=\"\(name)\""
        if let fileName, keepsFileName { disposition += "; filename=\"\(fileName)\"" }
        var headers = [("Content-Disposition", disposition)]
        if let mimeType { headers.append(("Content-Type", mimeType)) }
        parts.append(BodyPart(headers: headers, data: data))
    }

    func encode() -> Data {
        var encoded = Data()
        for (index, part) in parts.enumerated() {
            encoded.append(Data("\(index == 0 ? "" : "\r\n")--\(boundary)\r\n".utf8))
            encoded.append(Data(part.headers.map { "\($0): \($1)\r\n" }.joined().utf8))
            encoded.append(Data("\r\n".utf8))
            encoded.append(part.data)
        }
        encoded.append(Data("\r\n--\(boundary)--\r\n".utf8))
        return encoded
    }
}

private func upload(_ arguments: Arguments, keepsFileName: Bool) throws -> URLRequest {
    let form = MultipartFormData(keepsFileName: keepsFileName)
    let image: String = try arguments["image"]
    let name: String = try arguments["name"]
    let title: String = try arguments["title"]
    let tags: [String] = try arguments["tags"]
    let note: String? = try arguments["note"]
    let year: Int = try arguments["year"]
    guard let data = Data(base64Encoded: image), let url = URL(string: "https://archive.example/items"),
        name.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) })
    else { throw URLError(.badURL) }
    form.append(data, withName: "image", fileName: "\(name).png", mimeType: "image/png")
    form.append(Data("{\"source\":\"app\",\"year\":\(year)}".utf8), withName: "about", mimeType: "application/json")
    form.append(Data(title.utf8), withName: "title")
    for tag in tags { form.append(Data(tag.utf8), withName: "tag", mimeType: "text/plain; charset=utf-8") }
    if let note { form.append(Data(note.utf8), withName: "note") }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
    request.httpBody = form.encode()
    return request
}

extension SoundCode {
    @Test func uploadByFormData() async {
        await compare(
            "archive", finds: Fault("request.body", at: "/endpoints/upload/request/multipart/image/filename")
        ) {
            Endpoint("upload") { try upload($0, keepsFileName: true) }
        } twin: {
            // Without a file name, servers read the part as a plain field.
            Endpoint("upload") { try upload($0, keepsFileName: false) }
        }
    }
}
