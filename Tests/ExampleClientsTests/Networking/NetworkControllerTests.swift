import Foundation
import Testing

@testable import ExampleClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Echoes the method, URL and body of any request, one per line.
private final class EchoProtocol: URLProtocol {
    override static func canInit(with request: URLRequest) -> Bool { true }
    override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}
    override func startLoading() {
        let body = request.httpBody.map { String(decoding: $0, as: UTF8.self) } ?? "no body"
        let text = [request.httpMethod ?? "", request.url?.absoluteString ?? "", body].joined(separator: "\n")
        respond(Data(text.utf8), mediaType: "text/plain")
    }
}

/// Responds like the representatives service, in Latin-1.
private final class RepresentativesProtocol: URLProtocol {
    override static func canInit(with request: URLRequest) -> Bool { true }
    override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}
    override func startLoading() {
        let text = """
            {"results": [{"name": "Raúl M. Grijalva", "party": "Democrat", "state": "AZ", "district": "3", \
            "phone": "202-225-2435", "office": "1511 Longworth House Office Building", "link": "https://grijalva.house.gov"}]}
            """
        respond(text.data(using: .isoLatin1) ?? Data(), mediaType: "application/json")
    }
}

/// Fails every request as if the device were offline.
private final class OfflineProtocol: URLProtocol {
    override static func canInit(with request: URLRequest) -> Bool { true }
    override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}
    override func startLoading() {
        client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet))
    }
}

extension URLProtocol {
    fileprivate func respond(_ body: Data, mediaType: String) {
        guard let url = request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: nil, headerFields: ["Content-Type": mediaType])
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: body)
        client?.urlProtocolDidFinishLoading(self)
    }

    fileprivate static var controller: NetworkController {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Self.self]
        return NetworkController(session: URLSession(configuration: configuration))
    }
}

@Suite struct NetworkControllerTests {
    private let url = URL(constant: "https://a.example/x")

    @Test(arguments: [
        ("https://a.example/x", "https://a.example/x?a=1%2B1&b=%26"),
        ("https://a.example/x?z=0", "https://a.example/x?z=0&a=1%2B1&b=%26"),
        ("https://a.example/x?", "https://a.example/x?a=1%2B1&b=%26"),
        ("https://a.example/x?z=0&", "https://a.example/x?z=0&a=1%2B1&b=%26"),
        ("https://a.example/x#part", "https://a.example/x?a=1%2B1&b=%26#part"),
        ("https://a.example/x?z=0#p?q", "https://a.example/x?z=0&a=1%2B1&b=%26#p?q"),
    ])
    func addsParametersToAQuery(url: String, expected: String) throws {
        let url = try #require(URL(string: url))
        #expect(try NetworkController.url(byAdding: ["b": "&", "a": "1+1"], to: url).absoluteString == expected)
    }

    @Test func addsNoEmptyQuery() throws {
        #expect(try NetworkController.url(byAdding: [:], to: url) == url)
    }

    @Test(arguments: HTTPMethod.allCases.filter { $0 != .get })
    func performsEveryMethodWithItsBody(method: HTTPMethod) async throws {
        let outcome = await withCheckedContinuation { continuation in
            EchoProtocol.controller.performRequest(
                for: url, httpMethod: method, urlParameters: ["q": "a b"], body: Data("hello".utf8)
            ) { continuation.resume(returning: $0) }
        }
        let (data, response) = try outcome.get()
        #expect(String(decoding: data, as: UTF8.self) == "\(method.rawValue)\nhttps://a.example/x?q=a%20b\nhello")
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
    }

    @Test func performsAGetWithoutBody() async throws {
        let outcome = await withCheckedContinuation { continuation in
            EchoProtocol.controller.performRequest(for: url, httpMethod: .get) { continuation.resume(returning: $0) }
        }
        #expect(String(decoding: try outcome.get().0, as: UTF8.self) == "GET\nhttps://a.example/x\nno body")
    }

    @Test func passesAFailureToTheCompletion() async throws {
        let outcome = await withCheckedContinuation { continuation in
            OfflineProtocol.controller.performRequest(for: url, httpMethod: .get) { continuation.resume(returning: $0) }
        }
        let error = #expect(throws: URLError.self) { try outcome.get() }
        #expect(error?.code == .notConnectedToInternet)
    }

    @Test func searchesWithACompletion() async throws {
        let outcome = await withCheckedContinuation { continuation in
            RepresentativeController.searchRepresentatives(
                forState: "AZ", over: RepresentativesProtocol.controller
            ) { continuation.resume(returning: $0) }
        }
        #expect(try outcome.get().map(\.name) == ["Raúl M. Grijalva"])
    }

    @Test(arguments: [("arizona", RepresentativesError.invalidState), ("AZ", .connectionFailed)])
    func throwsADeclaredErrorForAFailedSearch(state: String, error: RepresentativesError) async throws {
        let outcome = await withCheckedContinuation { continuation in
            RepresentativeController.searchRepresentatives(forState: state, over: OfflineProtocol.controller) {
                continuation.resume(returning: $0)
            }
        }
        #expect(throws: error) { try outcome.get() }
    }
}
