import Foundation
import JSONValues

/// A secret found in output that must not contain it.
public struct Leak: Sendable, Hashable, CustomStringConvertible {
    /// The placeholder of the secret, never its value.
    public let secret: String
    /// The encoding of the secret, such as `base64`.
    public let encoding: String
    /// The location in the document; `nil` if the bytes are not JSON.
    public let pointer: JSONPointer?

    /// The leak without the secret's value.
    public var description: String {
        "the value of \(secret) (\(encoding))" + (pointer.map { " at \($0)" } ?? "")
    }
}

/// A search for each secret in each encoding, spelled out.
///
/// It shares no search with redaction, so that each can find what the other misses. The member names of a HAR and the
/// values that the harness writes are not secrets, even if a password is the same word.
struct LeakScan {
    private struct Find {
        let secret: String
        let encoding: String
        /// Whether the secret is a short word of letters, like the names of header fields and parameters.
        let isWord: Bool
    }

    /// The strings compared in lower case.
    private let spelled: StringIndex
    /// The base64 strings, in which letter case matters.
    private let digits: StringIndex
    private let finds: [Find]
    private let placeholders: [[UInt8]]
    private let publicNames: Set<String>

    init(_ secrets: [Secret], publicNames: Set<String> = []) {
        var finds: [Find] = []
        var spelled: [(bytes: [UInt8], find: Int)] = []
        var digits: [(bytes: [UInt8], find: Int)] = []
        for secret in secrets where !secret.isShort {
            let isWord = secret.value.utf8.count < 12 && secret.value.utf8.allSatisfy { ($0 | 0x20).isASCIILowercase }
            var seen: Set<[UInt8]> = []
            for text in Set([secret.value, SecretForms.trimmed(secret.value)]) where text.unicodeScalars.count >= 4 {
                for (encoding, bytes) in Self.spellings(of: text) where bytes.count >= 4 {
                    let folded = bytes.map(\.asciiLowercased)
                    guard seen.insert(folded).inserted else { continue }
                    spelled.append((folded, finds.count))
                    finds.append(Find(secret: secret.name, encoding: encoding, isWord: isWord))
                }
                for bytes in Self.digits(of: text) {
                    digits.append((bytes, finds.count))
                    finds.append(Find(secret: secret.name, encoding: "base64", isWord: isWord))
                }
            }
        }
        self.finds = finds
        self.spelled = StringIndex(spelled)
        self.digits = StringIndex(digits)
        let plain = secrets.map { Array($0.placeholder.utf8) }
        placeholders = plain.flatMap { [$0, PercentCoding.encode($0), PercentCoding.encode($0, uppercase: false)] }
        self.publicNames = publicNames
    }

    /// Returns the spellings of a value in every encoding that does not depend on adjacent bytes.
    private static func spellings(of value: String) -> [(encoding: String, bytes: [UInt8])] {
        let bytes = Array(value.utf8)
        var spellings: [(String, [UInt8])] = [
            ("plain text", bytes), ("changed letter case", Array(value.lowercased().utf8)),
            ("changed letter case", Array(value.uppercased().utf8)),
            ("percent-encoding", PercentCoding.encode(bytes)),
            ("form encoding", formEncoded(bytes)),
            ("hexadecimal", Hex.encode(bytes, uppercase: false)),
            ("UTF-16", SecretForms.utf16(value, isBigEndian: false)),
            ("UTF-16", SecretForms.utf16(value, isBigEndian: true)),
            ("character references", CharacterReferences.encode(bytes)),
            ("a JSON Pointer", SecretForms.pointerToken(value)),
        ]
        for bytes in SecretForms.misread(value) { spellings.append(("UTF-8 read as Latin-1", bytes)) }
        if let latin1 = value.latin1 { spellings.append(("Latin-1", latin1)) }
        return spellings
    }

    private static func formEncoded(_ bytes: [UInt8]) -> [UInt8] {
        Array(
            bytes.split(separator: 0x20, omittingEmptySubsequences: false).map { PercentCoding.encode($0) }
                .joined(separator: [UInt8(ascii: "+")]))
    }

    /// Returns the base64 digits that depend only on the value, at all three offsets and in both alphabets.
    private static func digits(of value: String) -> Set<[UInt8]> {
        let bytes = Array(value.utf8)
        var digits: Set<[UInt8]> = []
        // A value in JSON in base64 is escaped first.
        for plain in Set([bytes, BackslashEscapes.encode(bytes)]) {
            for alphabet in Base64.Alphabet.allCases {
                for before in 0..<3 {
                    let encoded = Base64.encode([UInt8](repeating: 0, count: before) + plain, alphabet, padded: false)
                    // The digits at both ends also encode bits of adjacent bytes.
                    let tail = (before + plain.count) % 3 == 0 ? 0 : 1
                    let inner = Array(encoded.dropFirst((before * 8 + 5) / 6).dropLast(tail))
                    // Shorter sequences occur by chance in any image.
                    if inner.count >= 5 { digits.insert(inner) }
                }
            }
        }
        return digits
    }

    // MARK: - Documents

    func leaks(in bytes: [UInt8]) -> [Leak] {
        guard !finds.isEmpty else { return [] }
        guard let json = JSON(ifValid: bytes) else { return leaks(in: bytes, at: nil).distinct }
        var found: [Leak] = []
        if json["log"] != nil {
            walk(json, KnownFields.whole, at: .root, &found)
        } else {
            walk(json, at: .root, &found)
        }
        return found.distinct
    }

    /// Walks a HAR. Skips the members of the format and the values that the harness generates.
    private func walk(_ json: JSON, _ known: KnownFields, at pointer: JSONPointer, _ found: inout [Leak]) {
        switch (json, known) {
        case (.object(let members), .object(let fields)):
            let isMediaType = members["name"]?.stringValue?.lowercased() == "content-type"
            for (key, value) in members {
                if isMediaType, key == "value", fields[key] != nil {
                    found += leaks(inMediaType: value, at: pointer.appending(key))
                } else if let field = fields[key] {
                    walk(value, field, at: pointer.appending(key), &found)
                } else {
                    found += leaks(in: Array(key.utf8), at: pointer)
                    walk(value, at: pointer.appending(key), &found)
                }
            }
        case (.array(let elements), .array(let field)):
            for (index, element) in elements.enumerated() {
                walk(element, field, at: pointer.appending(index), &found)
            }
        case (_, .value):
            switch pointer.tokens.last {
            case "name"?: found += leaks(inName: json, at: pointer)
            case "mimeType"?: found += leaks(inMediaType: json, at: pointer)
            case let key? where KnownFields.generated.contains(key): break
            default: walk(json, at: pointer, &found)
            }
        case (_, .object), (_, .array): walk(json, at: pointer, &found)
        }
    }

    /// Searches the parameters of a media type. The type itself comes from a fixed list.
    private func leaks(inMediaType json: JSON, at pointer: JSONPointer) -> [Leak] {
        let parameters = json.stringValue?.split(separator: ";", maxSplits: 1).dropFirst().first ?? ""
        return leaks(in: Array(parameters.utf8), at: pointer)
    }

    /// Searches the name of a header field, cookie or parameter. A short password may be the same word.
    private func leaks(inName json: JSON, at pointer: JSONPointer) -> [Leak] {
        matches(in: Array((json.stringValue ?? "").utf8)).map { finds[$0] }.filter { !$0.isWord }
            .map { Leak(secret: $0.secret, encoding: $0.encoding, pointer: pointer) }
    }

    private func walk(_ json: JSON, at pointer: JSONPointer, _ found: inout [Leak]) {
        json.forEachValue(at: pointer) { pointer, json in
            if let text = json.stringValue ?? json.numberValue?.text {
                found += leaks(in: Array(text.utf8), at: pointer)
            }
            // In a separate body file, the names in the contract are not secrets.
            for key in json.objectValue?.keys ?? [] where !publicNames.contains(key) {
                found += leaks(in: Array(key.utf8), at: pointer)
            }
        }
    }

    // MARK: - Texts

    private func leaks(in text: [UInt8], at pointer: JSONPointer?) -> [Leak] {
        matches(in: text).map { Leak(secret: finds[$0].secret, encoding: finds[$0].encoding, pointer: pointer) }
    }

    /// Searches a text and up to four nested decodings of it from base64 or hexadecimal, each with up to three levels of
    /// escapes decoded.
    private func matches(in text: [UInt8]) -> [Int] {
        var found: [Int] = []
        var texts = [text]
        for _ in 0...4 {
            texts.removeAll { $0.count < 4 }
            for var text in texts {
                search(text, &found)
                for _ in 0..<3 {
                    let view = DecodedView(text)
                    guard view.isChanged else { break }
                    text = view.bytes
                    search(text, &found)
                }
            }
            texts = texts.flatMap { text -> [[UInt8]] in
                let decoded = Data(base64Encoded: Data(text), options: .ignoreUnknownCharacters).map { Array($0) } ?? []
                return [decoded, text.allSatisfy { $0.hexadecimalValue != nil } ? Hex.decode(text[...]) : []]
            }
        }
        return found
    }

    private func search(_ text: [UInt8], _ found: inout [Int]) {
        // Computed only for a match, which is rare.
        lazy var hidden = placeholderRanges(in: text)
        func note(_ find: Int, _ range: Range<Int>) {
            let next = hidden.partitioningIndex { $0.lowerBound > range.lowerBound }
            if next > 0, range.upperBound <= hidden[next - 1].upperBound { return }
            let isPublicName =
                !publicNames.isEmpty && Self.isName(range, in: text)
                && publicNames.contains(String(decoding: text[range], as: UTF8.self))
            if !isPublicName, !found.contains(find) { found.append(find) }
        }
        spelled.search(text.map(\.asciiLowercased)) { note($0, $1) }
        digits.search(text) { note($0, $1) }
    }

    private static func isName(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        let before = range.lowerBound == 0 ? UInt8(ascii: "&") : text[range.lowerBound - 1]
        var after = text[range.upperBound...].drop { $0 == UInt8(ascii: "\\") }
        if "&?".utf8.contains(before) { return after.first == UInt8(ascii: "=") }
        guard before == UInt8(ascii: "\""), after.popFirst() == UInt8(ascii: "\"") else { return false }
        return after.drop(while: \.isASCIIWhitespace).first == UInt8(ascii: ":")
    }

    private func placeholderRanges(in text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = 0
        scanning: while index < text.count {
            for placeholder in placeholders
            where placeholder.first == text[index] && text[index...].starts(with: placeholder) {
                ranges.append(index..<index + placeholder.count)
                index += placeholder.count
                continue scanning
            }
            index += 1
        }
        return ranges
    }
}

/// A search for many strings of at least four bytes, by their first four.
struct StringIndex: Sendable {
    private let byStart: [UInt32: [(bytes: [UInt8], find: Int)]]

    init(_ strings: [(bytes: [UInt8], find: Int)]) {
        byStart = Dictionary(grouping: strings) { $0.bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) } }
    }

    func search(_ text: [UInt8], _ found: (Int, Range<Int>) -> Void) {
        guard !byStart.isEmpty else { return }
        var start: UInt32 = 0
        for (last, byte) in text.enumerated() {
            start = start << 8 | UInt32(byte)
            guard last >= 3 else { continue }
            for (bytes, find) in byStart[start] ?? [] where text[(last - 3)...].starts(with: bytes) {
                found(find, (last - 3)..<(last - 3 + bytes.count))
            }
        }
    }
}

extension Redaction {
    /// Returns every secret left in the bytes of a file, in any encoding: the check before a file gets its name.
    ///
    /// Secrets of fewer than four characters are compared by redacting again, if the bytes are a recording.
    public func leaks(in bytes: [UInt8]) -> [Leak] {
        var leaks = LeakScan(secrets, publicNames: publicNames).leaks(in: bytes)
        let short = secrets.filter(\.isShort)
        // Outside a recording, a word of three letters proves nothing.
        if !short.isEmpty, let recording = try? Recording(parsing: bytes, file: "") {
            for secret in short
            where Redaction(secrets: [secret], publicNames: publicNames).redacted(recording).recording != recording {
                leaks.append(Leak(secret: secret.name, encoding: "plain text", pointer: nil))
            }
        }
        return leaks
    }
}
