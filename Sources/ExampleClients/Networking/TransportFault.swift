import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// How an exchange can fail before there is an HTTP reply to judge.
enum TransportFault: Error {
    /// The transport gave up; errors of other domains are `unknown`.
    ///
    /// Only the code is kept: a `URLError` carries the whole URL, and with it any key in the query.
    case connection(URLError.Code)
    /// The answer was no HTTP reply.
    case notHTTP

    /// Reads what a transport threw, or passes a cancellation on.
    ///
    /// - Throws: `CancellationError` where the call was cancelled, in whichever form the transport said so.
    init(_ error: any Error) throws {
        let code = (error as? URLError)?.code
        if error is CancellationError || code == .cancelled || Task.isCancelled { throw CancellationError() }
        self = .connection(code ?? .unknown)
    }
}
