import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private struct Mark: Encodable {
    let id = UUID().uuidString
    let page: Int
    let place: String
    let colour: String?
}

private func mark(_ mark: Mark) throws -> URLRequest {
    guard let url = URL(string: "https://archive.example/marks") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(mark)
    return request
}

extension SoundCode {
    /// The body has a fresh identifier each time; its other members equal the arguments.
    @Test func markBySchema() async {
        await compare(
            "archive", finds: Fault("request.body", at: "/endpoints/mark/request/bodySchema/properties/place/const")
        ) {
            Endpoint("mark") { arguments in
                let shelf: String = try arguments["shelf"]
                return try mark(
                    Mark(page: arguments["page"], place: "shelf \(shelf)", colour: arguments["colour"]))
            }
        } twin: {
            Endpoint("mark") { arguments in
                try mark(Mark(page: arguments["page"], place: arguments["shelf"], colour: arguments["colour"]))
            }
        }
    }

    /// The member allows two values; the argument is one of them.
    @Test func markOfAnotherColour() async {
        await compare(
            "archive", finds: Fault("request.body", at: "/endpoints/mark/request/bodySchema/properties/colour/enum")
        ) {
            Endpoint("mark") { arguments in
                try mark(
                    Mark(page: arguments["page"], place: "shelf \(try arguments["shelf"] as String)", colour: "none"))
            }
        } twin: {
            Endpoint("mark") { arguments in
                try mark(
                    Mark(page: arguments["page"], place: "shelf \(try arguments["shelf"] as String)", colour: "any"))
            }
        }
    }
}
