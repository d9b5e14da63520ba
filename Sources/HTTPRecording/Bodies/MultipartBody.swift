import Foundation
import JSONValues

/// A parsed `multipart/form-data` body (RFC 7578; RFC 2046, 5.1): its parts, without the boundary.
package struct MultipartBody: Sendable, Equatable {
    package struct Part: Sendable, Equatable {
        package let name: String
        package let filename: String?
        package let content: MediaType?
        package fileprivate(set) var headers: HeaderFields = [:]
        package let bytes: [UInt8]
        /// The reason why servers parse the headers differently; `nil` if they follow RFC 7578.
        package fileprivate(set) var headerFault: String?
        fileprivate(set) var range = 0..<0

        package init(name: String, filename: String? = nil, content: MediaType? = nil, bytes: [UInt8]) {
            self.name = name
            self.filename = filename
            self.content = content
            self.bytes = bytes
        }

        package static func == (lhs: Part, rhs: Part) -> Bool {
            lhs.name == rhs.name && lhs.filename == rhs.filename && lhs.content == rhs.content && lhs.bytes == rhs.bytes
        }
    }

    package static let maximumLength = 64 << 20

    package let parts: [Part]

    package init(parts: [Part]) { self.parts = parts }

    package func bytes(boundary: String) -> [UInt8] {
        func quoted(_ text: String) -> String {
            let escapes: [Unicode.Scalar: String] = ["\"": "%22", "\r": "%0D", "\n": "%0A"]
            return "\"\(text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined())\""
        }
        var bytes: [UInt8] = []
        for part in parts {
            let filename = part.filename.map { "; filename=\(quoted($0))" } ?? ""
            let content = part.content.map { "Content-Type: \($0.text)\r\n" } ?? ""
            bytes +=
                "--\(boundary)\r\nContent-Disposition: form-data; name=\(quoted(part.name))\(filename)\r\n\(content)\r\n"
                .utf8
            bytes += part.bytes + [0x0D, 0x0A]
        }
        return bytes + Array("--\(boundary)--\r\n".utf8)
    }

    package init(_ body: [UInt8], _ mediaType: MediaType) throws(BodySyntaxError) {
        guard let boundary = mediaType.parameters["boundary"], !boundary.isEmpty else {
            throw BodySyntaxError(
                "the header 'Content-Type' names no boundary: expected multipart/form-data; boundary=TEXT")
        }
        try self.init(body, boundary: boundary)
    }

    /// Parses a body. Ignores the preamble and the epilogue.
    package init(_ body: [UInt8], boundary: String) throws(BodySyntaxError) {
        guard body.count <= Self.maximumLength else {
            throw BodySyntaxError(
                "the body has \(body.count) bytes; a multipart body of more than \(Self.maximumLength) is not read")
        }
        let mark = Array("--".utf8) + Array(boundary.utf8)
        guard boundary.utf8.count <= 70, !mark.contains(0x0D), !mark.contains(0x0A) else {
            throw BodySyntaxError("the boundary '\(boundary.prefix(80))' has a line break or more than 70 characters")
        }
        var parts: [Part] = []
        var start: Int?
        var isClosed = false
        for delimiter in Self.delimiters(in: body, mark: mark) {
            if let start {
                parts.append(
                    try Self.part(body, start..<max(start, delimiter.range.lowerBound), number: parts.count + 1))
            }
            start = delimiter.range.upperBound
            if delimiter.isLast {
                isClosed = true
                break
            }
        }
        if isClosed {
            self.parts = parts
            return
        }
        let isBare = body.ranges(of: mark).contains { range in
            let next = body[range.upperBound...].drop { $0 == UInt8(ascii: "-") }.first
            return next == 0x0A || Self.endsBare(body[..<range.lowerBound])
        }
        throw BodySyntaxError(
            isBare
                ? "a boundary line begins or ends with LF instead of CR LF"
                : start == nil
                    ? "the body does not contain the boundary that the header 'Content-Type' names"
                    : "the body is cut off in part \(parts.count + 1): its closing boundary, which ends with '--', is missing"
        )
    }

    private static func endsBare(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.last == 0x0A && bytes.dropLast().last != 0x0D
    }

    package func parts(named name: String) -> [Part] { parts.filter { $0.name.utf8.elementsEqual(name.utf8) } }

    package var names: [String] { parts.map(\.name).distinct }

    // MARK: - Parts

    private static func part(_ body: [UInt8], _ range: Range<Int>, number: Int) throws(BodySyntaxError) -> Part {
        var fields: [HeaderFields.Field] = []
        var isBroken = false
        var index = range.lowerBound
        // A part without content ends with the line break of its headers (RFC 2046, 5.1.1).
        while index < range.upperBound {
            guard let end = body[index..<range.upperBound].firstIndex(of: 0x0D), end + 1 < body.count,
                body[end + 1] == 0x0A
            else {
                let isBare = body[index..<range.upperBound].firstIndex(of: 0x0A).map { Self.endsBare(body[...$0]) }
                throw BodySyntaxError(
                    isBare ?? false
                        ? "a header of part \(number) ends with LF instead of CR LF"
                        : "part \(number) has no empty line between its headers and its content")
            }
            if end == index {
                index = end + 2
                break
            }
            let line = String(decoding: body[index..<end], as: UTF8.self)
            isBroken = isBroken || line.utf8.contains(0x0A)
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else {
                throw BodySyntaxError("part \(number) has the line '\(line.prefix(80))', which is not a header")
            }
            fields.append(
                HeaderFields.Field(String(line[..<colon]), line[line.index(after: colon)...].trimmingSpaces()))
            index = end + 2
        }
        let headers = HeaderFields(fields)
        let disposition = Disposition(headers["Content-Disposition"] ?? "")
        let content = headers["Content-Type"].map(MediaType.init)
        let bytes = index..<range.upperBound
        var part = Part(
            name: disposition.parameters["name"] ?? "", filename: disposition.filename, content: content,
            bytes: Array(body[bytes]))
        part.headers = headers
        part.headerFault = isBroken ? "a line break within a header" : disposition.fault
        part.range = bytes
        return part
    }

    /// The value of a `Content-Disposition` (RFC 6266), with names escaped as in browsers and RFC 2183.
    private struct Disposition {
        let parameters: [String: String]
        let fault: String?

        var filename: String? {
            if let extended = parameters["filename*"] {
                // charset'language'percent-encoded (RFC 8187). RFC 7578 forbids it in forms, but some clients send it.
                let pieces = extended.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
                if pieces.count == 3 { return pieces[2].percentDecoded ?? String(pieces[2]) }
            }
            return parameters["filename"]
        }

        init(_ text: String) {
            var scanner = HeaderScanner(text)
            _ = scanner.take(until: ";")
            let found = scanner.parameters()
            fault = found.first { !$0.isWellFormed }.map { "a raw quote in the parameter '\($0.name)'" }
            let decoded = found.compactMap { parameter in
                parameter.value.map { value in
                    // The three characters that browsers encode (HTML, 4.10.22.8).
                    let plain = value.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing(
                        "%0A", with: "\n")
                    return (parameter.name, plain)
                }
            }
            parameters = Dictionary(decoded) { first, _ in first }
        }
    }

    // MARK: - Boundaries

    /// Returns each delimiter with its surrounding line breaks, and whether it is the last.
    private static func delimiters(in body: [UInt8], mark: [UInt8]) -> [(range: Range<Int>, isLast: Bool)] {
        var found: [(range: Range<Int>, isLast: Bool)] = []
        // The first boundary may be the first line. The line break after one boundary may also precede the next.
        let marks = (body.starts(with: mark) ? [0..<mark.count] : []) + body.ranges(of: [0x0D, 0x0A] + mark)
        for range in marks {
            let rest = body[range.upperBound...]
            if rest.starts(with: "--".utf8) { return found + [(range.lowerBound..<range.upperBound + 2, true)] }
            let lineEnd = rest.drop { $0 == 0x20 || $0 == 0x09 }
            guard lineEnd.starts(with: [0x0D, 0x0A]) else { continue }
            found.append((range.lowerBound..<lineEnd.startIndex + 2, false))
        }
        return found
    }
}

/// A syntax error in a body, or a construct that its parser does not support.
package struct BodySyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    package let message: String
    package let line: Int
    /// The one-based column, in Unicode scalars.
    package let column: Int

    init(_ message: String, at offset: Int = 0, in bytes: [UInt8] = []) {
        let position = bytes.withUnsafeBufferPointer { JSONSourcePosition(offset: min(offset, $0.count), in: $0) }
        (self.message, line, column) = (message, position.line, position.column)
    }

    package var description: String { "line \(line), column \(column): \(message)" }
}
