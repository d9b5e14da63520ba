import Foundation
import JSONValues

/// A HAR 1.2 reader that is strict about required values and tolerant of everything else.
struct HARReader {
    static func recording(from source: SourceFile, readBodyFile: ((String) throws -> [UInt8])?) throws -> Recording {
        let json: JSON
        do {
            json = try JSON(parsing: source.bytes)
        } catch {
            throw RecordingError(place: source.place(of: error), message: error.message)
        }
        let reading = HARReading(source, readBodyFile)
        let log = try HARCursor(json, reading).member("log")
        let entries = try log.member("entries").elements()
        let provenance = provenance(log)
        var recording = Recording(
            entries: try entries.map(exchange), creator: try creator(log), provenance: provenance)
        recording.extras = ExtraFields(of: json, beyond: .log(hasProvenance: provenance != nil))
        recording.source = source
        recording.bodyFiles = reading.bodyFiles
        // Other programs derive these members differently.
        if recording.creator.name == Recording.Creator().name {
            recording.contradictions = zip(entries, recording.entries).enumerated().flatMap { index, pair in
                Contradiction.all(in: pair.0.json, pair.1, at: index)
            }
        }
        return recording
    }

    private static func creator(_ log: HARCursor) throws -> Recording.Creator {
        guard let creator = try log.optional("creator") else { return Recording.Creator(name: "", version: "") }
        return Recording.Creator(
            name: try creator.optional("name")?.string() ?? "", version: try creator.optional("version")?.string() ?? ""
        )
    }

    /// Returns the provenance. A `_provenance` of another program is kept as an unknown field.
    private static func provenance(_ log: HARCursor) -> Recording.Provenance? {
        let json = log.json["_provenance"]
        guard let origin = json?["origin"]?.stringValue,
            let provider = json?["provider"]?.stringValue.flatMap(Recording.Provenance.Provider.init),
            let recordedAt = json?["recordedAt"]?.stringValue.flatMap(Timestamp.init)
        else { return nil }
        return Recording.Provenance(origin: origin, provider: provider, recordedAt: recordedAt)
    }

    private static func exchange(_ entry: HARCursor) throws -> HTTPExchange {
        var exchange = HTTPExchange(
            request: try request(try entry.member("request")), response: try response(try entry.member("response")),
            started: try started(entry), timings: try timings(entry))
        exchange.extras = ExtraFields(of: entry.json, beyond: .entry(hasBody: exchange.request.body != nil))
        return exchange
    }

    private static func started(_ entry: HARCursor) throws -> Timestamp {
        guard let value = try entry.optional("startedDateTime") else {
            return Timestamp(Date(timeIntervalSince1970: 0))
        }
        let text = try value.string()
        guard let started = Timestamp(text) else {
            throw value.failure(expected: "a date and time such as 2026-01-31T09:05:00.250Z", found: "\"\(text)\"")
        }
        return started
    }

    private static func timings(_ entry: HARCursor) throws -> Timings {
        guard let timings = try entry.optional("timings") else {
            return Timings(wait: max(0, try entry.optional("time")?.double() ?? 0))
        }
        func part(_ key: String) throws -> Double? { try timings.optional(key)?.double() }
        func measured(_ key: String) throws -> Double? { try part(key).flatMap { $0 < 0 ? nil : $0 } }
        return Timings(
            blocked: try measured("blocked"), dns: try measured("dns"), connect: try measured("connect"),
            ssl: try measured("ssl"), send: try part("send") ?? 0, wait: try part("wait") ?? 0,
            receive: try part("receive") ?? 0)
    }

    private static func request(_ request: HARCursor) throws -> RecordedRequest {
        let url = try request.member("url")
        let text = try url.string()
        if text.isEmpty { throw url.failure(expected: "a URL", found: "an empty string") }
        let postData = try request.optional("postData")
        var headers = try headers(request)
        // Some exporters omit the header field, which is needed to parse a form.
        if headers["Content-Type"] == nil, let type = try postData?.optional("mimeType")?.string(),
            MediaType(type).isForm || MediaType(type).parameters["boundary"] != nil
        {
            headers.fields.append(HeaderFields.Field("Content-Type", type))
        }
        return RecordedRequest(
            method: try request.member("method").string(), url: text, httpVersion: try version(request),
            headers: headers, body: try postData.flatMap(requestBody))
    }

    private static func requestBody(_ postData: HARCursor) throws -> [UInt8]? {
        let mediaType = MediaType(try postData.optional("mimeType")?.string() ?? "")
        if let text = try postData.optional("text") {
            let encoding = try (postData.optional("_encoding") ?? postData.optional("encoding"))?.string()
            let body = try bytes(text, encoding: encoding, mediaType: mediaType)
            if !body.isEmpty { return body }
        }
        // A multipart body cannot be rebuilt from its fields, because the boundary is not recorded.
        guard mediaType.isForm, let params = try postData.optional("params")?.elements(), !params.isEmpty else {
            return nil
        }
        let pairs = try params.map { param in
            [try param.member("name").string(), try param.optional("value")?.string() ?? ""]
                .map { String(decoding: PercentCoding.encode($0.utf8), as: UTF8.self) }.joined(separator: "=")
        }
        return Array(pairs.joined(separator: "&").utf8)
    }

    private static func response(_ response: HARCursor) throws -> RecordedResponse {
        let status = try response.member("status")
        guard let code = status.json.intValue, (0...999).contains(code) else {
            throw status.failure(expected: "a status code from 0 to 999")
        }
        let content = try response.optional("content")
        var headers = try headers(response)
        let mimeType = try content?.optional("mimeType")?.string() ?? ""
        // Some exporters omit the header fields. Chrome writes "x-unknown" for a missing type.
        if headers["Content-Type"] == nil, !mimeType.isEmpty, mimeType != "x-unknown" {
            headers.fields.append(HeaderFields.Field("Content-Type", mimeType))
        }
        var body: [UInt8] = []
        if let content, let file = try content.optional("_file") {
            body = try self.body(in: file, content)
            if headers["Content-Length"] == HARWriter.contentLengthPlaceholder {
                headers["Content-Length"] = String(body.count)
            }
        } else if let content, let text = try content.optional("text") {
            body = try bytes(
                text, encoding: try content.optional("encoding")?.string(),
                mediaType: headers.mediaType)
        }
        var recorded = RecordedResponse(
            status: code, statusText: try response.optional("statusText")?.string() ?? "",
            httpVersion: try version(response), headers: headers, body: body)
        recorded.chunks = try (content?.optional("_chunks")?.elements() ?? []).map { length in
            guard let count = length.json.intValue, (0...body.count).contains(count) else {
                throw length.failure(expected: "the length of a piece of the body, at most \(body.count) bytes")
            }
            return count
        }
        return recorded
    }

    private static func body(in file: HARCursor, _ content: HARCursor) throws -> [UInt8] {
        let name = try file.string()
        guard !name.isEmpty, !name.contains("/"), !name.contains("\\"), !name.hasPrefix("."), !name.utf8.contains(0)
        else {
            throw file.failure(expected: "the name of a file beside the recording", found: "\"\(name)\"")
        }
        var layout = BodyFile.Layout.exact
        if let word = try content.optional("_layout") {
            let text = try word.string()
            guard let named = BodyFile.Layout(rawValue: text) else {
                let all = BodyFile.Layout.allCases.map(\.rawValue).joined(separator: ", ")
                throw word.failure(expected: "one of \(all)", found: "\"\(text)\"")
            }
            layout = named
        }
        guard let readBodyFile = file.context.readBodyFile else {
            throw file.failure(
                expected: "a recording that contains its bodies", found: "one whose body is in \"\(name)\" beside it")
        }
        let bytes: [UInt8]
        do { bytes = try readBodyFile(name) } catch let error as StoreError {
            throw file.failure(expected: "the file of a body beside the recording", found: "\"\(name)\": \(error)")
        }
        if let entry = file.pointer.tokens.dropFirst(2).first.flatMap({ Int($0) }) {
            file.context.bodyFiles[entry] = name
        }
        return BodyFile.body(of: bytes, layout)
    }

    /// Returns the HTTP version as named by browsers and proxies. Any other text becomes HTTP/1.1.
    private static func version(_ message: HARCursor) throws -> String {
        let text = try message.optional("httpVersion")?.string() ?? ""
        let isVersion = ["http/", "h2", "h3", "spdy/", "quic"].contains { prefix in
            let rest = text.lowercased().dropFirst(prefix.count)
            return text.lowercased().hasPrefix(prefix)
                && rest.count <= 4 && rest.utf8.allSatisfy { $0.isASCIIDigit || $0 == 0x2E || $0 == 0x2D }
        }
        return isVersion ? text : "HTTP/1.1"
    }

    private static func headers(_ message: HARCursor) throws -> HeaderFields {
        let fields = try message.optional("headers")?.elements() ?? []
        return HeaderFields(
            try fields.flatMap { field in
                let name = try field.member("name").string()
                let value = try field.optional("value")?.string() ?? ""
                // Browsers join several Set-Cookie header fields by line breaks. CR LF is a single character.
                return value.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
                    .map { HeaderFields.Field(name, $0.trimmingSpaces()) }
            })
    }

    private static func bytes(_ text: HARCursor, encoding: String?, mediaType: MediaType) throws -> [UInt8] {
        let content = try text.string()
        guard let encoding, !encoding.isEmpty else { return BodyText.bytes(of: content, mediaType: mediaType) }
        guard encoding.lowercased() == "base64" else {
            throw text.failure(expected: "the encoding \"base64\" or none", found: "\"\(encoding)\"")
        }
        guard let data = Data(base64Encoded: content, options: .ignoreUnknownCharacters) else {
            throw text.failure(expected: "base64", found: "text that is not base64")
        }
        return Array(data)
    }
}

typealias HARCursor = JSONCursor<HARReading>

/// The state of reading a HAR from any program. Reading stops at the first unusable value.
final class HARReading: StoppingReading {
    private let source: SourceFile
    let readBodyFile: ((String) throws -> [UInt8])?
    var bodyFiles: [Int: String] = [:]

    init(_ source: SourceFile, _ readBodyFile: ((String) throws -> [UInt8])?) {
        self.source = source
        self.readBodyFile = readBodyFile
    }

    func failure(_ fault: JSONFault) -> RecordingError {
        let message =
            switch fault.kind {
            case .expected, .unknown: fault.message
            case .missing(let key): "expected a member \"\(key)\", found none"
            }
        return RecordingError(place: source.place(of: fault.pointer), message: message)
    }
}

extension HARCursor {
    func optional(_ key: String) throws(RecordingError) -> HARCursor? {
        guard let member = self[key] else {
            _ = try object()
            return nil
        }
        return member.json.isNull ? nil : member
    }
}
