import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request of the notes service.
func notesRequest(_ path: String, method: String = "GET", token: String? = nil) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "https://notes.example.com" + path)))
    request.httpMethod = method
    if let token { request.setValue(token, forHTTPHeaderField: "X-Token") }
    return request
}
