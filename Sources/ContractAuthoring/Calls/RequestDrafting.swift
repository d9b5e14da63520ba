import ContractFormat
import HTTPRecording
import JSONSchema

struct RequestDrafting {
    private let group: CallGroup
    var arguments: ArgumentCollector
    var omissions: [Omission] = []

    init(_ group: CallGroup, _ variables: SecretVariables) {
        self.group = group
        arguments = ArgumentCollector(calls: group.calls.count, variables)
    }

    mutating func request() -> RequestDraft {
        draftPath()
        var request = RequestDraft(method: group.method, path: group.template)
        if group.calls.flatMap(\.headers.fields).contains(where: HeaderChoice.isAcceptAny) {
            request.allowedHeaders = ["Accept"]
        }
        request.query = pairs(
            "query", group.calls.map(\.query), CredentialNames.containsInQuery, stated: group.calls.map(\.stated.query))
        request.headers = headers()
        request.body = body()
        return request
    }

    private mutating func draftPath() {
        for (index, segment) in group.path.enumerated() {
            if case .secret(let prefix, let name) = segment {
                arguments.reserve(name)
                let values = group.calls.map { String($0.segments[index].dropFirst(prefix.count)) }
                arguments.addSecret(name, values, use: "the path")
            }
            guard case .placeholder(let name) = segment else { continue }
            arguments.reserve(name)
            let values = TypedText.values(of: group.calls.map { $0.segments[index] })
            let isNumber = values.allSatisfy { $0?.numberValue != nil }
            let schema: JSON =
                isNumber
                ? ["type": "integer"]
                : values.allSatisfy { PathSegment.isUUID($0?.stringValue ?? "") }
                    ? ["type": "string", "format": "uuid"] : ["type": "string", "minLength": 1]
            arguments.add(name, values, schema: schema)
        }
    }

    // MARK: - Query and forms

    mutating func pairs(
        _ part: String, _ lists: [[ObservedCall.Pair]], _ isSecret: (String) -> Bool,
        stated: [[String: SampleStatement]] = []
    ) -> JSONObject {
        var drafted = JSONObject()
        for name in lists.joined().map(\.name).distinct {
            let values = lists.map { $0.values(of: name) }
            if values.contains(where: { $0.count > 1 }) {
                drafted[name] = .array((values.first { !$0.isEmpty } ?? []).map { .string(Naming.literal($0)) })
                if Set(values).count > 1 {
                    omissions.add(
                        place,
                        "the \(part) repeats '\(name)' with different values in each call; the values of the first call "
                            + "were written")
                }
                continue
            }
            let texts = values.map(\.first)
            if isSecret(name) || texts.contains(where: { $0.map(CredentialShapes.matches) ?? false }) {
                drafted[name] = .string(arguments.secret(name, texts, use: "\(part) '\(name)'"))
            } else {
                drafted[name] = arguments.template(name, TypedText.values(of: texts), stating: stated.map { $0[name] })
            }
        }
        return drafted
    }

    // MARK: - Headers

    private mutating func headers() -> JSONObject {
        var drafted = JSONObject()
        let lists = group.calls.map { call in
            HeaderFields(
                call.headers.fields.filter { header in
                    call.stated.headersAreExplicit
                        ? !HeaderChoice.isOfTransport(header.name)
                        : !HeaderChoice.isVolatile(header.name) && !HeaderChoice.isAcceptAny(header)
                })
        }
        for found in HeaderFields(lists.flatMap(\.fields)).names {
            let name = HeaderChoice.conventionalName(found)
            let values = lists.map { $0[name] }
            let lower = name.lowercased()
            if lower == "content-type", group.calls.allSatisfy({ $0.body.setsNoContentType }) { continue }
            if lower == "cookie" {
                drafted[name] = .string(arguments.secret("cookie", values, use: "header '\(name)'"))
            } else if lower == "authorization" || CredentialNames.contains(name)
                || values.contains(where: { $0.map(CredentialShapes.matches) ?? false })
            {
                drafted[name] = .string(credential(name, values))
            } else if !group.calls.contains(where: { $0.stated.headers[lower] != nil }),
                Set(values).count == 1 || values.contains(nil)
            {
                // A header field that some calls lack is the tool's, not the service's.
                guard let value = values.first ?? nil, !values.contains(nil) else { continue }
                drafted[name] = .string(Naming.literal(value))
            } else {
                drafted[name] = arguments.template(
                    HeaderChoice.withoutXPrefix(name), values.map { value in value.map(JSON.string) },
                    stating: group.calls.map(\.stated.headers[lower]))
            }
        }
        return drafted
    }

    private mutating func credential(_ name: String, _ values: [String?]) -> String {
        let parts = values.map { value in value.map(HeaderChoice.credential) }
        let schemes = Set(parts.compactMap { $0?.scheme })
        guard schemes.count == 1, let scheme = schemes.first, !scheme.isEmpty else {
            return arguments.secret(HeaderChoice.withoutXPrefix(name), values, use: "header '\(name)'")
        }
        let what = scheme == "Basic " ? "credentials" : "token"
        let use = "header '\(name)', behind '\(scheme)'" + (scheme == "Basic " ? ": base64 of user:password" : "")
        return Naming.literal(scheme) + arguments.secret(what, parts.map { $0?.secret }, use: use)
    }

    // MARK: - Body

    private mutating func body() -> [ContractKeys.Request: JSON] {
        let bodies = group.calls.map(\.body)
        if let forms = bodies.mapAll({ if case .form(let pairs) = $0 { pairs } else { nil } }) {
            return [.form: .object(pairs("form", forms, CredentialNames.contains))]
        }
        if let other = otherBody(bodies) { return other }
        let values = bodies.map { body -> JSON? in if case .json(let json) = body { json } else { nil } }
        if values.contains(where: { $0 != nil }) {
            let stated = group.calls.map(\.stated.body)
            return [.body: template(values, stating: stated, name: "body")]
        }
        for case .other(let mediaType) in bodies.distinct {
            omissions.add(place, "a body of type '\(mediaType)' cannot be read; the request was written without a body")
        }
        return [:]
    }

    mutating func template(
        _ values: [JSON?], stating stated: [SampleStatement?] = [], name: String, key: String = "", depth: Int = 0
    ) -> JSON {
        let isMap = stated.contains { $0?.isMap ?? false }
        if let objects = values.mapAll({ $0?.objectValue }), depth < 8, objects.contains(where: { !$0.isEmpty }), !isMap
        {
            var drafted = JSONObject()
            for member in objects.flatMap(\.keys).distinct {
                let path = depth == 0 ? member : "\(name) \(member)"
                drafted[member] = template(
                    objects.map { $0[member] }, stating: stated.map { $0?.members[member] }, name: path, key: member,
                    depth: depth + 1)
            }
            return .object(drafted)
        }
        let texts = values.map { $0?.stringValue }
        let isText = zip(values, texts).allSatisfy { $0 == nil || $1 != nil }
        if isText, CredentialNames.contains(key) || texts.contains(where: { $0.map(CredentialShapes.matches) ?? false })
        {
            return .string(arguments.secret(key, texts, use: "body member '\(key)'"))
        }
        return arguments.template(name, values, stating: stated)
    }

    var place: String { "\(group.method) \(group.origin)\(group.template)" }
}

extension ObservedCall.Body {
    fileprivate var setsNoContentType: Bool {
        switch self {
        case .none, .other, .multipart: true
        case .json, .form, .text, .xml, .bytes, .graphql: false
        }
    }
}
