import Foundation
import JSONValues

extension URLSessionConfiguration {
    /// Creates a configuration whose sessions send every request through a transport, for code that requires a
    /// `URLSession`.
    ///
    /// Only sessions with this configuration are affected; nothing is registered globally. If possible, give the code
    /// the transport itself, because a session has limitations:
    /// - The request lacks the session's `httpAdditionalHeaders` and cookies. There is no cookie store or cache.
    /// - The transport follows redirects, so the session's delegate is not asked.
    /// - The transport lives as long as the process.
    public static func contractTesting(_ transport: any Transport) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.protocolClasses = [TransportRegistry.shared.protocolClass(for: transport)]
        return configuration
    }
}

/// A transport that observes the delivery of its responses to a session.
package protocol SessionTransport: Transport {
    func sessionDidRequest()
    func sessionDidReceive()
}

/// A registry that gives each transport its own protocol class.
///
/// A session creates its protocols from a class alone, so the class must identify the transport. Generic classes can be
/// created at run time: a number in binary, encoded as nested types, makes each one unique.
private final class TransportRegistry: Sendable {
    static let shared = TransportRegistry()

    private let transports = Locked<[any Transport]>([])

    func protocolClass(for transport: any Transport) -> AnyClass {
        let number = transports.withLock {
            $0.append(transport)
            return $0.count - 1
        }
        // Digits are read from the innermost type outwards, so the most significant one comes first.
        return Self.digits(Zero.self, number, Int.bitWidth - 1 - number.leadingZeroBitCount)
    }

    func transport(_ number: Int) -> any Transport { transports.withLock { $0[number] } }

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

private final class TransportURLProtocol<Tag: BinaryTag>: URLProtocol {
    private let loading = Loading()

    override class func canInit(with request: URLRequest) -> Bool {
        ["http", "https"].contains(request.url?.scheme?.lowercased())
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        loading.start(request.withUploadBody(of: task), over: TransportRegistry.shared.transport(Tag.number), for: self)
    }

    override func stopLoading() { loading.stop() }
}

private final class Loading: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isStopped = false
    }

    /// A protocol instance on its way to the answering thread.
    // Unchecked: that thread only passes results to the client, which accepts calls from any thread.
    private struct Asking: @unchecked Sendable { let urlProtocol: URLProtocol }

    /// The maximum time that a session's queue waits for the delivery of a response.
    private static let patience = DispatchTimeInterval.milliseconds(5)

    /// The state, locked during delivery too. A session on Linux that cancels its task stops the loading before it ends
    /// the task. If that happened during a delivery, both would end the task, which crashes the process.
    private let state = Locked(State())

    /// Starts the loading asynchronously, because a synchronous callback traps on Linux.
    func start(_ request: URLRequest, over transport: any Transport, for urlProtocol: URLProtocol) {
        (transport as? any SessionTransport)?.sessionDidRequest()
        let asking = Asking(urlProtocol: urlProtocol)
        let queue = urlProtocol.task?.hiddenQueue
        let task = Task.detached { [self] in
            let answer: Result<(Data, HTTPURLResponse), any Error>
            do { answer = .success(try await transport.send(request)) } catch { answer = .failure(error) }
            @Sendable func deliver() {
                state.withLock { state in
                    // A session that has given up its task traps on a message about it.
                    if !state.isStopped { Self.hand(answer, to: asking.urlProtocol) }
                }
                (transport as? any SessionTransport)?.sessionDidReceive()
            }
            guard let queue else { return deliver() }
            // On Linux a session reads its tasks without a lock and changes them on its queue, so the queue must wait
            // during delivery. The wait is limited, because a thread that cancels the task blocks the delivery until
            // the queue has run (swift-corelibs-foundation, issue 5412).
            queue.async {
                let isDone = DispatchSemaphore(value: 0)
                // A new queue gets a thread even if all others are busy.
                DispatchQueue(label: "answer").async {
                    deliver()
                    isDone.signal()
                }
                _ = isDone.wait(timeout: .now() + Self.patience)
            }
        }
        state.withLock { $0.task = task }
    }

    private static func hand(_ answer: Result<(Data, HTTPURLResponse), any Error>, to urlProtocol: URLProtocol) {
        let client = urlProtocol.client
        switch answer {
        case .success(let (data, response)):
            client?.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: .notAllowed)
            // A single call, because on Linux only the last of several chunks arrives.
            client?.urlProtocol(urlProtocol, didLoad: data)
            client?.urlProtocolDidFinishLoading(urlProtocol)
        case .failure(let error): client?.urlProtocol(urlProtocol, didFailWithError: error)
        }
        #if canImport(FoundationNetworking)
            // A session that is cancelling the task would end it again.
            urlProtocol.client = nil
        #endif
    }

    func stop() {
        let task = state.withLock { state in
            state.isStopped = true
            return state.task
        }
        task?.cancel()
    }
}

extension URLRequest {
    /// Returns the request with the body that an upload task sends separately.
    ///
    /// Foundation on Linux keeps the body in the task, where only reflection can read it.
    fileprivate func withUploadBody(of task: URLSessionTask?) -> URLRequest {
        guard let task = task as? URLSessionUploadTask else { return self }
        var request = self
        if let body = task.hiddenBody {
            request.httpBodyStream = nil
            request.httpBody = body
        } else if request.httpBody == nil, request.httpBodyStream == nil {
            request.hidesBody = true
        }
        return request
    }

    /// Whether the request belongs to an upload task whose body cannot be read.
    package private(set) var hidesBody: Bool {
        get { mainDocumentURL?.scheme == Self.hiddenBody }
        // This property is never sent.
        set { mainDocumentURL = newValue ? URL(string: "\(Self.hiddenBody):") : nil }
    }

    private static let hiddenBody = "contract-testing-hidden-body"
}

extension URLSessionTask {
    /// Returns a stored property of Foundation on Linux, which only reflection can read.
    private func hidden(_ name: String) -> Any? {
        sequence(first: Mirror(reflecting: self), next: \.superclassMirror).lazy
            .compactMap { level in level.children.first { $0.label == name }?.value }.first
    }

    fileprivate var hiddenQueue: DispatchQueue? { hidden("workQueue") as? DispatchQueue }

    /// The bytes or file of an upload; `nil` if they cannot be read.
    fileprivate var hiddenBody: Data? {
        guard let known = hidden("knownBody"), let body = Mirror(reflecting: known).children.first?.value,
            let content = Mirror(reflecting: body).children.first
        else { return nil }
        switch content.value {
        case let bytes as DispatchData: return Data(bytes)
        // An unreadable file is the client's error, which the session reports.
        case let file as URL: return try? Data(contentsOf: file)
        default: return nil
        }
    }
}
