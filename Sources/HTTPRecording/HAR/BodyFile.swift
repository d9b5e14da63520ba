import JSONValues

/// A response body in its own file beside the HAR, formatted so that a changed member is a changed line.
///
/// A body gets a file only if its exact bytes can be restored from it.
struct BodyFile: Sendable, Hashable {
    enum Layout: String, Sendable, CaseIterable {
        /// The same bytes.
        case exact
        /// JSON without white space.
        case compact
        /// JSON on one line, with a space after each comma and colon.
        case spaced

        fileprivate var separators: (comma: String, colon: String)? {
            switch self {
            case .exact: nil
            case .compact: (",", ":")
            case .spaced: (", ", ": ")
            }
        }
    }

    let bytes: [UInt8]
    let layout: Layout
    let suffix: String

    /// The number of lines up to which a body stays in the HAR.
    private static let fewLines = 10
    static let suffixes = ["json", "xml", "html", "csv", "txt"]

    /// Formats a body; `nil` if it is short, not text, or cannot be restored reliably. Carriage returns are excluded,
    /// because version control may change them.
    init?(of body: [UInt8], _ mediaType: MediaType) {
        guard !body.contains(UInt8(ascii: "\r")), !body.contains(0), !mediaType.isLatin1,
            String(validating: body, as: UTF8.self) != nil
        else { return nil }
        suffix = Self.suffix(of: mediaType)
        if suffix == "json", let (layout, bytes) = Self.prettyPrintedIfReversible(body) {
            (self.layout, self.bytes) = (layout, bytes)
        } else {
            (layout, bytes) = (.exact, body)
        }
        guard bytes.count(where: { $0 == UInt8(ascii: "\n") }) > Self.fewLines else { return nil }
    }

    private static func suffix(of mediaType: MediaType) -> String {
        if mediaType.isJSON { return "json" }
        let kind = mediaType.essence.split(whereSeparator: { "/+".contains($0) }).last.map(String.init) ?? ""
        return suffixes.contains(kind) ? kind : "txt"
    }

    /// Reformats one-line JSON with every token verbatim; `nil` if the layout cannot be restored.
    private static func prettyPrintedIfReversible(_ body: [UInt8]) -> (Layout, [UInt8])? {
        do { _ = try JSON(parsing: body) } catch { return nil }
        let pretty = prettyPrinted(body)
        let layout = [Layout.compact, .spaced].first { Self.body(of: pretty, $0) == body }
        return layout.map { ($0, pretty) }
    }

    static func body(of file: [UInt8], _ layout: Layout) -> [UInt8] {
        guard let separators = layout.separators else { return file }
        var body: [UInt8] = []
        body.reserveCapacity(file.count)
        JSONTokens.each(in: file[...]) { token in
            switch token.first {
            case UInt8(ascii: ","): body += separators.comma.utf8
            case UInt8(ascii: ":"): body += separators.colon.utf8
            default: body += token
            }
        }
        return body
    }

    private static func prettyPrinted(_ body: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(body.count * 2)
        var depth = 0
        var isOpening = false
        func breakLine() {
            text.append(UInt8(ascii: "\n"))
            text += repeatElement(UInt8(ascii: " "), count: 2 * depth)
        }
        JSONTokens.each(in: body[...]) { token in
            let isClosing = token.first == UInt8(ascii: "}") || token.first == UInt8(ascii: "]")
            if isClosing { depth -= 1 }
            // An empty object or array stays on one line.
            if isClosing != isOpening { breakLine() }
            text += token
            isOpening = token.first == UInt8(ascii: "{") || token.first == UInt8(ascii: "[")
            if isOpening { depth += 1 }
            if token.first == UInt8(ascii: ",") { breakLine() }
            if token.first == UInt8(ascii: ":") { text.append(UInt8(ascii: " ")) }
        }
        return text + [UInt8(ascii: "\n")]
    }
}

package enum JSONTokens {
    package static func each<Failure: Error>(
        in text: ArraySlice<UInt8>, _ use: (ArraySlice<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        var index = text.startIndex
        while index < text.endIndex {
            let start = index
            switch text[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                index += 1
                continue
            case UInt8(ascii: "\""):
                index += 1
                while index < text.endIndex, text[index] != UInt8(ascii: "\"") {
                    index += text[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                index = min(index + 1, text.endIndex)
            case _ where "{}[],:".utf8.contains(text[index]): index += 1
            default: index = text[index...].firstIndex { " \n\t\r{}[],:\"".utf8.contains($0) } ?? text.endIndex
            }
            try use(text[start..<index])
        }
    }
}

/// The text form of a body in a HAR: decoded by charset, or base64 if decoding would not preserve the bytes.
enum BodyText {
    static func text(of body: [UInt8], mediaType: MediaType) -> String? {
        let text = mediaType.isLatin1 ? String(latin1: body) : String(validating: body, as: UTF8.self)
        return text.flatMap { bytes(of: $0, mediaType: mediaType) == body ? $0 : nil }
    }

    /// Encodes by the charset. Browsers write decoded text, and read Latin-1 as Windows-1252 (WHATWG Encoding).
    static func bytes(of text: String, mediaType: MediaType) -> [UInt8] {
        let isSingleByte = mediaType.isLatin1 || mediaType.charset == "windows-1252"
        return isSingleByte ? Windows1252.bytes(of: text) ?? Array(text.utf8) : Array(text.utf8)
    }
}

enum Windows1252 {
    /// The characters of the bytes from 0x80, in place of control characters.
    static let upper: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D,
        0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D,
        0x17E, 0x178,
    ]

    /// Returns the bytes of a text, or `nil` if it has other characters. Control characters keep their number.
    static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard
                let byte = UInt8(exactly: scalar.value) ?? upper.firstIndex(of: scalar.value).map({ UInt8(0x80 + $0) })
            else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}

extension String {
    package init(latin1 bytes: some Collection<UInt8>) {
        self.init(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The string in Latin-1, or `nil` if it has other characters.
    package var latin1: [UInt8]? { data(using: .isoLatin1).map(Array.init) }
}
