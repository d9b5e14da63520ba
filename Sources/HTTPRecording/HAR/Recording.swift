import Foundation
import JSONValues

/// Real exchanges as a HAR 1.2 log, as a value.
///
/// Whatever a HAR holds beyond the modelled fields (pages, comments, fields that begin with `_`) is kept and written
/// again. Two recordings are equal when they would be written alike, wherever they were read from.
public struct Recording: Sendable {
    /// The exchanges in their order.
    public var entries: [HTTPExchange]
    /// The program that wrote the log.
    public var creator: Creator
    /// The source of the exchanges; `nil` for a HAR that others wrote.
    public var provenance: Provenance?
    package var extras: ExtraFields?
    /// Members that contradict others in a file that this package wrote.
    package internal(set) var contradictions: [Contradiction] = []
    /// The files beside the HAR that it was read from which hold bodies, by the index of their entry.
    package internal(set) var bodyFiles: [Int: String] = [:]
    var source: SourceFile?

    /// The program that wrote a log.
    public struct Creator: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// Its version.
        public var version: String

        /// Names a program; without arguments, this package.
        public init(name: String = "swift-contract-testing", version: String = "1") {
            self.name = name
            self.version = version
        }
    }

    /// The source of a recording, written as `_provenance`.
    public struct Provenance: Sendable, Hashable {
        /// The source of the responses.
        public enum Provider: String, Sendable, Hashable, CaseIterable, Codable {
            /// The provider of this package, over loopback.
            case local
            /// The real service.
            case live
            /// No server: the responses were made up of a contract's examples and schemas.
            case madeUp = "made-up"
        }

        /// The origin the requests were built for, `scheme://host[:port]`.
        public var origin: String
        /// The server that answered.
        public var provider: Provider
        /// The time when the recording was made.
        public var recordedAt: Timestamp

        /// Makes a provenance.
        public init(origin: String, provider: Provider, recordedAt: Timestamp = Timestamp()) {
            self.origin = origin
            self.provider = provider
            self.recordedAt = recordedAt
        }
    }

    /// Whether no server gave the responses.
    package var isMadeUp: Bool { provenance?.provider == .madeUp }

    /// Makes a recording of exchanges. Redact them first if it is to be written.
    public init(entries: [HTTPExchange] = [], creator: Creator = Creator(), provenance: Provenance? = nil) {
        self.entries = entries
        self.creator = creator
        self.provenance = provenance
    }

    /// Reads a HAR as browsers, proxies and this package write it.
    ///
    /// - Parameters:
    ///   - bytes: JSON in UTF-8, with or without a byte order mark.
    ///   - file: the name for messages and places.
    /// - Throws: `RecordingError` at the first thing that cannot be used.
    public init(parsing bytes: [UInt8], file: String) throws {
        try self.init(parsing: bytes, file: file, companion: nil)
    }

    /// Reads a HAR that a person names, with the files beside it that hold bodies.
    ///
    /// - Throws: `RecordingError` at the first thing that cannot be used.
    package init(parsing bytes: [UInt8], operand path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        try self.init(parsing: bytes, file: path) { name in
            try SystemFiles.readUnlinked(folder.isEmpty ? name : folder + "/" + name)
        }
    }

    /// Reads a HAR whose bodies may stand in files beside it.
    ///
    /// - Parameter companion: reads such a file by its name.
    package init(parsing bytes: [UInt8], file: String, companion: ((String) throws -> [UInt8])?) throws {
        let source = SourceFile(path: file, bytes: Array(bytes.starts(with: byteOrderMark) ? bytes[3...] : bytes[...]))
        self = try HARReader.recording(from: source, companion: companion)
    }

    /// The moment it was made, and where its file says so: the provenance, or the start of the last exchange.
    package var made: (moment: Timestamp, pointer: JSONPointer)? {
        if let provenance { return (provenance.recordedAt, "/log/_provenance/recordedAt") }
        return entries.enumerated().max { $0.element.started.secondsSince1970 < $1.element.started.secondsSince1970 }
            .map {
                ($0.element.started, JSONPointer(tokens: ["log", "entries", "\($0.offset)", "startedDateTime"]))
            }
    }

    /// Returns where a value stands in the file the recording was read from; `nil` for a recording that was not read.
    public func place(of pointer: JSONPointer) -> Place? { source?.place(of: pointer) }

    /// Returns the files of the recording: the HAR, and a file for each body that a person would want to read.
    ///
    /// - Parameter name: the name of the HAR, such as `elements.first hundred.har`.
    package func files(named name: String) -> [(name: String, bytes: [UInt8])] {
        let stem = name.hasSuffix(".har") ? String(name.dropLast(4)) : name
        var bodies: [Int: HARWriter.NamedBody] = [:]
        for (index, exchange) in entries.enumerated() {
            guard let file = exchange.response.bodyFile else { continue }
            bodies[index] = ("\(stem).\(index + 1).\(file.suffix)", file)
        }
        let har = Array(HARWriter.log(of: self, bodies: bodies).text(.pretty).utf8) + [UInt8(ascii: "\n")]
        return [(name, har)] + bodies.sorted { $0.key < $1.key }.map { ($0.value.name, $0.value.file.bytes) }
    }

    /// Returns the exchanges with the times and headers of an older recording if only volatile details and bodies in files
    /// of their own differ. Then only those files change.
    func keepingTimes(of old: Recording) -> Recording {
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

    /// Returns whether a HAR refers to files that hold its bodies; it may say so of one that only speaks of it.
    package static func mayNameFiles(_ har: [UInt8]) -> Bool {
        Data(har).range(of: Data("\"_file\"".utf8)) != nil
    }

    package static var bodySuffixes: [String] { BodyFile.suffixes.map { "." + $0 } }

    /// The bytes of the HAR file with all bodies in it: every mandatory field, keys in a fixed order, two spaces, a final newline.
    public func serialized() -> [UInt8] {
        Array(HARWriter.log(of: self).text(.pretty).utf8) + [UInt8(ascii: "\n")]
    }
}

private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

extension Recording: Hashable {
    /// Returns whether both would be written alike.
    public static func == (lhs: Recording, rhs: Recording) -> Bool {
        lhs.entries == rhs.entries && lhs.creator == rhs.creator && lhs.provenance == rhs.provenance
            && lhs.extras == rhs.extras
    }

    /// Feeds what equality compares to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(entries)
        hasher.combine(creator)
        hasher.combine(provenance)
        hasher.combine(extras)
    }
}

/// The reason why a file is no usable HAR.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The place of the fault.
    public let place: Place
    /// The expectation and what was found.
    public let message: String

    /// `file:line:column: message (at pointer)`.
    public var description: String {
        let pointer = place.pointer.description
        return "\(place): \(message)" + (pointer.isEmpty ? "" : " (at \(pointer))")
    }
}

/// Two members of a recording's entry that say different things: one of them was edited.
package struct Contradiction: Sendable, Hashable {
    package let entry: Int
    /// The member within the entry, such as `/request/queryString`.
    package let pointer: JSONPointer
    /// The value of the other member.
    package let expected: String
    /// The value of this one.
    package let found: String

    /// Compares what this package derives from other members when it writes an entry: the query, the media type, and the
    /// pieces of a body.
    static func all(in entry: JSON, _ exchange: HTTPExchange, at index: Int) -> [Contradiction] {
        var found: [Contradiction] = []
        let query = HARWriter.pairs(URLText(exchange.request.url).queryPairs)
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
    /// The file that its body stands in, if it has one of its own.
    fileprivate var bodyFile: BodyFile? { BodyFile(of: body, MediaType(headers["Content-Type"] ?? "")) }
}
