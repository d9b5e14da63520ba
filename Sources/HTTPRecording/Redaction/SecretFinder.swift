import JSONValues

/// A search for secrets under every layer of encoding, with their replacements.
///
/// Escapes are decoded level by level (JSON strings in JSON strings, percent-encoding, character references). Each
/// level maps its bytes to their origin. Base64 is decoded everywhere. A match below escapes is replaced in its own
/// encoding, as by a client that sends the placeholder instead of the secret. The number of passes is fixed.
struct SecretFinder: Sendable {
    /// The kind of text, which determines the bounds of short secrets and the form of replacements.
    enum Context: Sendable {
        case text, json, url
        /// Images and other data, in which only stretches of text may be escaped.
        case binary
    }

    struct Edit {
        var range: Range<Int>
        var replacement: [UInt8]
        var placeholder: String
        /// The possible unescaped texts of the range, in lower case. The first one that fits explains the escapes.
        fileprivate var meanings: [[UInt8]] = []
    }

    private struct Needle {
        let spelling: SecretForms.Spelling
        let value: [UInt8]
        let placeholder: String
    }

    private struct Found {
        var edits: [Edit] = []
        var protected: [Range<Int>] = []
    }

    private static let levels = 4

    private let needles: [Needle]
    /// The needles by their first bytes: as many of `widths` as they have. Tokens often share a short prefix.
    private let byStart: [UInt64: [Int]]
    private let isFirstByte: [Bool]
    private static let widths = [8, 4, 1]
    private let minimumRun: Int
    private let publicNames: Set<String>

    init(_ secrets: [Secret], publicNames: Set<String> = []) {
        var needles: [Needle] = []
        for secret in secrets {
            let placeholder = Array(secret.placeholder.utf8)
            for spelling in SecretForms.spellings(of: secret.value, placeholder: secret.placeholder) {
                needles.append(
                    Needle(spelling: spelling, value: Array(secret.value.utf8), placeholder: secret.placeholder))
            }
            let kept = SecretForms.Spelling(bytes: placeholder, replacement: nil, isShort: false)
            needles.append(Needle(spelling: kept, value: placeholder, placeholder: secret.placeholder))
        }
        // Longest first, so that a secret inside another one does not hide it; otherwise in the given order.
        self.needles = needles.sorted { $0.spelling.bytes.count > $1.spelling.bytes.count }
        var byStart: [UInt64: [Int]] = [:]
        var isFirstByte = [Bool](repeating: false, count: 256)
        for (index, needle) in self.needles.enumerated() {
            let bytes = needle.spelling.bytes
            guard let first = bytes.first, let width = Self.widths.first(where: { $0 <= bytes.count }) else { continue }
            isFirstByte[Int(Self.folded(first))] = true
            byStart[Self.start(of: bytes[..<width]), default: []].append(index)
        }
        self.byStart = byStart
        self.isFirstByte = isFirstByte
        minimumRun = needles.contains(where: \.spelling.isShort) ? 4 : 6
        self.publicNames = publicNames
    }

    var isEmpty: Bool { needles.isEmpty }

    func redact(_ bytes: [UInt8], _ context: Context) -> [UInt8] {
        var text = bytes
        // Replacements create new matches only in contrived cases. The limit guarantees termination.
        for _ in 0..<8 {
            let edits = edits(in: text, context)
            if edits.isEmpty { return text }
            text = Self.apply(edits, to: text)
        }
        return text
    }

    func edits(in bytes: [UInt8], _ context: Context) -> [Edit] {
        guard !isEmpty else { return [] }
        switch context {
        case .text, .url: return find(in: bytes, context, depth: Self.levels).edits
        case .binary: return Self.resolved(findInStretches(of: bytes))
        case .json: return BareValues.quoting(find(in: bytes, .json, depth: Self.levels).edits, in: bytes)
        }
    }

    private static func apply(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8] {
        bytes.applying(edits.map { ($0.range, $0.replacement) })
    }

    /// Finds secrets in the raw bytes, in base64 within them, and below their escapes.
    private func find(in bytes: [UInt8], _ context: Context, depth: Int) -> Found {
        var found = scan(bytes, context)
        if depth > 0 {
            findInBase64(bytes, depth: depth, &found)
            findInHexadecimal(bytes, depth: depth, &found)
            var view = DecodedView(bytes)
            for level in 1...Self.levels where view.isChanged {
                if level > 1 { view = view.next() }
                guard view.isChanged else { break }
                var inner = scan(view.bytes, context)
                findInBase64(view.bytes, depth: depth, &inner)
                findInHexadecimal(view.bytes, depth: depth, &inner)
                found.protected += inner.protected.map(view.source)
                found.edits += inner.edits.compactMap { edit in
                    let range = view.source(of: edit.range)
                    // A match without escapes belongs to the raw bytes.
                    guard !view.bytes[edit.range].elementsEqual(bytes[range]) else { return nil }
                    let written = EncodingStyle.written(
                        edit.replacement, like: Array(bytes[range]), meaning: edit.meanings)
                    return Edit(range: range, replacement: written, placeholder: edit.placeholder)
                }
            }
        }
        found.edits = Self.resolved(found)
        guard case .url = context else { return found }
        // Every replacement in a URL or form is percent-encoded, even if the original was not.
        for index in found.edits.indices where !Self.isPercentEncoded(found.edits[index].replacement) {
            found.edits[index].replacement = PercentCoding.encode(found.edits[index].replacement)
        }
        return found
    }

    /// Finds secrets in binary data and below the escapes of its text. A multipart body may hold JSON beside an image.
    private func findInStretches(of bytes: [UInt8]) -> Found {
        var found = scan(bytes, .text)
        for stretch in bytes.indices.split(whereSeparator: { bytes[$0] < 0x20 && !(0x09...0x0D).contains(bytes[$0]) })
        where stretch.count >= minimumRun {
            // Includes the adjacent bytes, which do not delimit a value.
            let range = max(0, stretch.startIndex - 1)..<min(bytes.count, stretch.endIndex + 1)
            let inner = find(in: Array(bytes[range]), .text, depth: Self.levels)
            func moved(_ found: Range<Int>) -> Range<Int> {
                found.lowerBound + range.lowerBound..<found.upperBound + range.lowerBound
            }
            found.protected += inner.protected.map(moved)
            found.edits += inner.edits.map { edit in
                modified(edit) { $0.range = moved($0.range) }
            }
        }
        return found
    }

    private static func isPercentEncoded(_ text: [UInt8]) -> Bool {
        text.indices.allSatisfy { index in
            text[index].isASCIIAlphanumeric || "-._~".utf8.contains(text[index])
                || PercentCoding.triple(in: text[...], at: index) != nil
        }
    }

    private func scan(_ bytes: [UInt8], _ context: Context) -> Found {
        var found = Found()
        var index = 0
        scanning: while index < bytes.count {
            for candidate in candidates(in: bytes, at: index) {
                let spelling = needles[candidate].spelling
                let end = index + spelling.bytes.count
                guard end <= bytes.count, matches(spelling, bytes, at: index) else { continue }
                guard let replacement = spelling.replacement else {
                    found.protected.append(index..<end)
                    index = end
                    continue scanning
                }
                if spelling.isShort, !isWholeValue(index..<end, in: bytes, context) { continue }
                if !publicNames.isEmpty, publicNames.contains(String(decoding: bytes[index..<end], as: UTF8.self)),
                    isName(index..<end, in: bytes, context)
                {
                    continue
                }
                let needle = needles[candidate]
                found.edits.append(
                    Edit(
                        range: index..<end, replacement: replacement, placeholder: needle.placeholder,
                        meanings: [needle.value.map(\.asciiLowercased), spelling.bytes.map(\.asciiLowercased)]))
                index = end
                continue scanning
            }
            index += 1
        }
        return found
    }

    /// Returns the needles that may match at an index, longest first.
    private func candidates(in bytes: [UInt8], at index: Int) -> [Int] {
        guard isFirstByte[Int(Self.folded(bytes[index]))] else { return [] }
        return Self.widths.flatMap { width in
            index + width <= bytes.count ? byStart[Self.start(of: bytes[index..<index + width])] ?? [] : []
        }
    }

    private static func start(of bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64(folded($1)) }
    }

    /// Returns the same byte for all bytes that may match each other.
    private static func folded(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: "+") ? 0x20 : byte.asciiLowercased }

    private func matches(_ spelling: SecretForms.Spelling, _ bytes: [UInt8], at index: Int) -> Bool {
        if spelling.isExact { return bytes[index..<index + spelling.bytes.count].elementsEqual(spelling.bytes) }
        for (offset, wanted) in spelling.bytes.enumerated() {
            let byte = bytes[index + offset]
            guard byte == wanted || byte.asciiLowercased == wanted || wanted == 0x20 && byte == UInt8(ascii: "+") else {
                return false
            }
        }
        return true
    }

    private func findInBase64(_ bytes: [UInt8], depth: Int, _ found: inout Found) {
        for run in Base64.runs(in: bytes, minimum: minimumRun) {
            for offset in 0..<min(4, run.digits.count) {
                let digits = bytes[run.digits].dropFirst(offset)
                let decoded = Base64.decode(digits, run.alphabet)
                let inner = find(inDecoded: decoded, isWholeRun: offset == 0, depth: depth)
                let (end, isPadded) = run.ending(from: offset)
                guard let last = inner.edits.last else {
                    // Only the digits of a placeholder, because a plain secret may follow in the same run.
                    found.protected += inner.protected.map { range in
                        let upper = digits.startIndex + (range.upperBound * 4 + 2) / 3
                        return digits.startIndex + range.lowerBound * 4 / 3..<min(end, upper)
                    }
                    continue
                }
                let replaced = Base64.encode(Self.apply(inner.edits, to: decoded), run.alphabet, padded: isPadded)
                let range = digits.startIndex..<end
                found.edits.append(
                    Edit(
                        range: range, replacement: replaced, placeholder: last.placeholder,
                        meanings: [bytes[range].map(\.asciiLowercased)]))
            }
        }
    }

    private func findInHexadecimal(_ bytes: [UInt8], depth: Int, _ found: inout Found) {
        for run in Hex.runs(in: bytes) {
            for offset in 0...1 {
                let start = run.lowerBound + offset
                let decoded = Hex.decode(bytes[start..<run.upperBound])
                let inner = find(inDecoded: decoded, isWholeRun: offset == 0, depth: depth)
                func moved(_ range: Range<Int>) -> Range<Int> {
                    start + 2 * range.lowerBound..<start + 2 * range.upperBound
                }
                found.protected += inner.protected.map(moved)
                found.edits += inner.edits.map { edit in
                    let digits = bytes[moved(edit.range)]
                    let isUppercase = digits.contains { (0x41...0x46).contains($0) }
                    return Edit(
                        range: digits.indices, replacement: Hex.encode(edit.replacement, uppercase: isUppercase),
                        placeholder: edit.placeholder, meanings: [digits.map(\.asciiLowercased)])
                }
            }
        }
    }

    /// Finds secrets in decoded digits. Only the whole of a run can contain more layers.
    private func find(inDecoded bytes: [UInt8], isWholeRun: Bool, depth: Int) -> Found {
        let isText = isWholeRun && bytes.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
        if isText { return find(in: bytes, .text, depth: depth - 1) }
        var found = scan(bytes, .text)
        // In binary data, a few bytes match by chance.
        found.edits.removeAll { $0.range.count < 4 }
        found.edits = Self.resolved(found)
        return found
    }

    /// Returns the edits, sorted and without overlaps. The edit that starts first wins, then the longer one.
    private static func resolved(_ found: Found) -> [Edit] {
        var protected = found.protected.sorted { $0.lowerBound < $1.lowerBound }[...]
        var reached = 0
        var resolved: [Edit] = []
        for edit in found.edits.sorted(by: {
            ($0.range.lowerBound, $1.range.count) < ($1.range.lowerBound, $0.range.count)
        }) {
            // The end of the protected ranges that start before the edit.
            while let next = protected.first, next.lowerBound < edit.range.lowerBound {
                reached = max(reached, next.upperBound)
                protected = protected.dropFirst()
            }
            let isProtected =
                reached > edit.range.lowerBound
                || protected.first.map { $0.lowerBound < edit.range.upperBound } ?? false
            if !isProtected, edit.range.lowerBound >= resolved.last?.range.upperBound ?? 0 { resolved.append(edit) }
        }
        return resolved
    }

    private func isName(_ range: Range<Int>, in bytes: [UInt8], _ context: Context) -> Bool {
        let before = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : nil
        let after = range.upperBound < bytes.count ? bytes[range.upperBound] : nil
        switch context {
        case .json, .text, .binary:
            guard before == UInt8(ascii: "\""), after == UInt8(ascii: "\"") else { return false }
            let rest = bytes[(range.upperBound + 1)...]
            return rest.first { !$0.isASCIIWhitespace } == UInt8(ascii: ":")
        case .url: return before.map { "&?".utf8.contains($0) } ?? true && after == UInt8(ascii: "=")
        }
    }

    /// Returns whether a match is delimited like a value, and is not a part of a word or a member's name.
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
        return follower != UInt8(ascii: "\"") || rest.first { !$0.isASCIIWhitespace } != UInt8(ascii: ":")
    }
}

/// The escaping of a match: the layers to decode, in order, to get its plain bytes.
private enum EncodingStyle {
    static func written(_ replacement: [UInt8], like original: [UInt8], meaning: [[UInt8]]) -> [UInt8] {
        let layers = meaning.lazy.compactMap { self.layers(from: original, to: $0, atMost: 3) }.first ?? guess(original)
        return layers.reversed().reduce(replacement) { $1.encode($0, like: original) }
    }

    private static func layers(from text: [UInt8], to meaning: [UInt8], atMost limit: Int) -> [EscapeLayers]? {
        if text.count == meaning.count, zip(text, meaning).allSatisfy({ $0 == $1 || $0.asciiLowercased == $1 }) {
            return []
        }
        guard limit > 0 else { return nil }
        for allowed in 0..<limit {
            for layer in EscapeLayers.each {
                let view = DecodedView(text, layer)
                guard view.isChanged, let rest = layers(from: view.bytes, to: meaning, atMost: allowed) else {
                    continue
                }
                return [layer] + rest
            }
        }
        return nil
    }

    private static func guess(_ text: [UInt8]) -> [EscapeLayers] {
        for layer in [EscapeLayers.percent, .entities, .base64LineBreaks] where DecodedView(text, layer).isChanged {
            return [layer]
        }
        return []
    }
}

/// The numbers and literals of a JSON text that contain a secret. Their placeholder must be a string.
enum BareValues {
    /// Returns the edits. Those outside strings are widened to the whole value and written as a string.
    static func quoting(_ edits: [SecretFinder.Edit], in text: [UInt8]) -> [SecretFinder.Edit] {
        var quoted: [SecretFinder.Edit] = []
        var isInString = false
        var index = 0
        for edit in edits {
            // The first of several matches in a number replaces the whole number.
            if edit.range.lowerBound < quoted.last?.range.upperBound ?? 0 { continue }
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
            let placeholder = Array(edit.placeholder.utf8)
            // The stand-in of a number stays a number.
            let isNumber = JSON(ifValid: placeholder)?.numberValue != nil
            let value = isNumber ? placeholder : "\"".utf8 + BackslashEscapes.encode(placeholder) + "\"".utf8
            quoted.append(SecretFinder.Edit(range: start..<end, replacement: value, placeholder: edit.placeholder))
        }
        return quoted
    }

    private static func isBare(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "+-.".utf8.contains(byte) }
}
