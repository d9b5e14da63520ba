import Foundation

/// A response with the chunk lengths of its body.
// Unchecked, like its superclass: the added property is immutable.
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
    package func with(chunks: [Int]) -> HTTPURLResponse {
        guard !chunks.isEmpty, let url else { return self }
        return ChunkedResponse(
            url: url, status: statusCode, headers: HeaderFields(foundation: allHeaderFields), chunks: chunks) ?? self
    }

    func with(url: URL, headers: HeaderFields) -> HTTPURLResponse {
        HTTPURLResponse(url: url, statusCode: statusCode, httpVersion: nil, headerFields: headers.foundation)?
            .with(chunks: chunks) ?? self
    }

    package var chunks: [Int] { (self as? ChunkedResponse)?.lengths ?? [] }
}

extension Transport {
    /// Sends the request and returns the body in chunks, as received from the network or recorded.
    ///
    /// If the chunks are unknown, they are as short as one byte, because a network may split a body anywhere.
    ///
    /// The response is complete before the first chunk is delivered, so that its exchange can be recorded and compared.
    /// A stream that does not end fails at the deadline.
    public func stream(
        _ request: URLRequest
    ) async throws -> (chunks: AsyncThrowingStream<Data, any Error>, response: HTTPURLResponse) {
        let (data, response) = try await send(request)
        let stream = AsyncThrowingStream<Data, any Error> { continuation in
            var rest = data[...]
            // Limits long bodies to about a thousand chunks, because single bytes would be slow.
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
    /// Maps the chunk lengths to a changed body. Boundaries within the changed bytes are lost.
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
