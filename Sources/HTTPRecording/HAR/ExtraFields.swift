import JSONValues

/// The HAR members that the model omits, at every depth, preserved for rewriting.
package struct ExtraFields: Sendable, Hashable {
    private var members = JSONObject()
    private var children: [String: ExtraFields] = [:]
    private var elements: [Int: ExtraFields] = [:]
    /// The original length of the array. `elements` apply only to an array of this length.
    private var count = 0

    init?(of json: JSON, beyond known: KnownFields) {
        switch (json, known) {
        case (.object(let object), .object(let fields)):
            for (key, value) in object {
                if let field = fields[key] {
                    children[key] = ExtraFields(of: value, beyond: field)
                } else {
                    members[key] = value
                }
            }
        case (.array(let array), .array(let field)):
            count = array.count
            for index in array.indices { elements[index] = ExtraFields(of: array[index], beyond: field) }
        case (_, .value), (_, .object), (_, .array): break
        }
        if members.isEmpty && children.isEmpty && elements.isEmpty { return nil }
    }

    func added(to json: JSON) -> JSON {
        switch json {
        case .object(var object):
            for (key, extra) in children { object[key] = object[key].map(extra.added) }
            for (key, value) in members where object[key] == nil { object[key] = value }
            return .object(object)
        case .array(var array) where array.count == count:
            for (index, extra) in elements { array[index] = extra.added(to: array[index]) }
            return .array(array)
        case .array, .null, .bool, .number, .string: return json
        }
    }

    func mapStrings(_ transform: (String) -> String) -> ExtraFields {
        var mapped = self
        mapped.members = members.mapValues { $0.mapStrings(transform) }
        mapped.children = children.mapValues { $0.mapStrings(transform) }
        mapped.elements = elements.mapValues { $0.mapStrings(transform) }
        return mapped
    }
}

indirect enum KnownFields: Sendable {
    case value
    case object([String: KnownFields])
    case array(KnownFields)

    /// Returns the fields of a log. A `_provenance` that cannot be parsed is not a known field.
    static func log(hasProvenance: Bool = true, entries: KnownFields = .value) -> KnownFields {
        var log: [String: KnownFields] = ["version": .value, "creator": fields("name", "version"), "entries": entries]
        if hasProvenance { log["_provenance"] = fields("origin", "provider", "recordedAt") }
        return .object(["log": .object(log)])
    }

    static let whole = log(entries: .array(entryWithBody))

    /// The fields whose values come from the format or the writer of a log, not from a client or service.
    static let generated: Set<String> = [
        "version", "startedDateTime", "time", "method", "httpVersion", "headersSize", "bodySize", "status", "size",
        "compression", "encoding", "_encoding", "provider", "recordedAt", "httpOnly", "secure", "expires", "blocked",
        "dns", "connect", "send", "wait", "receive", "ssl",
    ]

    /// Returns the fields of an entry. A `postData` whose body cannot be rewritten is kept verbatim.
    static func entry(hasBody: Bool) -> KnownFields { hasBody ? entryWithBody : entryWithoutBody }

    private static let entryWithBody = entry(
        request: ["postData": .object(content(["params": .array(fields("name", "value")), "_encoding": .value]))])
    private static let entryWithoutBody = entry(request: [:])

    private static func entry(request: [String: KnownFields]) -> KnownFields {
        let message: [String: KnownFields] = [
            "httpVersion": .value, "headers": .array(fields("name", "value")), "headersSize": .value,
            "bodySize": .value,
            "cookies": .array(fields("name", "value", "path", "domain", "expires", "httpOnly", "secure")),
        ]
        let sent = ["method": .value, "url": .value, "queryString": .array(fields("name", "value"))]
            .merging(message) { $1 }.merging(request) { $1 }
        let received = [
            "status": .value, "statusText": .value, "redirectURL": .value,
            "content": .object(
                content(["size": .value, "compression": .value, "_file": .value, "_layout": .value, "_chunks": .value])),
        ].merging(message) { $1 }
        return .object([
            "startedDateTime": .value, "time": .value, "cache": .object([:]), "request": .object(sent),
            "response": .object(received),
            "timings": fields("blocked", "dns", "connect", "send", "wait", "receive", "ssl"),
        ])
    }

    private static func content(_ more: [String: KnownFields]) -> [String: KnownFields] {
        ["mimeType": .value, "text": .value, "encoding": .value].merging(more) { $1 }
    }

    private static func fields(_ names: String...) -> KnownFields {
        .object(Dictionary(uniqueKeysWithValues: names.map { ($0, .value) }))
    }
}
