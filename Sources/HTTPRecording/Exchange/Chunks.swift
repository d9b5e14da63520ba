import Foundation

/// A response that knows in which pieces its body came.
// Unchecked, as its superclass is: what it adds never changes.
final class ChunkedResponse: HTTPURLResponse, @unchecked Sendable {
    let lengths: [Int]

    init?(url: URL, status: Int, headers: HeaderFields, chunks: [Int]) {
        lengths = chunks
        super.init(url: url, statusCode: status, httpVersion: nil, headerFields: headers.foundation)
    }

    required init?(coder: NSCoder) {
        lengths = []
        super.init(coder: coder)
    }
}

extension HTTPURLResponse {
    /// The response with the pieces in which its body came.
    package func with(chunks: [Int]) -> HTTPURLResponse {
        guard !chunks.isEmpty, let url else { return self }
        return ChunkedResponse(
            url: url, status: statusCode, headers: HeaderFields(foundation: allHeaderFields), chunks: chunks) ?? self
    }

    /// The response with another URL and other headers, whose body came in the same pieces.
    func with(url: URL, headers: HeaderFields) -> HTTPURLResponse {
        HTTPURLResponse(url: url, statusCode: statusCode, httpVersion: nil, headerFields: headers.foundation)?
            .with(chunks: chunks) ?? self
    }

    /// The lengths of the pieces in which its body came, where that is known.
    package var chunks: [Int] { (self as? ChunkedResponse)?.lengths ?? [] }
}

extension Transport {
    /// Sends the request and gives the body in the pieces in which it came from the network, or was recorded.
    ///
    /// Pieces that are not known are as short as a byte: a network may part a body anywhere.
    ///
    /// The response is complete before the first piece is given, so that its exchange can be recorded and compared. A stream
    /// that does not end is an error at the deadline.
    public func stream(
        _ request: URLRequest
    ) async throws -> (chunks: AsyncThrowingStream<Data, any Error>, response: HTTPURLResponse) {
        let (data, response) = try await send(request)
        let stream = AsyncThrowingStream<Data, any Error> { continuation in
            var rest = data[...]
            // Long bodies come in a thousand pieces or so: single bytes would take long.
            let length = max(1, data.count / 1_000)
            let unknown = Array(repeating: length, count: data.count / length)
            for length in response.chunks.isEmpty ? unknown : response.chunks where length <= rest.count {
                continuation.yield(Data(rest.prefix(length)))
                rest = rest.dropFirst(length)
            }
            if !rest.isEmpty { continuation.yield(Data(rest)) }
            continuation.finish()
        }
        return (stream, response)
    }
}

extension RecordedResponse {
    /// The pieces of this response's body as those of another that it was changed to: a boundary within what changed is
    /// lost.
    func chunks(of changed: [UInt8]) -> [Int] {
        guard !chunks.isEmpty, changed != body else { return chunks }
        let head = zip(body, changed).prefix { $0 == $1 }.count
        let tail = min(
            zip(body.reversed(), changed.reversed()).prefix { $0 == $1 }.count, min(body.count, changed.count) - head)
        var (lengths, end, last) = ([Int](), 0, 0)
        for length in chunks.dropLast() {
            end += length
            let moved = end <= head ? end : body.count - end <= tail ? end + changed.count - body.count : nil
            guard let moved, moved > last else { continue }
            lengths.append(moved - last)
            last = moved
        }
        return lengths + [changed.count - last]
    }
}
