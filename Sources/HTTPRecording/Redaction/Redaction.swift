import Foundation
import JSONValues

/// A replacement of secrets by placeholders, in requests before matching and in exchanges before writing.
///
/// - Every occurrence of a secret is replaced in its encoding: plain, trimmed, in another letter case, in hexadecimal,
///   in UTF-16, and in base64 at any alignment. Backslash escapes, percent-encoding, character references and line
///   breaks in base64 are decoded, also in combination.
/// - Credentials in `Authorization` and `Proxy-Authorization` become their placeholders, or else `{header:NAME}`.
/// - Cookie values become `{cookie:NAME}`, further values of that cookie `{cookie:NAME#2}`, and the user information of
///   a URL `{userinfo}`.
/// - Cookie values that were seen become secrets (`learning(from:)`), so that their echoes are replaced too.
///
/// The result depends only on the input, and redaction is idempotent. Placeholders stay, even if they contain a
/// secret's value.
public struct Redaction: Sendable {
    let secrets: [Secret]
    /// Names of members and parameters that stay, even if a secret is the same word.
    let publicNames: Set<String>
    private let credentials: CredentialMembers?
    private let finder: SecretFinder

    /// Creates a redaction. Of several secrets with the same value, the first counts.
    public init(secrets: [Secret] = []) { self.init(secrets: secrets, publicNames: []) }

    package init(secrets: [Secret], publicNames: Set<String> = [], credentials: CredentialMembers? = nil) {
        self.secrets = secrets.filter(\.isEffective).distinct(by: \.value)
        self.publicNames = publicNames
        self.credentials = credentials
        finder = SecretFinder(self.secrets, publicNames: publicNames)
    }

    package func allowing(publicNames: Set<String>) -> Redaction {
        Redaction(secrets: secrets, publicNames: self.publicNames.union(publicNames), credentials: credentials)
    }

    /// Returns the redaction with more secrets, such as a header value that a scenario captured.
    public func adding(_ more: [Secret]) -> Redaction {
        let known = Set(secrets.map(\.value))
        let new = more.filter { !known.contains($0.value) }
        if new.isEmpty { return self }
        return Redaction(secrets: secrets + new, publicNames: publicNames, credentials: credentials)
    }

    /// Returns the redaction with all cookie values of the exchanges as secrets.
    ///
    /// Values of fewer than four characters and flags such as `true` and `deleted` are not searched elsewhere.
    public func learning(from exchanges: [HTTPExchange]) -> Redaction {
        var learned: [Secret] = []
        for exchange in exchanges {
            let sent = exchange.request.headers[all: "Cookie"].flatMap(CookiePair.parse)
            let set = exchange.response.headers[all: "Set-Cookie"].compactMap(SetCookie.init)
            for (name, value) in sent.map({ ($0.name, $0.value) }) + set.map({ ($0.name, $0.value) }) {
                let value = value.withoutQuotes
                let secret = Secret(value: value, placeholder: Self.cookiePlaceholder(name))
                guard !secret.isShort, !value.isPlaceholder, !Self.switches.contains(value.lowercased()) else {
                    continue
                }
                learned.append(secret)
            }
        }
        return adding(learned)
    }

    /// Returns the request without secrets.
    public func redacted(_ request: RecordedRequest) -> RecordedRequest {
        var redacted = request
        redacted.url = redactedURL(request.url)
        redacted.httpVersion = self.redacted(request.httpVersion)
        redacted.headers = redactedHeaders(request.headers)
        guard let body = request.body else { return redacted }
        let changed = redactedBody(body, request.headers.mediaType)
        redacted.body = changed
        redacted.headers.adaptLength(from: body.count, to: changed.count)
        return redacted
    }

    /// Returns the response without secrets.
    public func redacted(_ response: RecordedResponse) -> RecordedResponse {
        var redacted = response
        redacted.headers = redactedHeaders(response.headers)
        redacted.httpVersion = self.redacted(response.httpVersion)
        redacted.statusText = self.redacted(response.statusText)
        redacted.body = redactedBody(response.body, response.headers.mediaType)
        redacted.chunks = response.chunks(of: redacted.body)
        redacted.headers.adaptLength(from: response.body.count, to: redacted.body.count)
        return redacted
    }

    /// Returns the exchanges without secrets, including the cookies that they contain.
    public func redacted(_ exchanges: [HTTPExchange]) -> [HTTPExchange] { redacting(exchanges).exchanges }

    /// - Returns: also the credentials that stay.
    private func redacting(
        _ exchanges: [HTTPExchange]
    ) -> (exchanges: [HTTPExchange], redaction: Redaction, unreplaced: [Suspicion]) {
        var stripped = exchanges
        var found: [Secret] = []
        var unreplaced: [Suspicion] = []
        if let credentials {
            let known = Set(secrets.map(\.value))
            var assigned = AssignedStandIns()
            for (index, exchange) in exchanges.enumerated() {
                let replaced = credentials.replaced(in: exchange, known: known, assigned: &assigned)
                stripped[index] = replaced.exchange
                found += replaced.secrets
                unreplaced += replaced.unreplaced.map { $0.moved(toEntry: index) }
            }
        }
        let redaction = adding(found).learning(from: exchanges).numbered()
        let redacted = zip(exchanges, stripped).map { original, exchange in
            var redacted = exchange
            redacted.request = redaction.redacted(exchange.request)
            redacted.response = redaction.redacted(exchange.response)
            redacted.extras = exchange.extras?.mapStrings(redaction.redacted)
            // A stand-in may differ in length from its credential.
            redacted.request.headers.adaptLength(
                from: original.request.body?.count ?? 0, to: redacted.request.body?.count ?? 0)
            redacted.response.headers.adaptLength(from: original.response.body.count, to: redacted.response.body.count)
            redacted.response.chunks = original.response.chunks(of: redacted.response.body)
            return redacted
        }
        return (redacted, redaction, unreplaced)
    }

    /// Returns the redaction with a numbered placeholder for each value of a cookie or capture, in order of first use.
    private func numbered() -> Redaction {
        var counts: [String: Int] = [:]
        let numbered = secrets.map { secret in
            counts[secret.placeholder, default: 0] += 1
            // Stand-ins of members are already numbered.
            guard let count = counts[secret.placeholder], count > 1, !secret.name.hasPrefix("{member:") else {
                return secret
            }
            let placeholder =
                secret.placeholder.hasSuffix("}")
                ? secret.placeholder.dropLast() + "#\(count)}"
                : CredentialStandIn.texts(for: secret.value, named: secret.name, generation: count)[0]
            return Secret(value: secret.value, placeholder: placeholder, name: secret.name)
        }
        return Redaction(secrets: numbered, publicNames: publicNames, credentials: credentials)
    }

    /// Returns a text without secrets, for messages.
    public func redacted(_ text: String) -> String {
        finder.isEmpty ? text : String(decoding: finder.redact(Array(text.utf8), .text), as: UTF8.self)
    }

    func redactedURL(_ text: String) -> String {
        var url = URLText(text)
        if let userInfo = url.userInfo {
            var bytes = url.bytes
            bytes.replaceSubrange(userInfo, with: Self.userInfo)
            url = URLText(bytes: bytes)
        } else if finder.isEmpty {
            return text
        }
        return String(decoding: finder.redact(url.bytes, .url), as: UTF8.self)
    }

    func redactedBody(_ body: [UInt8], _ mediaType: @autoclosure () -> MediaType) -> [UInt8] {
        if finder.isEmpty { return body }
        let mediaType = mediaType()
        if mediaType.isForm { return finder.redact(body, .url) }
        if body.contains(0) { return finder.redact(body, .binary) }
        let first = body.first { $0 > 0x20 }
        let isJSON = mediaType.isJSON || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        return finder.redact(body, isJSON ? .json : .text)
    }

    private func redactedHeaders(_ headers: HeaderFields) -> HeaderFields {
        headers.mapValues { redacted($0.value, ofHeader: $0.name) }
    }

    /// The lowercase names of the header fields whose values are never written.
    package static let deniedHeaders: Set = ["authorization", "proxy-authorization", "cookie", "set-cookie"]

    /// The lowercase names of the header fields that contain a URL.
    static let urlHeaders: Set = ["location", "content-location", "referer", "refresh"]

    package static func isCredential(header name: String) -> Bool {
        let name = name.lowercased()
        return deniedHeaders.contains(name) || CredentialNames.contains(name.withoutExtensionPrefix)
    }

    package func redacted(_ value: String, ofHeader name: String) -> String {
        switch name.lowercased() {
        case "authorization", "proxy-authorization":
            let credentials = AuthorizationText.credentials(of: value)
            return standIn(for: credentials).map { value.dropLast(credentials.count) + $0 }
                ?? Self.masked(value, ofHeader: name)
        case "cookie":
            let pairs = value.split(separator: ";").map { part in
                guard let pair = CookiePair.parse(String(part)).first else { return "{header:Cookie}" }
                return "\(pair.name)=\(standIn(for: pair.value) ?? Self.cookiePlaceholder(pair.name))"
            }
            return pairs.joined(separator: "; ")
        case "set-cookie":
            guard var cookie = SetCookie(value) else { return "{header:Set-Cookie}" }
            // A deleted cookie has an empty value, which reveals nothing.
            if !cookie.value.isEmpty {
                cookie.value = standIn(for: cookie.value) ?? Self.cookiePlaceholder(cookie.name)
            }
            cookie.attributes = redacted(cookie.attributes)
            return cookie.text
        // The type comes from a fixed list; its parameters may contain anything.
        case "content-type":
            let end = value.firstIndex(of: ";") ?? value.endIndex
            return value[..<end] + redacted(String(value[end...]))
        case let name where Self.urlHeaders.contains(name): return redactedURL(value)
        default: return redacted(value)
        }
    }

    /// Returns the placeholder of a secret value, or the value itself if it is already a stand-in.
    private func standIn(for value: String) -> String? {
        let plain = value.withoutQuotes
        return secrets.first { $0.value == plain }?.placeholder ?? (Self.isStandIn(plain) ? plain : nil)
    }

    private static func isStandIn(_ value: String) -> Bool {
        CredentialStandIn.isStandIn(value)
            || value.hasSuffix("}") && ["{env:", "{cookie:"].contains(where: value.hasPrefix)
    }

    /// Returns a denied header value with placeholders that reveal only the names of the header and of cookies.
    package static func masked(_ value: String, ofHeader name: String) -> String {
        switch name.lowercased() {
        case "authorization": "{header:Authorization}"
        case "proxy-authorization": "{header:Proxy-Authorization}"
        case "cookie":
            CookiePair.parse(value).map { "\($0.name)=\(cookiePlaceholder($0.name))" }.joined(separator: "; ")
        default: value
        }
    }

    package static func isMasked(_ value: String, ofHeader name: String) -> Bool {
        guard deniedHeaders.contains(name.lowercased()) else { return false }
        if value == masked(value, ofHeader: name) { return true }
        if name.lowercased() == "cookie" {
            return CookiePair.parse(value).allSatisfy(\.value.isPlaceholder)
        }
        let credentials = AuthorizationText.credentials(of: value)
        return CredentialStandIn.isStandIn(credentials)
            || credentials.isPlaceholder && !credentials.hasPrefix("{header:")
    }

    private static let switches: Set<String> = ["true", "false", "null", "none", "deleted", "delete"]
    private static let userInfo = Array("%7Buserinfo%7D".utf8)

    private static func cookiePlaceholder(_ name: String) -> String { "{cookie:\(name)}" }
}

extension StringProtocol where SubSequence == Substring {
    /// Whether the text is a placeholder such as `{token}`, `{token#2}` or `{env:NAME}`. GUIDs and JSON also have braces.
    var isPlaceholder: Bool {
        hasPrefix("{") && hasSuffix("}")
            && wholeMatch(of: /\{((env|cookie|header|member):[^\s"{}]+|[A-Za-z_][A-Za-z0-9_]*(#[0-9]+)?)\}/) != nil
    }
}

extension HeaderFields {
    fileprivate mutating func adaptLength(from old: Int, to new: Int) {
        if old != new, self["Content-Length"] != nil { self["Content-Length"] = String(new) }
    }
}

extension Redaction: CustomReflectable {
    /// A mirror of the placeholders, so that `dump` and test failures do not show the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["secrets": secrets]) }
}

/// A value that must never be written, and its placeholder.
///
/// An empty value is ignored. A value of fewer than four characters is too common to be replaced everywhere. It is
/// redacted only as a path segment, query or form value, JSON string, header value or word of one, or side of
/// `user:password`.
public struct Secret: Sendable, Hashable, Codable {
    package let value: String
    /// The replacement, such as `{env:UDACITY_PASSWORD}`. It names the secret in messages.
    public let placeholder: String

    /// The name for messages: the placeholder, unless the placeholder imitates the value.
    package let name: String

    /// Creates a secret. A value that equals its placeholder, as in replay, is ignored.
    public init(value: String, placeholder: String) {
        self.init(value: value, placeholder: placeholder, name: placeholder)
    }

    package init(value: String, placeholder: String, name: String) {
        self.value = value
        self.placeholder = placeholder
        self.name = name
    }

    var isEffective: Bool { !value.isEmpty && value != placeholder }
    var isShort: Bool { value.unicodeScalars.count < 4 }
}

extension Secret: CustomStringConvertible, CustomReflectable {
    /// The placeholder, never the value.
    public var description: String { name }
    /// A mirror without the value, so that `dump` and test failures do not show it.
    public var customMirror: Mirror { Mirror(self, children: ["placeholder": placeholder]) }
}

/// A recording without secrets. Only redaction creates it, and a store writes nothing else.
public struct RedactedRecording: Sendable {
    /// The exchanges, with placeholders for secrets.
    public let recording: Recording
    /// The applied redaction, including the cookies of the exchanges. The store uses it for its leak scan.
    let redaction: Redaction
    let unreplaced: [Suspicion]

    fileprivate init(_ recording: Recording, _ redaction: Redaction, unreplaced: [Suspicion]) {
        self.recording = recording
        self.redaction = redaction
        self.unreplaced = unreplaced
    }

    package var secretNames: [String] { redaction.secrets.map(\.name) }

    package func differs(from exchanges: [HTTPExchange]) -> Bool { recording.entries != exchanges }
}

extension Redaction {
    /// Returns the recording without secrets, including the cookies that it contains.
    public func redacted(_ recording: Recording) -> RedactedRecording {
        var redacted = recording
        let (entries, redaction, unreplaced) = redacting(recording.entries)
        redacted.entries = entries
        redacted.extras = recording.extras?.mapStrings(redaction.redacted)
        redacted.provenance?.origin = redaction.redactedURL(recording.provenance?.origin ?? "")
        return RedactedRecording(redacted, redaction, unreplaced: unreplaced)
    }
}
