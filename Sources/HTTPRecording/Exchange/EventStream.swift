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
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        events =
            switch format {
            case .ndjson: Self.lines(of: bytes[start...])
            case .sse: Self.serverSent(bytes[start...])
            }
    }

    private static func lines(of bytes: ArraySlice<UInt8>) -> [Event] {
        bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
            guard let first = line.firstIndex(where: { !isBlank($0) }),
                let last = line.lastIndex(where: { !isBlank($0) })
            else { return nil }
            return Event(name: "message", data: String(decoding: line[first...last], as: UTF8.self))
        }
    }

    /// Returns the events that a browser would dispatch. Unterminated events and events without data are dropped.
    private static func serverSent(_ bytes: ArraySlice<UInt8>) -> [Event] {
        var events: [Event] = []
        var name = ""
        var data: [String] = []
        for line in fieldLines(of: bytes) {
            if line.isEmpty {
                if !data.isEmpty {
                    events.append(Event(name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n")))
                }
                (name, data) = ("", [])
                continue
            }
            let colon = line.firstIndex(of: UInt8(ascii: ":"))
            var value = colon.map { line[($0 + 1)...] } ?? []
            if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
            switch String(decoding: line[..<(colon ?? line.endIndex)], as: UTF8.self) {
            case "event": name = String(decoding: value, as: UTF8.self)
            case "data": data.append(String(decoding: value, as: UTF8.self))
            default: break  // Comments, 'id', 'retry' and unknown fields do not affect the event's content.
            }
        }
        return events
    }

    /// Splits at LF, CR or CRLF. An unterminated last line is dropped.
    private static func fieldLines(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var index = start
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
            lines.append(bytes[start..<(index - 1)])
            if byte == UInt8(ascii: "\r"), index < bytes.endIndex, bytes[index] == UInt8(ascii: "\n") { index += 1 }
            start = index
        }
        return lines
    }

    /// Serializes events. The name `message` stands for an unnamed event.
    package static func bytes(of events: [(name: String, data: String)], _ format: Format) -> [UInt8] {
        let texts = events.map { name, data in
            switch format {
            case .ndjson: return data + "\n"
            case .sse:
                let lines = data.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }
                return (name == "message" ? "" : "event: \(name)\n") + lines.joined() + "\n"
            }
        }
        return Array(texts.joined().utf8)
    }
}
