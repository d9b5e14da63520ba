import Foundation
import JSONValues

extension URLSessionConfiguration {
    /// A configuration whose sessions send everything through a transport, for code that insists on a `URLSession`.
    ///
    /// Only sessions made with this very configuration are affected; nothing is registered globally. Prefer handing the
    /// code the transport itself, because a session hides things from a protocol:
    /// - The session's own `httpAdditionalHeaders` and cookies are not in the request; there is no cookie store or cache.
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

/// A transport that follows what a session makes of its replies.
package protocol SessionTransport: Transport {
    /// Notes that a session asks for a reply.
    func begins()
    /// Notes that the session has the reply, or the error.
    func handedOn()
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
        // The digits are read from the innermost type outwards, so the highest one goes in first.
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

/// Loads a request through the transport of its tag.
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

/// The task that answers one request of a session.
private final class Loading: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isStopped = false
    }

    /// A protocol instance on its way to the thread that answers it.
    // Unchecked: that thread only hands results to the client, which is made to be called from any thread.
    private struct Asking: @unchecked Sendable { let urlProtocol: URLProtocol }

    /// The longest time that the queue of a session waits until an answer is handed over.
    private static let patience = DispatchTimeInterval.milliseconds(5)

    /// Locked while an answer is handed over, too. A session on Linux that cancels its task stops the loading before it ends the
    /// task: both would end it if that came amid an answer, which ends the process.
    private let state = Locked(State())

    /// Anything that a session does synchronously while loading starts would trap on Linux, so nothing is.
    func start(_ request: URLRequest, over transport: any Transport, for urlProtocol: URLProtocol) {
        (transport as? any SessionTransport)?.begins()
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
                (transport as? any SessionTransport)?.handedOn()
            }
            guard let queue else { return deliver() }
            // On Linux a session looks up its tasks without a lock, and changes them on its queue: that has to rest meanwhile.
            // It may not rest for ever: a thread that cancels the task keeps the answer from going on until the queue has run
            // for it (swift-corelibs-foundation, issue 5412).
            queue.async {
                let isDone = DispatchSemaphore(value: 0)
                // A queue of its own has a thread however many others are busy.
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
            // Once: on Linux only the last of several chunks arrives.
            client?.urlProtocol(urlProtocol, didLoad: data)
            client?.urlProtocolDidFinishLoading(urlProtocol)
        case .failure(let error): client?.urlProtocol(urlProtocol, didFailWithError: error)
        }
        #if canImport(FoundationNetworking)
            // A session that is cancelling the task meanwhile would end it again.
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
    /// The request with the body that an upload task sends apart from it.
    ///
    /// Foundation on Linux keeps it in the task, which only reflection shows.
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

    /// Whether the request is one of an upload task whose body nobody can see.
    package private(set) var hidesBody: Bool {
        get { mainDocumentURL?.scheme == Self.hiddenBody }
        // A part of the request that is never sent.
        set { mainDocumentURL = newValue ? URL(string: "\(Self.hiddenBody):") : nil }
    }

    private static let hiddenBody = "contract-testing-hidden-body"
}

extension URLSessionTask {
    /// A stored property of Foundation on Linux, which only reflection shows.
    private func hidden(_ name: String) -> Any? {
        sequence(first: Mirror(reflecting: self), next: \.superclassMirror).lazy
            .compactMap { level in level.children.first { $0.label == name }?.value }.first
    }

    /// The queue on which the session changes its tasks.
    fileprivate var hiddenQueue: DispatchQueue? { hidden("workQueue") as? DispatchQueue }

    /// The bytes or the file that an upload was made with; `nil` where the task does not show them.
    fileprivate var hiddenBody: Data? {
        guard let known = hidden("knownBody"), let body = Mirror(reflecting: known).children.first?.value,
            let content = Mirror(reflecting: body).children.first
        else { return nil }
        switch content.value {
        case let bytes as DispatchData: return Data(bytes)
        // A file that cannot be read is the client's error, which the session reports.
        case let file as URL: return try? Data(contentsOf: file)
        default: return nil
        }
    }
}
