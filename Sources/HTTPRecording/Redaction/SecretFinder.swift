/// Finds secrets in bytes under every layer of encoding, and says what to write instead.
///
/// Escapes are undone layer by layer (JSON strings in JSON strings, percent-encoding, base64), each layer remembering
/// where its bytes came from. A find in a decoded layer is replaced in the encoding it was found in, so a client that
/// is given the placeholder for the secret writes the very bytes that redaction writes.
struct SecretFinder: Sendable {
    /// What surrounds values, which decides where a short secret is a whole value and how a find is replaced.
    enum Context: Sendable {
        case text, json, url
        /// Pictures and the like, in which nothing is escaped.
        case binary
    }

    struct Edit {
        var range: Range<Int>
        var replacement: [UInt8]
        /// The placeholder of what was found.
        var name: String
    }

    private struct Needle {
        let bytes: [UInt8]
        /// `nil` for a placeholder, which is left alone with whatever it holds.
        let replacement: [UInt8]?
        let name: String
        let isShort: Bool
    }

    private struct Found {
        var edits: [Edit] = []
        /// Where placeholders stand already.
        var protected: [Range<Int>] = []
    }

    private let needles: [Needle]
    private let byFirstByte: [[Int]]
    private let layers: [DecodedView.Layer]
    private let minimumRun: Int

    init(_ secrets: [Secret]) {
        var needles: [Needle] = []
        for secret in secrets where secret.isEffective {
            let placeholder = Array(secret.placeholder.utf8)
            func add(_ bytes: [UInt8], _ replacement: [UInt8]?, isShort: Bool = secret.isShort) {
                needles.append(
                    Needle(bytes: bytes, replacement: replacement, name: secret.placeholder, isShort: isShort))
            }
            add(Array(secret.value.utf8), placeholder)
            add(placeholder, nil, isShort: false)
            if let latin1 = Self.latin1(secret.value) { add(latin1, placeholder) }
            guard !secret.isShort else { continue }
            for uppercase in [false, true] {
                add(
                    Hex.encode(secret.value.utf8, uppercase: uppercase), Hex.encode(placeholder, uppercase: uppercase))
            }
        }
        // The longest first, so that a secret inside another one does not hide it; the order given among equals.
        self.needles = needles.enumerated()
            .sorted { ($0.element.bytes.count, $1.offset) > ($1.element.bytes.count, $0.offset) }.map(\.element)
        var byFirstByte = [[Int]](repeating: [], count: 256)
        for (index, needle) in self.needles.enumerated() {
            if let first = needle.bytes.first { byFirstByte[Int(first)].append(index) }
        }
        self.byFirstByte = byFirstByte
        let hasSpace = secrets.contains { $0.value.contains(" ") || $0.placeholder.contains(" ") }
        layers = hasSpace ? DecodedView.Layer.allCases : [.jsonEscapes, .percent]
        minimumRun = secrets.contains(where: \.isShort) ? 4 : 6
    }

    /// Indicates whether there is nothing to look for.
    var isEmpty: Bool { needles.isEmpty }

    /// The bytes with every secret replaced.
    func redact(_ bytes: [UInt8], _ context: Context) -> [UInt8] {
        guard !isEmpty else { return bytes }
        var text = bytes
        // A replacement can bring together what was apart only in contrived cases; the bound makes sure of an end.
        for _ in 0..<8 {
            let edits = edits(in: text, context)
            if edits.isEmpty { return text }
            text = Self.apply(edits, to: text)
        }
        return text
    }

    /// What to replace, in order and without overlaps.
    func edits(in bytes: [UInt8], _ context: Context) -> [Edit] {
        guard !isEmpty else { return [] }
        switch context {
        case .text: return find(in: bytes, .text, layers, depth: 4).edits
        case .binary: return find(in: bytes, .text, [], depth: 0).edits
        case .json: return BareValues.quoting(find(in: bytes, .json, layers, depth: 4).edits, in: bytes)
        case .url:
            // Whatever is written into a URL or a form is percent-encoded, even where what it replaces was not.
            var found = scan(bytes, .url)
            for index in found.edits.indices {
                found.edits[index].replacement = PercentCoding.encode(found.edits[index].replacement)
            }
            for layer in layers where layer != .jsonEscapes {
                add(DecodedView(bytes, layer), of: layer, to: &found, bytes, .url, depth: 4, always: true)
            }
            return Self.resolved(found)
        }
    }

    static func apply(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        for edit in edits {
            result += bytes[index..<edit.range.lowerBound]
            result += edit.replacement
            index = edit.range.upperBound
        }
        return result + bytes[index...]
    }

    private func find(
        in bytes: [UInt8], _ context: Context, _ layers: [DecodedView.Layer], depth: Int
    ) -> Found {
        var found = scan(bytes, context)
        if depth > 0 {
            for layer in layers where layer.occurs(in: bytes) {
                add(DecodedView(bytes, layer), of: layer, to: &found, bytes, context, depth: depth, always: false)
            }
            findInBase64(bytes, depth: depth, &found)
        }
        found.edits = Self.resolved(found)
        return found
    }

    /// Adds what is found in a decoded layer, at the places and in the encoding of the bytes it was decoded from.
    private func add(
        _ view: DecodedView, of layer: DecodedView.Layer, to found: inout Found, _ bytes: [UInt8], _ context: Context,
        depth: Int, always: Bool
    ) {
        // A plus sign that is left after percent-decoding is one.
        let below = layer == .jsonEscapes ? layers : [.jsonEscapes, .percent]
        let inner = find(in: view.bytes, context, below, depth: depth - 1)
        found.protected += inner.protected.map(view.source)
        for edit in inner.edits {
            let range = view.source(of: edit.range)
            // Where this layer changed nothing, the find belongs to the bytes as they are.
            guard always || !view.bytes[edit.range].elementsEqual(bytes[range]) else { continue }
            let replacement = layer.encode(edit.replacement, like: bytes[range])
            found.edits.append(Edit(range: range, replacement: replacement, name: edit.name))
        }
    }

    /// Finds secrets and placeholders in the bytes as they are.
    private func scan(_ bytes: [UInt8], _ context: Context) -> Found {
        var found = Found()
        var index = 0
        scanning: while index < bytes.count {
            for candidate in byFirstByte[Int(bytes[index])] {
                let needle = needles[candidate]
                let end = index + needle.bytes.count
                guard end <= bytes.count, bytes[index..<end].elementsEqual(needle.bytes) else { continue }
                guard let replacement = needle.replacement else {
                    found.protected.append(index..<end)
                    index = end
                    continue scanning
                }
                if needle.isShort, !isWholeValue(index..<end, in: bytes, context) { continue }
                found.edits.append(Edit(range: index..<end, replacement: replacement, name: needle.name))
                index = end
                continue scanning
            }
            index += 1
        }
        return found
    }

    private func findInBase64(_ bytes: [UInt8], depth: Int, _ found: inout Found) {
        for run in Base64.runs(in: bytes, minimum: minimumRun) {
            for offset in 0..<min(4, run.digits.count) {
                let digits = bytes[run.digits].dropFirst(offset)
                let decoded = Base64.decode(digits, run.alphabet)
                // Only a token that begins where its run does can hold further layers.
                let isText = offset == 0 && decoded.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
                var inner = isText ? find(in: decoded, .text, layers, depth: depth - 1) : scan(decoded, .text)
                // In what is no text, few bytes match by chance.
                if !isText { inner.edits.removeAll { $0.range.count < 4 } }
                let (end, isPadded) = run.ending(from: offset)
                guard let last = inner.edits.last else {
                    if !inner.protected.isEmpty { found.protected.append(digits.startIndex..<end) }
                    continue
                }
                let replaced = Base64.encode(Self.apply(inner.edits, to: decoded), run.alphabet, padded: isPadded)
                found.edits.append(Edit(range: digits.startIndex..<end, replacement: replaced, name: last.name))
            }
        }
    }

    /// The edits in order; of two that overlap the one that begins first, then the longer one.
    private static func resolved(_ found: Found) -> [Edit] {
        let edits = found.edits.filter { edit in !found.protected.contains { $0.overlaps(edit.range) } }
        var resolved: [Edit] = []
        for edit in edits.sorted(by: { ($0.range.lowerBound, $1.range.count) < ($1.range.lowerBound, $0.range.count) })
        where edit.range.lowerBound >= resolved.last?.range.upperBound ?? 0 {
            resolved.append(edit)
        }
        return resolved
    }

    /// Returns whether a find is bounded as a value is, so that it is no part of another word or a member's name.
    private func isWholeValue(_ range: Range<Int>, in bytes: [UInt8], _ context: Context) -> Bool {
        let (before, after) =
            switch context {
            case .json: ("\"", "\"")
            case .url: ("/=&?", "/&?#;")
            case .text, .binary: (" =:,;\"'", " ,;\"'&")
            }
        if range.lowerBound > 0 {
            guard before.utf8.contains(bytes[range.lowerBound - 1]) else { return false }
        } else if context == .json {
            return false
        }
        guard range.upperBound < bytes.count else { return context != .json }
        let follower = bytes[range.upperBound]
        guard after.utf8.contains(follower) else { return false }
        let rest = bytes[(range.upperBound + 1)...]
        return follower != UInt8(ascii: "\"")
            || rest.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } != UInt8(ascii: ":")
    }

    private static func latin1(_ text: String) -> [UInt8]? {
        guard text.utf8.contains(where: { $0 >= 0x80 }), text.unicodeScalars.allSatisfy({ $0.value < 256 }) else {
            return nil
        }
        return text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
}

/// Numbers and literals of a JSON text that hold a secret: a placeholder in their place must be a string.
enum BareValues {
    /// The edits, those outside of strings widened to the whole value and written as a string.
    static func quoting(_ edits: [SecretFinder.Edit], in text: [UInt8]) -> [SecretFinder.Edit] {
        var quoted: [SecretFinder.Edit] = []
        var isInString = false
        var index = 0
        for edit in edits {
            while index < edit.range.lowerBound {
                if text[index] == UInt8(ascii: "\\"), isInString {
                    index += 1
                } else if text[index] == UInt8(ascii: "\"") {
                    isInString.toggle()
                }
                index += 1
            }
            guard !isInString, text[edit.range].allSatisfy(isBare) else {
                quoted.append(edit)
                continue
            }
            let start = text[..<edit.range.lowerBound].lastIndex { !isBare($0) }.map { $0 + 1 } ?? 0
            let end = text[edit.range.upperBound...].firstIndex { !isBare($0) } ?? text.count
            guard start >= quoted.last?.range.upperBound ?? 0 else { continue }
            let string = "\"".utf8 + JSONEscapes.encode(Array(edit.name.utf8)) + "\"".utf8
            quoted.append(SecretFinder.Edit(range: start..<end, replacement: string, name: edit.name))
        }
        return quoted
    }

    private static func isBare(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "+-.".utf8.contains(byte) }
}
