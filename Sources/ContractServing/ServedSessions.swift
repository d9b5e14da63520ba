import ContractFormat
import HTTPRecording
import JSONSchema

/// The sessions that sign-ins opened and the credentials issued in them.
///
/// A sign-in is an unsafe request whose response contains a token or cookie. Before the first one, any credential is
/// valid. Afterwards, only issued ones are, except those that sign-ins send, such as an app key.
struct ServedSessions: Sendable {
    private struct Credential: Sendable {
        let session: Int
        /// The name of the response member or cookie that issued it.
        let name: String

        var isForRefresh: Bool { name.folded.contains("refresh") }
    }

    private static let maximumCount = 10_000
    private var credentials: [String: Credential] = [:]
    private var signInCredentials: Set<String> = []
    private var signInPaths: Set<String> = []
    private(set) var opened = 0

    /// Whether a request sends a credential that no sign-in issued or that has expired.
    ///
    /// - Parameter isKnown: whether a string is a value from the environment, which cases use without a sign-in.
    func refuses(_ call: ServedCall, isKnown: (String) -> Bool) -> Bool {
        guard opened > 0 else { return false }
        let isWrong = sent(call).contains { name, text, value in
            !signInCredentials.contains(name) && !isKnown(value) && credential(in: text, value)?.isForRefresh ?? true
        }
        return isWrong || sentRefreshToken(call).map { !isKnown($0) && credentials[$0] == nil } ?? false
    }

    /// Returns the credentials of a request, each with its full text and the value of its placeholder.
    private func sent(_ call: ServedCall) -> [(name: String, text: String, value: String)] {
        call.credentials.compactMap { slot, text in
            text.map { (slot.name, $0, slot.placeholder.flatMap { call.values[$0]?.plainText } ?? $0) }
        }
    }

    private func sentRefreshToken(_ call: ServedCall) -> String? {
        guard credentials.values.contains(where: \.isForRefresh) else { return nil }
        return call.values.lazy.compactMap { placeholder, value -> String? in
            placeholder.argument?.folded.contains("refresh") ?? false ? value.stringValue : nil
        }.first
    }

    private func credential(in text: String, _ value: String) -> Credential? {
        if let known = credentials[value] ?? credentials[text] { return known }
        // "Bearer TOKEN" and "session=TOKEN".
        let parts = text.split(whereSeparator: { " ;".contains($0) })
        return parts.lazy.compactMap { part in
            credentials[String(part)]
                ?? part.firstIndex(of: "=").flatMap { credentials[String(part[part.index(after: $0)...])] }
        }.first
    }

    /// Records a response that opens, renews or closes a session.
    ///
    /// - Returns: the response with new credentials, or `nil` if it does not affect sessions.
    mutating func note(
        _ call: ServedCall, _ path: ResourcePath, _ response: RecordedResponse, seed: UInt64
    ) -> RecordedResponse? {
        let sent = sent(call).compactMap { credential(in: $0.text, $0.value) }
        let renewed = sentRefreshToken(call).flatMap { credentials[$0] } ?? sent.first
        if closes(call, path) {
            guard let session = sent.first?.session ?? renewed?.session else { return nil }
            credentials = credentials.filter { $0.value.session != session }
            return response
        }
        var issuing = IssuedCredentials(call, seed: Fingerprint.hash("\(opened)".utf8, seed: seed))
        guard let answer = issuing.answer(response) else { return nil }
        opened += 1
        if let renewed {
            let names = Set(issuing.issued.map(\.name))
            credentials = credentials.filter { $0.value.session != renewed.session || !names.contains($0.value.name) }
        } else {
            signInCredentials.formUnion(call.endpoint.credentialSlots.map(\.name))
            signInPaths.insert(path.text)
        }
        if credentials.count >= Self.maximumCount { credentials.removeAll() }
        for (name, value) in issuing.issued {
            credentials[value] = Credential(session: renewed?.session ?? opened, name: name)
        }
        return answer
    }

    private func closes(_ call: ServedCall, _ path: ResourcePath) -> Bool {
        if call.endpoint.request?.method == "DELETE", signInPaths.contains(path.text) { return true }
        let last = path.text.split(separator: "/").last.map { String($0).folded } ?? ""
        return ["logout", "signout", "logoff", "revoke"].contains(last)
    }
}

/// Replaces the credentials in a response with new ones.
private struct IssuedCredentials {
    private let call: ServedCall
    private let members: CredentialMembers
    private var random: SplitMix
    private(set) var issued: [(name: String, value: String)] = []

    init(_ call: ServedCall, seed: UInt64) {
        self.call = call
        let secrets = call.contract.secrets + call.endpoint.secrets
        members = CredentialMembers(
            names: secrets.compactMap { if case .name(let name) = $0.kind { name } else { nil } },
            pointers: secrets.compactMap { if case .place(let pointer) = $0.kind { pointer } else { nil } })
        random = SplitMix(state: seed)
    }

    mutating func answer(_ response: RecordedResponse) -> RecordedResponse? {
        var answer = response
        answer.headers = HeaderFields(
            response.headers.fields.map { field in
                guard field.isNamed("Set-Cookie"), let equals = field.value.firstIndex(of: "=") else { return field }
                let end = field.value.firstIndex(of: ";") ?? field.value.endIndex
                let name = String(field.value[..<equals])
                guard Self.isToken(name) || members.holds(name), equals < end else { return field }
                let value = issue(String(field.value[field.value.index(after: equals)..<end]), name)
                return HeaderFields.Field(field.name, "\(name)=\(value)\(field.value[end...])")
            })
        if let body = call.endpoint.json(of: response) {
            let known = issued.count
            let changed = replaced(body.json, [])
            if body.accepts(changed) {
                answer.body = body.encoded(changed)
            } else {
                issued.removeLast(issued.count - known)
            }
        }
        return issued.isEmpty ? nil : answer
    }

    private mutating func replaced(_ json: JSON, _ path: [String]) -> JSON {
        switch json {
        case .object(let members):
            return .object(JSONObject(members.map { ($0.key, replaced($0.value, path + [$0.key])) }))
        case .array(let elements): return .array(elements.enumerated().map { replaced($1, path + ["\($0)"]) })
        case .string(let text):
            guard let name = path.last, !text.isEmpty, Self.isToken(name) || members.holds(name) else { return json }
            // The service echoes a token that the client sent.
            if call.values.values.contains(json) { return json }
            return .string(issue(text, name))
        case .null, .bool, .number: return json
        }
    }

    private static func isToken(_ name: String) -> Bool {
        let folded = name.folded
        return CredentialNames.contains(name)
            && ["token", "jwt", "session", "bearer", "cookie", "sid"].contains(where: folded.contains)
    }

    /// Returns a new value in the format of an old one. Keeps a prefix such as `ghp_` or the first parts of a JWT.
    private mutating func issue(_ old: String, _ name: String) -> String {
        let isPlaceholder = old.hasPrefix("{")
        let mark = isPlaceholder ? "" : old.lastIndex(where: { "_.".contains($0) }).map { String(old[...$0]) } ?? ""
        let digits = Array("0123456789abcdef")
        let count = isPlaceholder ? 32 : max(16, old.count - mark.count)
        let isUUID = old.count == 36 && old.split(separator: "-").count == 5
        let value = String(
            (0..<(isUUID ? 36 : count)).map { index -> Character in
                isUUID && [8, 13, 18, 23].contains(index) ? "-" : digits[Int(random.next() % 16)]
            })
        let text = isUUID ? value : mark + value
        issued.append((name, text))
        return text
    }
}
