import HTTPRecording
import JSONSchema

package struct BytesContract: Sendable, Hashable {
    package let prefix: [UInt8]
    package let minimumLength: Int
    package let digest: [UInt8]?

    package struct Fault: Sendable {
        package let key: ContractKeys.Bytes
        package let message: String
        package let expected: String
        package let found: String
    }

    /// Returns the first violated part of the rule; `what` begins the message.
    package func fault(of bytes: [UInt8], _ what: String) -> Fault? {
        if !bytes.starts(with: prefix) {
            return Fault(
                key: .prefix, message: "\(what) starts with different bytes", expected: Self.text(prefix),
                found: Self.text(bytes.prefix(prefix.count)))
        }
        if bytes.count < minimumLength {
            return Fault(
                key: .minLength, message: "\(what) is too short", expected: "at least \(minimumLength) bytes",
                found: "\(bytes.count) bytes")
        }
        guard let digest else { return nil }
        let found = SHA256.hash(bytes)
        return found == digest
            ? nil
            : Fault(
                key: .sha256, message: "\(what) has a different SHA-256",
                expected: Self.text(digest, uppercase: false), found: Self.text(found, uppercase: false))
    }

    private static func text(_ bytes: some Sequence<UInt8>, uppercase: Bool = true) -> String {
        String(decoding: Hex.encode(bytes, uppercase: uppercase), as: UTF8.self)
    }
}

extension BytesContract {
    init?(reading reader: ContractCursor) {
        guard let object = reader.object(of: ContractKeys.Bytes.self) else { return nil }
        prefix = object[.prefix].flatMap(Self.bytes) ?? []
        digest = object[.sha256].flatMap(Self.bytes)
        if let digest, digest.count != 32 {
            object[.sha256]?.fault("expected the 64 hexadecimal digits of a SHA-256, found \(digest.count * 2)")
        }
        minimumLength = object[.minLength]?.int(in: 0...Int(Int32.max), "bytes") ?? 0
    }

    private static func bytes(_ reader: ContractCursor) -> [UInt8]? {
        guard let hex = reader.string() else { return nil }
        let digits = hex.utf8.compactMap(\.hexadecimalValue)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        if bytes.count * 2 != hex.utf8.count {
            reader.fault("expected pairs of hexadecimal digits, found \"\(hex)\"")
        }
        return bytes
    }
}
