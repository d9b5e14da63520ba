import Foundation
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLSessionConfiguration {
    /// A configuration whose sessions send everything through a transport, for code that insists on a `URLSession`.
    ///
    /// Only sessions made with this very configuration are affected; nothing is registered globally. Prefer handing the
    /// code the transport itself, because a session hides things from a protocol:
    /// - The session's own `httpAdditionalHeaders` and cookies are not in the request; there is no cookie store or cache.
    /// - On Linux the body of an upload task cannot be seen; a data task's `httpBody` can.
    /// - Redirects are followed by the transport, so the session's delegate is not asked.
    /// - The transport is kept as long as the process runs.
    public static func contractTesting(_ transport: any Transport) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.protocolClasses = [TransportRegistry.shared.protocolClass(for: transport)]
        return configuration
    }
}

/// Gives each transport a protocol class of its own.
///
/// A session makes its protocols from a class alone, so the class has to say which transport is meant. Generic classes can
/// be made while the program runs: a number, written in binary as nested types, makes each one different.
private final class TransportRegistry: Sendable {
    static let shared = TransportRegistry()

    private let transports = Locked<[any Transport]>([])

    func protocolClass(for transport: any Transport) -> AnyClass {
        let number = transports.withLock {
            $0.append(transport)
            return $0.count - 1
        }
        return Self.protocolClass(Zero.self, number)
    }

    func transport(_ number: Int) -> any Transport { transports.withLock { $0[number] } }

    private static func protocolClass<Tag: BinaryTag>(_ tag: Tag.Type, _ number: Int) -> AnyClass {
        if number == 0 { return TransportURLProtocol<Tag>.self }
        // The digits are read from the innermost type outwards, so the highest one goes in first.
        let highest = Int.bitWidth - 1 - number.leadingZeroBitCount
        return digits(tag, number, highest)
    }

    private static func digits<Tag: BinaryTag>(_ tag: Tag.Type, _ number: Int, _ position: Int) -> AnyClass {
        if position < 0 { return TransportURLProtocol<Tag>.self }
        return number >> position & 1 == 1
            ? digits(AppendOne<Tag>.self, number, position - 1) : digits(AppendZero<Tag>.self, number, position - 1)
    }
}

private protocol BinaryTag { static var number: Int { get } }
private enum Zero: BinaryTag { static var number: Int { 0 } }
private enum AppendZero<Tag: BinaryTag>: BinaryTag { static var number: Int { Tag.number << 1 } }
private enum AppendOne<Tag: BinaryTag>: BinaryTag { static var number: Int { Tag.number << 1 | 1 } }

/// Loads a request through the transport of its tag.
private final class TransportURLProtocol<Tag: BinaryTag>: URLProtocol {
    private let lock = NSLock()
    private var loading: Task<Void, Never>?

    override class func canInit(with request: URLRequest) -> Bool {
        ["http", "https"].contains(request.url?.scheme?.lowercased())
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let transport = TransportRegistry.shared.transport(Tag.number)
        let loading = Loading(urlProtocol: self).start(request, transport)
        lock.withLock { self.loading = loading }
    }

    override func stopLoading() { lock.withLock { loading }?.cancel() }
}

/// A protocol instance on its way to the task that answers it.
// Unchecked: the task only hands results to the client, which is made to be called from any thread.
private struct Loading: @unchecked Sendable {
    let urlProtocol: URLProtocol

    /// Anything that a session does synchronously while loading starts would trap on Linux, so nothing is.
    func start(_ request: URLRequest, _ transport: any Transport) -> Task<Void, Never> {
        Task.detached {
            do {
                let (data, response) = try await transport.send(request)
                let client = urlProtocol.client
                client?.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: .notAllowed)
                // Once: on Linux only the last of several chunks arrives.
                client?.urlProtocol(urlProtocol, didLoad: data)
                client?.urlProtocolDidFinishLoading(urlProtocol)
            } catch {
                urlProtocol.client?.urlProtocol(urlProtocol, didFailWithError: error)
            }
        }
    }
}
