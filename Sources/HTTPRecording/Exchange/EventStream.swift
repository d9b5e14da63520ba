import Foundation

package struct EventStream: Sendable, Hashable {
    package enum Format: String, Sendable, CaseIterable {
        /// One JSON value per line.
        case ndjson
        /// Server-sent events (WHATWG HTML, section 9.2).
        case sse

        private static let mediaTypes: [String: Format] = [
            "text/event-stream": .sse, "application/x-ndjson": .ndjson, "application/ndjson": .ndjson,
            "application/jsonl": .ndjson, "application/x-jsonl": .ndjson, "application/jsonlines": .ndjson,
            "application/x-jsonlines": .ndjson, "application/stream+json": .ndjson,
        ]

        package init?(of mediaType: MediaType) {
            guard let format = Self.mediaTypes[mediaType.essence] else { return nil }
            self = format
        }
    }

    package struct Event: Sendable, Hashable {
        /// The event name; `message` if the stream gives none.
        package let name: String
        package let data: String
    }

    package let events: [Event]

    package init(_ text: some Collection<UInt8>, _ format: Format) {
        let bytes = Array(text)
        events = Self.blocks(of: bytes, format, dropsUnterminated: true).map { name, lines in
            let data = lines.map { String(decoding: bytes[$0], as: UTF8.self) }
            return Event(name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"))
        }
    }

    /// Returns the ranges of the data lines of each event. Includes an unterminated last event.
    static func data(of bytes: [UInt8], _ format: Format) -> [[Range<Int>]] {
        blocks(of: bytes, format, dropsUnterminated: false).map(\.data)
    }

    /// Splits a body after each event, and returns the lengths of the pieces.
    package static func lengths(of bytes: [UInt8], _ format: Format) -> [Int] {
        let end: [UInt8] = format == .ndjson ? [0x0A] : [0x0A, 0x0A]
        var lengths: [Int] = []
        var rest = bytes[...]
        while let range = rest.firstRange(of: end) {
            lengths.append(range.upperBound - rest.startIndex)
            rest = rest[range.upperBound...]
        }
        return rest.isEmpty ? lengths : lengths + [rest.count]
    }

    /// Returns the name and the data lines of each event. Events without data are dropped.
    private static func blocks(
        of bytes: [UInt8], _ format: Format, dropsUnterminated: Bool
    ) -> [(name: String, data: [Range<Int>])] {
        let text = bytes[(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...]
        if format == .ndjson {
            return text.split(separator: UInt8(ascii: "\n")).compactMap { line in
                let isText = { (byte: UInt8) in byte != 0x20 && byte != 0x09 && byte != 0x0D }
                guard let first = line.firstIndex(where: isText), let last = line.lastIndex(where: isText) else {
                    return nil
                }
                return ("", [first..<last + 1])
            }
        }
        var blocks: [(name: String, data: [Range<Int>])] = []
        var (name, data) = ("", [Range<Int>]())
        for line in fieldLines(of: text, dropsUnterminated) {
            if line.isEmpty {
                if !data.isEmpty { blocks.append((name, data)) }
                (name, data) = ("", [])
                continue
            }
            let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
            var value = line[colon...].dropFirst()
            if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
            switch String(decoding: line[..<colon], as: UTF8.self) {
            case "event": name = String(decoding: value, as: UTF8.self)
            case "data": data.append(value.startIndex..<value.endIndex)
            default: break  // Comments, 'id', 'retry' and unknown fields do not affect the event's content.
            }
        }
        return dropsUnterminated || data.isEmpty ? blocks : blocks + [(name, data)]
    }

    /// Splits at LF, CR or CRLF.
    private static func fieldLines(of bytes: ArraySlice<UInt8>, _ dropsUnterminated: Bool) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = bytes
        while let end = rest.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            lines.append(rest[..<end])
            rest = rest[end...].dropFirst(rest[end...].starts(with: "\r\n".utf8) ? 2 : 1)
        }
        return dropsUnterminated ? lines : lines + [rest]
    }

    /// Serializes events. The name `message` stands for an unnamed event.
    package static func bytes(of events: [(name: String, data: String)], _ format: Format) -> [UInt8] {
        let texts = events.map { name, data in
            switch format {
            case .ndjson: return data + "\n"
            case .sse:
                // CRLF is a single character.
                let lines = data.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
                    .map { "data: \($0)\n" }
                return (name == "message" ? "" : "event: \(name)\n") + lines.joined() + "\n"
            }
        }
        return Array(texts.joined().utf8)
    }
}

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
