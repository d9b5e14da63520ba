/// The formats of JSON Schema 2020-12 (validation, section 7.3).
enum StringFormat: String, Sendable, Hashable, CaseIterable {
    case dateTime = "date-time"
    case date
    case time
    case duration
    case email
    case idnEmail = "idn-email"
    case hostname
    case idnHostname = "idn-hostname"
    case ipv4
    case ipv6
    case uri
    case uriReference = "uri-reference"
    case iri
    case iriReference = "iri-reference"
    case uuid
    case uriTemplate = "uri-template"
    case jsonPointer = "json-pointer"
    case relativeJSONPointer = "relative-json-pointer"
    case regex

    func matches(_ text: String) -> Bool {
        switch self {
        case .idnHostname: return Hostname.isInternational(text)
        case .idnEmail: return Email.isInternational(text)
        case .regex: return (try? PatternParser.parse(text)) != nil
        case .dateTime, .date, .time, .duration, .email, .hostname, .ipv4, .ipv6, .uri, .uriReference, .iri,
            .iriReference, .uuid, .uriTemplate, .jsonPointer, .relativeJSONPointer:
            if let result = text.utf8.withContiguousStorageIfAvailable({ matches($0) }) { return result }
            var native = text
            return native.withUTF8 { matches($0) }
        }
    }

    private func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var scanner = FormatScanner(bytes)
        switch self {
        case .dateTime: return DateTimeSyntax.isDateTime(&scanner)
        case .date: return DateTimeSyntax.isDate(&scanner)
        case .time: return DateTimeSyntax.isTime(&scanner)
        case .duration: return DateTimeSyntax.isDuration(&scanner)
        case .email: return Email.isPlain(&scanner)
        case .hostname: return Hostname.isPlain(bytes)
        case .ipv4: return Address.isVersion4(bytes)
        case .ipv6: return Address.isVersion6(bytes)
        case .uri: return URISyntax.isURI(bytes, isReference: false, isInternational: false)
        case .uriReference: return URISyntax.isURI(bytes, isReference: true, isInternational: false)
        case .iri: return URISyntax.isURI(bytes, isReference: false, isInternational: true)
        case .iriReference: return URISyntax.isURI(bytes, isReference: true, isInternational: true)
        case .uuid: return Address.isUUID(bytes)
        case .uriTemplate: return URISyntax.isTemplate(bytes)
        case .jsonPointer: return PointerSyntax.isPointer(bytes[...])
        case .relativeJSONPointer: return PointerSyntax.isRelativePointer(bytes)
        case .idnHostname, .idnEmail, .regex: return false
        }
    }

    var phrase: String {
        switch self {
        case .dateTime: "a date-time (RFC 3339), such as 2024-02-29T12:30:00Z"
        case .date: "a date (RFC 3339), such as 2024-02-29"
        case .time: "a time (RFC 3339), such as 12:30:00Z"
        case .duration: "a duration (ISO 8601), such as P1DT12H"
        case .email: "an email address"
        case .idnEmail: "an internationalized email address"
        case .hostname: "a host name"
        case .idnHostname: "an internationalized host name"
        case .ipv4: "an IPv4 address"
        case .ipv6: "an IPv6 address"
        case .uri: "a URI with its scheme"
        case .uriReference: "a URI reference"
        case .iri: "an IRI with its scheme"
        case .iriReference: "an IRI reference"
        case .uuid: "a UUID"
        case .uriTemplate: "a URI template (RFC 6570)"
        case .jsonPointer: "a JSON Pointer"
        case .relativeJSONPointer: "a relative JSON Pointer"
        case .regex: "a regular expression (ECMA-262)"
        }
    }
}

struct FormatScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Takes a letter in either case, given in lowercase.
    mutating func takeLetter(_ letter: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: letter) else { return false }
        position += 1
        return true
    }

    mutating func number(digits: Int) -> Int? {
        guard position + digits <= bytes.count else { return nil }
        var value = 0
        for offset in 0..<digits {
            let digit = bytes[position + offset] &- 48
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        position += digits
        return value
    }

    mutating func digits() -> Int {
        let start = position
        while let byte = peek, byte &- 48 < 10 { position += 1 }
        return position - start
    }
}
