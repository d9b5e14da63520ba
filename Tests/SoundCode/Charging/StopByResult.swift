import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private enum StopError: Error { case over, failed }

private final class Stopper: Sendable {
    struct Stopped: Decodable { let energy: Double }

    let session: URLSession

    init(session: URLSession) { self.session = session }

    func stop(_ id: String, completion: @escaping @Sendable (Result<Double, any Error>) -> Void) {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        guard let id = id.addingPercentEncoding(withAllowedCharacters: allowed),
            let url = URL(string: "https://api.charging.example/v2/sessions/\(id)")
        else { return completion(.failure(URLError(.badURL))) }
        var request = URLRequest(url: url)
        request.httpMethod = "DELETE"
        session.dataTask(with: request) { data, response, error in
            completion(
                Result {
                    if let error { throw error }
                    guard let status = (response as? HTTPURLResponse)?.statusCode, let data else {
                        throw StopError.failed
                    }
                    guard status != 410 else { throw StopError.over }
                    return try JSONDecoder().decode(Stopped.self, from: data).energy
                })
        }.resume()
    }

    /// Twin: turns an error into zero.
    func stopSomehow(_ id: String, completion: @escaping @Sendable (Double) -> Void) {
        stop(id) { completion((try? $0.get()) ?? 0) }
    }
}

extension SoundCode {
    @Test func stopByResult() async {
        await compare("charging", finds: Fault("client.returned", at: "/endpoints/stop/cases/1/throws")) {
            Endpoint("stop") { (arguments: Arguments, session: URLSession) in
                let id: String = try arguments["id"]
                return try await withCheckedThrowingContinuation { continuation in
                    Stopper(session: session).stop(id) { continuation.resume(with: $0) }
                }
            }
        } twin: {
            Endpoint("stop") { (arguments: Arguments, session: URLSession) in
                let id: String = try arguments["id"]
                return await withCheckedContinuation { continuation in
                    Stopper(session: session).stopSomehow(id) { continuation.resume(returning: $0) }
                }
            }
        }
    }
}
