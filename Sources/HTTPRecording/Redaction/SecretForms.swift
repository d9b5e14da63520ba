import Foundation
import JSONValues

/// The spellings of a secret to search for in decoded bytes.
///
/// Escapes, base64 and hexadecimal need no spelling, because they are decoded before the comparison.
enum SecretForms {
    struct Spelling {
        /// The bytes to find, with ASCII letters in lower case unless letter case matters.
        let bytes: [UInt8]
        /// The placeholder in the same encoding; `nil` for a placeholder itself, which stays.
        let replacement: [UInt8]?
        /// Whether the spelling is so short that it matches only a whole value.
        let isShort: Bool
        var isExact: Bool { isShort || replacement == nil }
    }

    static func spellings(of value: String, placeholder: String) -> [Spelling] {
        let plain = Array(placeholder.utf8)
        var spellings: [Spelling] = []
        var seen: Set<[UInt8]> = []
        func add(_ bytes: [UInt8], _ replacement: [UInt8], isShort: Bool) {
            let folded = isShort ? bytes : bytes.map(\.asciiLowercased)
            guard !bytes.isEmpty, seen.insert(folded).inserted else { return }
            spellings.append(Spelling(bytes: folded, replacement: replacement, isShort: isShort))
        }
        let trimmed = Self.trimmed(value)
        for text in [value, trimmed] where !text.isEmpty {
            let isShort = text.unicodeScalars.count < 4
            let utf8 = Array(text.utf8)
            add(utf8, plain, isShort: isShort)
            // A service may have decoded a secret that looks escaped.
            var undone = DecodedView(utf8)
            for _ in 0..<3 where undone.isChanged {
                if undone.bytes.count >= 4 { add(undone.bytes, plain, isShort: false) }
                undone = DecodedView(undone.bytes)
            }
            if text.utf8.contains(where: { $0 >= 0x80 }), let latin1 = text.latin1 {
                add(latin1, plain, isShort: isShort)
            }
            for misread in Self.misread(text) { add(misread, plain, isShort: isShort) }
            add(Self.pointerToken(text), plain, isShort: isShort)
            guard !isShort else { continue }
            // ASCII letters match in either case; other letters need their own spellings.
            for other in [text.lowercased(), text.uppercased()] { add(Array(other.utf8), plain, isShort: false) }
            for isBigEndian in [false, true] {
                add(
                    Self.utf16(text, isBigEndian: isBigEndian), Self.utf16(placeholder, isBigEndian: isBigEndian),
                    isShort: false)
            }
        }
        return spellings
    }

    static func trimmed(_ value: String) -> String { value.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Returns the value after its UTF-8 was misread as Latin-1 or as Windows-1252, in UTF-8.
    static func misread(_ text: String) -> [[UInt8]] {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return [] }
        func read(_ scalar: (UInt8) -> UInt32) -> [UInt8] {
            Array(String(String.UnicodeScalarView(text.utf8.compactMap { Unicode.Scalar(scalar($0)) })).utf8)
        }
        return [
            read { UInt32($0) }, read { (0x80...0x9F).contains($0) ? Windows1252.upper[Int($0 - 0x80)] : UInt32($0) },
        ]
    }

    /// Returns the value as a reference token of a JSON Pointer (RFC 6901, 3).
    static func pointerToken(_ text: String) -> [UInt8] {
        Array(JSONPointer(tokens: [text]).description.utf8.dropFirst())
    }

    static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let (high, low) = (UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit))
            return isBigEndian ? [high, low] : [low, high]
        }
    }
}

struct JSONScalars {
    struct Scalar {
        let pointer: JSONPointer
        /// The name of its member, or of the member whose array contains it.
        let name: String
        let range: Range<Int>
        let json: JSON
    }

    private(set) var all: [Scalar] = []

    private struct Container {
        let isObject: Bool
        let name: String
        var index = 0
        var key: String?
    }

    /// Scans text that is known to be JSON, starting at its first bracket.
    init(in text: [UInt8], from start: Int, where isWanted: (String, [String]) -> Bool) {
        var open: [Container] = []
        var path: [String] = []
        JSONTokens.each(in: text[start...]) { token in
            switch token.first {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                // An object within an array inherits the name; its members have their own.
                let name = open.last.map { $0.key ?? $0.name } ?? ""
                open.append(Container(isObject: token.first == UInt8(ascii: "{"), name: name))
                path.append("")
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                open.removeLast()
                path.removeLast()
            case UInt8(ascii: ","):
                open[open.count - 1].index += 1
                open[open.count - 1].key = nil
            case UInt8(ascii: ":"): break
            default:
                guard let container = open.last else { return }
                let name = container.key ?? container.name
                if container.isObject, container.key == nil {
                    let key = Self.key(token)
                    open[open.count - 1].key = key
                    path[path.count - 1] = key
                } else if isWanted(name, path), let json = JSON(ifValid: token) {
                    // Never fails: the whole text has been parsed before.
                    all.append(Scalar(pointer: JSONPointer(tokens: path), name: name, range: token.indices, json: json))
                }
            }
            if let container = open.last, !container.isObject { path[path.count - 1] = String(container.index) }
        }
    }

    private static func key(_ text: ArraySlice<UInt8>) -> String {
        guard text.contains(UInt8(ascii: "\\")) else {
            return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
        }
        // Never fails: the whole text has been parsed before.
        return JSON(ifValid: text)?.stringValue ?? ""
    }
}
