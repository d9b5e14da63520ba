import Foundation
import JSONValues

/// A transport that answers every request with a fault, without waiting, as a `URLSession` would report it.
///
/// Faults without a usable response throw a `URLError` and do not call the wrapped transport. Other faults change its
/// response.
public struct FaultTransport: Transport {
    /// The maximum number of collections in a body that get bad elements.
    package static let maximumCollections = 16

    private let wrapped: any Transport
    private let fault: Fault
    private var collection = 0
    private var dictionaries: [JSONPointer] = []
    /// Receives the location of the bad element. Without it, a body without a suitable array is an error.
    private var note: (@Sendable (JSONPointer) -> Void)?
    private let sequence: FaultSequence?
    /// The first requests, which get no fault.
    private let spared: Int
    private let count = Locked(0)
    /// The header fields of a response with a faulty status, besides those of its error page.
    private let headers: HeaderFields

    /// Wraps a transport.
    public init(wrapping transport: any Transport, fault: Fault) {
        self.init(wrapping: transport, fault: fault, sequence: FaultSequence(fault))
    }

    package init(
        wrapping transport: any Transport, fault: Fault, sequence: FaultSequence?, after spared: Int = 0,
        headers: HeaderFields = [:]
    ) {
        wrapped = transport
        self.headers = headers
        self.fault = fault
        self.sequence = sequence
        self.spared = spared
    }

    /// - Parameters:
    ///   - collection: the index of the array or dictionary, outermost first and then in document order.
    ///   - dictionaries: the locations of objects whose members are elements.
    package init(
        wrapping transport: any Transport, badElementOf collection: Int, dictionaries: [JSONPointer],
        after spared: Int, noting note: @escaping @Sendable (JSONPointer) -> Void
    ) {
        self.init(wrapping: transport, fault: .badElement, sequence: nil, after: spared)
        (self.collection, self.dictionaries) = (collection, dictionaries)
        self.note = note
    }

    /// Applies the fault to a request.
    public func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        if let sequence { return try await sequence.send(request, over: wrapped) }
        let isSpared = count.withLock { count in
            count += 1
            return count <= spared
        }
        if isSpared { return try await wrapped.send(request) }
        if let code = fault.errorCode { throw URLError(code, url: request.url) }
        let (data, received) = try await wrapped.send(request)
        var response = RecordedResponse(data, received)
        switch fault {
        case .emptyBody: response.body = []
        case .malformedBody: response.body = Array(#"{"malformed": ["#.utf8)
        case .otherShape:
            let body = JSONBody(response.body)
            let other: JSON = body?.json.objectValue == nil ? ["unexpected": .null] : [.null]
            response.body = body?.bytes(of: other) ?? other.bytes(.compact)
        case .emptyObject: response.body = JSONBody(response.body)?.bytes(of: [:]) ?? Array("{}".utf8)
        case .wrongContentType:
            response.headers["Content-Type"] = "text/html; charset=utf-8"
            response.body = Array("<!doctype html><title>Welcome</title><p>Please sign in to this network.".utf8)
        case .badElement:
            if let changed = BadElement.added(to: response.body, index: collection, dictionaries: dictionaries) {
                response.body = changed.bytes
                note?(changed.pointer)
            } else if note == nil {
                throw TransportError("The body has no non-empty array to put a bad element into.")
            }
        case .status(let status):
            let hasBody = status != 204 && status != 304
            response.status = status
            for field in headers.fields { response.headers[field.name] = field.value }
            response.headers["Content-Type"] = hasBody ? "text/html; charset=utf-8" : nil
            response.body =
                hasBody ? Array("<!doctype html><title>\(status) \(ReasonPhrase.of(status))</title>".utf8) : []
        case .unreachable, .timeout, .slowBody, .connectionLost, .truncatedBody, .redirectLoop, .oversizedBody,
            .expiredToken, .revokedToken, .notModified, .staleCursor:
            return (data, received)
        }
        response.headers["Content-Length"] = response.status == 304 ? nil : String(response.body.count)
        guard let answer = response.answer(at: received.url ?? request.url) else {
            throw TransportError("Foundation cannot create a response with status \(response.status).")
        }
        return answer
    }
}

extension Fault {
    /// The error that a session reports; `nil` if there is a response.
    fileprivate var errorCode: URLError.Code? {
        switch self {
        case .unreachable: .cannotConnectToHost
        case .timeout, .slowBody: .timedOut
        case .connectionLost, .truncatedBody: .networkConnectionLost
        case .redirectLoop: .httpTooManyRedirects
        case .oversizedBody: .dataLengthExceedsMaximum
        case .emptyBody, .malformedBody, .otherShape, .emptyObject, .wrongContentType, .status, .badElement,
            .expiredToken, .revokedToken, .notModified, .staleCursor:
            nil
        }
    }
}
