import ContractChecking
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private enum PostError: Error, LocalizedError {
    case notFound, offline, unreadable

    var errorDescription: String? {
        switch self {
        case .notFound: "This post is gone."
        case .offline: "Are you offline?"
        case .unreadable: "This does not look like a post."
        }
    }
}

/// A service with completion handlers, as written before `await`.
private final class PostService {
    private let session: URLSession
    private let looksAtStatus: Bool

    init(session: URLSession, looksAtStatus: Bool = true) {
        self.session = session
        self.looksAtStatus = looksAtStatus
    }

    func title(of id: String, completion: @escaping @Sendable (Result<String, PostError>) -> Void) {
        guard let url = URL(string: "https://forum.example/api/posts/\(id).json") else {
            return completion(.failure(.notFound))
        }
        session.dataTask(with: url) { [looksAtStatus] data, response, error in
            if error != nil { return completion(.failure(.offline)) }
            if looksAtStatus, (response as? HTTPURLResponse)?.statusCode == 404 {
                return completion(.failure(.notFound))
            }
            guard let data,
                let post = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
                let title = post["title"] as? String
            else { return completion(.failure(.unreadable)) }
            completion(.success(title))
        }.resume()
    }
}

extension SoundCode {
    /// Twin: ignores the status and shows a post titled "Not Found".
    @Test func postByCompletion() async {
        @Sendable func title(_ id: String, _ service: PostService) async throws -> String {
            try await withCheckedThrowingContinuation { continuation in
                service.title(of: id) { continuation.resume(with: $0) }
            }
        }
        await compare("forum", finds: Fault("client.returned", at: "/endpoints/post/cases/1/throws")) {
            Endpoint("post") { arguments, session in
                try await title(arguments["id"], PostService(session: session))
            }
        } twin: {
            Endpoint("post") { arguments, session in
                try await title(arguments["id"], PostService(session: session, looksAtStatus: false))
            }
        }
    }
}
