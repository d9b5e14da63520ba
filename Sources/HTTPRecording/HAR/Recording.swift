import Foundation
import JSONValues

/// The exchanges of a HAR 1.2 log.
///
/// Unknown HAR members (pages, comments, fields that start with `_`) are preserved. Two recordings are equal if they
/// would be written identically.
public struct Recording: Sendable {
    /// The exchanges in order.
    public var entries: [HTTPExchange]
    /// The program that wrote the log.
    public var creator: Creator
    /// The source of the exchanges; `nil` for a HAR from another program.
    public var provenance: Provenance?
    package var extras: ExtraFields?
    /// Contradictory members in a file that this package wrote.
    package internal(set) var contradictions: [Contradiction] = []
    /// The names of the body files beside the source HAR, by entry index.
    package internal(set) var bodyFiles: [Int: String] = [:]
    var source: SourceFile?

    /// The program that wrote a log.
    public struct Creator: Sendable, Hashable {
        /// The program's name.
        public var name: String
        /// The program's version.
        public var version: String

        /// Creates a value for a program, by default this package.
        public init(name: String = "swift-contract-testing", version: String = "1") {
            self.name = name
            self.version = version
        }
    }

    /// The source of a recording, written as `_provenance`.
    public struct Provenance: Sendable, Hashable {
        /// The kind of server that responded.
        public enum Provider: String, Sendable, Hashable, CaseIterable, Codable {
            /// This package's provider, over loopback.
            case local
            /// The real service.
            case live
            /// No server: the responses were generated from a contract's examples and schemas.
            case madeUp = "made-up"
        }

        /// The origin of the requests, `scheme://host[:port]`.
        public var origin: String
        /// The server that responded.
        public var provider: Provider
        /// The time of the recording.
        public var recordedAt: Timestamp

        /// Creates a provenance.
        public init(origin: String, provider: Provider, recordedAt: Timestamp = Timestamp()) {
            self.origin = origin
            self.provider = provider
            self.recordedAt = recordedAt
        }
    }

    package var isMadeUp: Bool { provenance?.provider == .madeUp }

    /// Creates a recording. Redact the exchanges before you write it.
    public init(entries: [HTTPExchange] = [], creator: Creator = Creator(), provenance: Provenance? = nil) {
        self.entries = entries
        self.creator = creator
        self.provenance = provenance
    }

    /// Parses a HAR written by a browser, a proxy or this package.
    ///
    /// - Parameters:
    ///   - bytes: the UTF-8 text of the HAR.
    ///   - file: the file name for messages and places.
    /// - Throws: `RecordingError` for the first unusable value.
    public init(parsing bytes: [UInt8], file: String) throws {
        try self.init(parsing: bytes, file: file, readBodyFile: nil)
    }

    /// Parses a HAR at a user-supplied path, with the body files beside it.
    package init(parsing bytes: [UInt8], operand path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try self.init(parsing: bytes, file: path) { name in
            try SystemFiles().read(folder.isEmpty ? name : folder + "/" + name)
        }
    }

    /// - Parameter readBodyFile: reads a body file beside the HAR, by name.
    package init(parsing bytes: [UInt8], file: String, readBodyFile: ((String) throws -> [UInt8])?) throws {
        let source = SourceFile(path: file, bytes: Array(bytes.starts(with: byteOrderMark) ? bytes[3...] : bytes[...]))
        self = try HARReader.recording(from: source, readBodyFile: readBodyFile)
    }

    /// The time of the recording and its location in the file: from the provenance, or from the last exchange.
    package var recordingTime: (moment: Timestamp, pointer: JSONPointer)? {
        if let provenance { return (provenance.recordedAt, "/log/_provenance/recordedAt") }
        return entries.enumerated().max { $0.element.started.secondsSince1970 < $1.element.started.secondsSince1970 }
            .map {
                ($0.element.started, JSONPointer(tokens: ["log", "entries", "\($0.offset)", "startedDateTime"]))
            }
    }

    /// Returns the location of a value in the source file; `nil` if the recording was not read from a file.
    public func place(of pointer: JSONPointer) -> Place? { source?.place(of: pointer) }

    /// Returns the HAR and a separate file for each long text body.
    package func files(named name: String) -> [(name: String, bytes: [UInt8])] {
        let stem = name.hasSuffix(".har") ? String(name.dropLast(4)) : name
        var bodies: [Int: HARWriter.NamedBody] = [:]
        for (index, exchange) in entries.enumerated() {
            guard let file = exchange.response.bodyFile else { continue }
            bodies[index] = ("\(stem).\(index + 1).\(file.suffix)", file)
        }
        let har = HARWriter.log(of: self, bodies: bodies).bytes(.pretty) + [UInt8(ascii: "\n")]
        return [(name, har)] + bodies.sorted { $0.key < $1.key }.map { ($0.value.name, $0.value.file.bytes) }
    }

    /// Returns whether a body file has a name that `files(named:)` gives to the bodies of a HAR.
    static func isBodyFile(_ file: String, named name: String) -> Bool {
        let stem = (name.hasSuffix(".har") ? String(name.dropLast(4)) : name) + "."
        guard file.hasPrefix(stem), let suffix = bodySuffixes.first(where: file.hasSuffix) else { return false }
        return Int(file.dropFirst(stem.count).dropLast(suffix.count)) != nil
    }

    /// Returns the recording with the times and header fields of an older one if only volatile details and body files
    /// differ. Then only the body files change.
    func preservingVolatileDetails(of old: Recording) -> Recording {
        guard entries.count == old.entries.count else { return self }
        var (bare, oldBare, kept) = (self, old, old)
        for index in entries.indices {
            let (response, before) = (entries[index].response, old.entries[index].response)
            guard let file = response.bodyFile, let oldFile = before.bodyFile, file.layout == oldFile.layout,
                file.suffix == oldFile.suffix
            else { continue }
            bare.entries[index].response.body = []
            oldBare.entries[index].response.body = []
            kept.entries[index].response.body = response.body
            if let length = response.headers["Content-Length"], before.headers["Content-Length"] != nil {
                kept.entries[index].response.headers["Content-Length"] = length
            }
        }
        return bare.isEquivalent(to: oldBare) ? kept : self
    }

    /// Returns whether a HAR may refer to body files. False positives are possible.
    package static func mayNameFiles(_ har: [UInt8]) -> Bool {
        Data(har).range(of: Data("\"_file\"".utf8)) != nil
    }

    package static var bodySuffixes: [String] { BodyFile.suffixes.map { "." + $0 } }

    /// Returns the HAR file with all bodies inline, its members in a fixed order, and a final newline.
    public func serialized() -> [UInt8] {
        HARWriter.log(of: self).bytes(.pretty) + [UInt8(ascii: "\n")]
    }
}

private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

extension Recording: Hashable {
    /// Returns whether both recordings would be written identically.
    public static func == (lhs: Recording, rhs: Recording) -> Bool {
        lhs.entries == rhs.entries && lhs.creator == rhs.creator && lhs.provenance == rhs.provenance
            && lhs.extras == rhs.extras
    }

    /// Hashes the properties that equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(entries)
        hasher.combine(creator)
        hasher.combine(provenance)
        hasher.combine(extras)
    }
}

/// The reason why a file is not a usable HAR.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The location of the fault.
    public let place: Place
    /// The expected and the found value.
    public let message: String

    /// `file:line:column: message (at pointer)`.
    public var description: String {
        let pointer = place.pointer.description
        return "\(place): \(message)" + (pointer.isEmpty ? "" : " (at \(pointer))")
    }
}

/// Two contradictory members of an entry, one of which was edited.
package struct Contradiction: Sendable, Hashable {
    package let entry: Int
    package let pointer: JSONPointer
    /// The value derived from the other member.
    package let expected: String
    package let found: String

    /// Compares the members that this package derives from others: the query, the media type and the chunk lengths.
    static func all(in entry: JSON, _ exchange: HTTPExchange, at index: Int) -> [Contradiction] {
        var found: [Contradiction] = []
        let query = HARWriter.pairs(URLText(exchange.request.url).queryPairs.map(\.text))
        if let stated = entry["request"]?["queryString"], stated != query {
            found.append(
                Contradiction(
                    entry: index, pointer: "/request/queryString", expected: query.text(), found: stated.text()))
        }
        let type = exchange.response.headers["Content-Type"] ?? ""
        if let stated = entry["response"]?["content"]?["mimeType"]?.stringValue,
            MediaType(stated).essence != MediaType(type).essence
        {
            found.append(
                Contradiction(entry: index, pointer: "/response/content/mimeType", expected: type, found: stated))
        }
        let length = exchange.response.chunks.reduce(0, +)
        if !exchange.response.chunks.isEmpty, length != exchange.response.body.count {
            found.append(
                Contradiction(
                    entry: index, pointer: "/response/content/_chunks",
                    expected: "pieces of \(exchange.response.body.count) bytes in all", found: "of \(length) bytes"))
        }
        return found
    }
}

extension RecordedResponse {
    fileprivate var bodyFile: BodyFile? { BodyFile(of: body, headers.mediaType) }
}
