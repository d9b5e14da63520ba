import Foundation
import JSONSchema

/// A secret found where none may be.
public struct Leak: Sendable, Hashable, CustomStringConvertible {
    /// The placeholder of the secret, never its value.
    public let secret: String
    /// The encoding it was found in, such as `base64`.
    public let encoding: String
    /// The place in the document; `nil` where the bytes are no JSON.
    public let pointer: JSONPointer?

    /// The find without its value.
    public var description: String {
        "the value of \(secret) (\(encoding))" + (pointer.map { " at \($0)" } ?? "")
    }
}

/// Looks for each secret in each encoding, spelled out.
///
/// It shares no search with redaction: what one overlooks the other is to find.
struct LeakScan {
    private struct Needle {
        let bytes: [UInt8]
        let secret: String
        let encoding: String
    }

    private var needles: [[Needle]] = Array(repeating: [], count: 256)
    private let placeholders: [[UInt8]]
    private let layers: [DecodedView.Layer]

    init(_ secrets: [Secret]) {
        let hasSpace = secrets.contains { $0.value.contains(" ") }
        layers = hasSpace ? DecodedView.Layer.allCases : [.jsonEscapes, .percent]
        let plain = secrets.map { Array($0.placeholder.utf8) }
        placeholders = plain.flatMap { [$0, PercentCoding.encode($0), PercentCoding.encode($0, uppercase: false)] }
        for secret in secrets where !secret.isShort {
            for (encoding, bytes) in Self.spellings(of: secret.value) where bytes.count >= 4 {
                needles[Int(bytes[0])].append(Needle(bytes: bytes, secret: secret.placeholder, encoding: encoding))
            }
        }
    }

    /// A secret's value in every encoding that does not depend on what is around it, and the inner digits of base64.
    private static func spellings(of value: String) -> [(encoding: String, bytes: [UInt8])] {
        let bytes = Array(value.utf8)
        var spellings: [(String, [UInt8])] = [("plain text", bytes)]
        if value.unicodeScalars.allSatisfy({ $0.value < 256 }) {
            spellings.append(("Latin-1", value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }))
        }
        for uppercase in [true, false] {
            spellings.append(("percent-encoding", PercentCoding.encode(bytes, uppercase: uppercase)))
            spellings.append(("hexadecimal", Hex.encode(bytes, uppercase: uppercase)))
        }
        // A value inside of JSON inside of base64 is escaped first.
        for plain in Set([bytes, JSONEscapes.encode(bytes)]) {
            for alphabet in Base64.Alphabet.allCases {
                spellings += (0..<3).compactMap { innerDigits(plain, alphabet, before: $0) }.map { ("base64", $0) }
            }
        }
        var seen: Set<[UInt8]> = []
        return spellings.filter { seen.insert($0.1).inserted }
    }

    /// The base64 digits that depend on nothing but the value, where so many bytes stand before it.
    private static func innerDigits(_ bytes: [UInt8], _ alphabet: Base64.Alphabet, before: Int) -> [UInt8]? {
        let encoded = Base64.encode([UInt8](repeating: 0, count: before) + bytes, alphabet, padded: false)
        // The digits at either end also hold bits of the neighbours.
        let head = (before * 8 + 5) / 6
        let tail = (before + bytes.count) % 3 == 0 ? 0 : 1
        let inner = Array(encoded.dropFirst(head).dropLast(tail))
        // Fewer digits than these turn up in any picture.
        return inner.count >= 5 ? inner : nil
    }

    func leaks(in bytes: [UInt8]) -> [Leak] {
        guard needles.contains(where: { !$0.isEmpty }) else { return [] }
        // What is no JSON is searched as it stands.
        guard let json = try? JSON(parsing: bytes) else { return unique(leaks(in: bytes, at: nil)) }
        var found: [Leak] = []
        walk(json, at: .root, &found)
        // What stands outside of strings, and whatever the walk did not reach.
        found += leaks(in: bytes, at: .root).filter { leak in !found.contains { $0.secret == leak.secret } }
        return unique(found)
    }

    private func walk(_ json: JSON, at pointer: JSONPointer, _ found: inout [Leak]) {
        switch json {
        case .null, .bool: break
        case .number(let number): found += leaks(in: Array(number.text.utf8), at: pointer)
        case .string(let text): found += leaks(in: Array(text.utf8), at: pointer)
        case .array(let elements):
            for (index, element) in elements.enumerated() { walk(element, at: pointer.appending(index), &found) }
        case .object(let members):
            for (key, value) in members {
                found += leaks(in: Array(key.utf8), at: pointer)
                walk(value, at: pointer.appending(key), &found)
            }
        }
    }

    /// Searches a text, what is left of it after undoing escapes up to three times, and what it is the base64 of.
    private func leaks(in text: [UInt8], at pointer: JSONPointer?) -> [Leak] {
        let decoded = Data(base64Encoded: Data(text)).map { Array($0) } ?? []
        return (unescaped(text) + unescaped(decoded)).flatMap(search)
            .map { Leak(secret: $0.secret, encoding: $0.encoding, pointer: pointer) }
    }

    private func unescaped(_ text: [UInt8]) -> [[UInt8]] {
        var texts = [text]
        // What holds a zero byte is a picture or the like, in which nothing is escaped.
        if text.contains(0) { return texts }
        var layer = [text]
        for _ in 0..<3 {
            layer = layer.flatMap { text in
                layers.filter { $0.occurs(in: text) }.map { DecodedView(text, $0).bytes }
            }
            texts += layer
        }
        return texts
    }

    private func search(_ text: [UInt8]) -> [Needle] {
        var found: [Needle] = []
        var index = 0
        scanning: while index < text.count {
            if text[index] == UInt8(ascii: "{") || text[index] == UInt8(ascii: "%")
                || !needles[Int(text[index])].isEmpty
            {
                for placeholder in placeholders where text[index...].starts(with: placeholder) {
                    index += placeholder.count
                    continue scanning
                }
                found += needles[Int(text[index])].filter { text[index...].starts(with: $0.bytes) }
            }
            index += 1
        }
        return found
    }

    private func unique(_ leaks: [Leak]) -> [Leak] {
        var seen: Set<Leak> = []
        return leaks.filter { seen.insert($0).inserted }
    }
}

extension Redaction {
    /// Every secret that is left in the bytes of a file, under any encoding: the check before a file gets its name.
    ///
    /// Secrets of fewer than four characters are compared by redacting once more, where the bytes are a recording.
    public func leaks(in bytes: [UInt8]) -> [Leak] {
        var leaks = LeakScan(secrets).leaks(in: bytes)
        let short = secrets.filter(\.isShort)
        // In what is no recording, a word of three letters tells nothing.
        if !short.isEmpty, let recording = try? Recording(parsing: bytes, file: "") {
            for secret in short
            where Redaction(secrets: [secret]).redacted(recording).recording != recording {
                leaks.append(Leak(secret: secret.placeholder, encoding: "plain text", pointer: nil))
            }
        }
        return leaks
    }
}
