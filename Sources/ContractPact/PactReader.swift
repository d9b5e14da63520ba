import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

typealias PactCursor = JSONCursor<FileReading>

extension PactCursor {
    init(parsing source: SourceFile, duplicateKeys: JSONParsingOptions.DuplicateKeys) throws(SourceFault) {
        let json: JSON
        do throws(JSONSyntaxError) {
            let options = JSONParsingOptions(duplicateKeys: duplicateKeys, allowsByteOrderMark: true)
            json = try JSON(parsing: source.bytes, options: options)
        } catch {
            throw SourceFault("not JSON: \(error.message)", at: source.place(of: error))
        }
        self.init(json, FileReading(source))
    }

    func membersByPath() throws(SourceFault) -> [(path: RulePath, value: PactCursor)] {
        try members().map { key, value throws(SourceFault) in
            guard let path = RulePath(key) else {
                throw value.failure(expected: "an expression such as '$.name' as its key", found: "'\(key)'")
            }
            return (path, value)
        }
    }
}

extension PactDocument {
    /// Reads a Pact file strictly: members that its version does not define are faults.
    ///
    /// - Parameter version: the version if the document states none. The default is inferred from the document.
    /// - Throws: the first fault, with its place.
    package init(_ source: SourceFile, version: Version? = nil) throws(SourceFault) {
        let root = try PactCursor(parsing: source, duplicateKeys: .reject)
        let version = try PactReader.version(root) ?? version ?? PactReader.guessed(root.json)
        let reader = PactReader(version: version)
        self.source = source
        self.version = version
        consumer = try root.member("consumer").member("name").string()
        provider = try root.member("provider").member("name").string()
        var interactions: [PactInteraction] = []
        var others: [(description: String, place: Place)] = []
        // A Pact that contains only messages has no interactions.
        let list = version == .v3 ? root["interactions"] : try root.member("interactions")
        for cursor in try list?.elements() ?? [] {
            // Other tools omit the type, and plugins define their own.
            let kind = try version == .v4 ? cursor["type"]?.string() ?? "Synchronous/HTTP" : "Synchronous/HTTP"
            if kind == "Synchronous/HTTP" {
                interactions.append(try reader.interaction(cursor))
            } else {
                others.append((try cursor.member("description").string(), source.place(of: cursor.pointer)))
            }
        }
        for cursor in try root["messages"]?.elements() ?? [] {
            others.append((try cursor.member("description").string(), source.place(of: cursor.pointer)))
        }
        self.interactions = interactions
        self.others = others
    }
}

struct PactReader {
    let version: PactDocument.Version

    static func version(_ root: PactCursor) throws(SourceFault) -> PactDocument.Version? {
        let metadata = root["metadata"]
        let specification = metadata?["pactSpecification"] ?? metadata?["pact-specification"]
        try specification?.allow(["version"])
        guard let value = try specification?.member("version") ?? metadata?["pactSpecificationVersion"] else {
            return nil
        }
        let text = try value.string()
        guard let number = Int(text.prefix { $0 != "." }), let version = PactDocument.Version(rawValue: number) else {
            throw value.failure(expected: "a specification version from 1 to 4", found: "'\(text)'")
        }
        return version
    }

    /// Returns the lowest version with the forms of a document that states none.
    static func guessed(_ json: JSON) -> PactDocument.Version {
        let interactions = json["interactions"]?.arrayValue ?? []
        if interactions.contains(where: { $0["type"] != nil }) { return .v4 }
        let isThird = interactions.contains { interaction in
            interaction["providerStates"] != nil || interaction["request"]?["query"]?.objectValue != nil
                || ["request", "response"].contains { isCategorised(interaction[$0]?["matchingRules"]) }
        }
        if isThird || json["messages"] != nil || json["interactions"] == nil { return .v3 }
        return interactions.contains { $0["provider_state"] != nil } ? .v1 : .v2
    }

    static func isCategorised(_ rules: JSON?) -> Bool {
        rules?.objectValue?.keys.contains { !$0.hasPrefix("$") } ?? false
    }

    func interaction(_ cursor: PactCursor) throws(SourceFault) -> PactInteraction {
        var known = ["_id", "description", "request", "response"]
        switch version {
        case .v1: known += ["providerState", "provider_state"]
        case .v2: known += ["providerState"]
        case .v3: known += ["providerStates", "providerState"]
        case .v4:
            known += [
                "type", "key", "providerStates", "providerState", "pending", "comments", "pluginConfiguration",
                "interactionMarkup", "transport",
            ]
        }
        try cursor.allow(known)
        if let key = cursor["key"] { _ = try key.string() }
        return PactInteraction(
            description: try cursor.member("description").string(), states: try states(cursor),
            request: try request(try cursor.member("request")), response: try response(try cursor.member("response")),
            isPending: try cursor["pending"]?.bool() ?? false, pointer: cursor.pointer,
            place: cursor.context.source.place(of: cursor.pointer))
    }

    private func states(_ cursor: PactCursor) throws(SourceFault) -> [ProviderState] {
        if let state = cursor["providerState"] ?? cursor["provider_state"] {
            return state.json.isNull ? [] : [ProviderState(name: try state.string())]
        }
        guard let states = cursor["providerStates"] else { return [] }
        if let name = states.json.stringValue { return [ProviderState(name: name)] }
        return try states.elements().map { state throws(SourceFault) in
            ProviderState(name: try state.member("name").string(), parameters: try state["params"]?.object() ?? [:])
        }
    }

    /// RFC 9110 and RFC 5789.
    private static let methods = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"]

    private var messageKeys: [String] {
        ["headers", "body"] + (version >= .v2 ? ["matchingRules"] : []) + (version >= .v3 ? ["generators"] : [])
    }

    func request(_ cursor: PactCursor, isCase: Bool = false) throws(SourceFault) -> PactRequest {
        if !isCase { try cursor.allow(["method", "path", "query"] + messageKeys) }
        let headers = try headers(cursor)
        func text(_ key: String) throws(SourceFault) -> String {
            isCase && cursor[key] == nil ? "" : try cursor.member(key).string()
        }
        let method = try text("method")
        guard isCase || Self.methods.contains(method.uppercased()) else {
            throw try cursor.member("method").failure(expected: "an HTTP method", found: "'\(method)'")
        }
        return PactRequest(
            method: method, path: try text("path"), query: try query(cursor, isCase: isCase), headers: headers,
            body: try body(cursor, headers), rules: try rules(cursor), generators: try generators(cursor))
    }

    /// Reads the provider-state generators. Others are ignored, because the example is a valid value.
    private func generators(_ cursor: PactCursor) throws(SourceFault) -> [StateGenerator] {
        guard let generators = cursor["generators"] else { return [] }
        var found: [StateGenerator] = []
        func add(_ generator: PactCursor, _ target: StateGenerator.Target) throws(SourceFault) {
            guard generator.json["type"] == "ProviderState" else { return }
            found.append(StateGenerator(target: target, expression: try generator.member("expression").string()))
        }
        if let path = generators["path"] { try add(path[""] ?? path, .path) }
        for (name, value) in try (generators["header"] ?? generators["headers"])?.members() ?? [] {
            try add(value, .header(name))
        }
        for (name, value) in try generators["query"]?.members() ?? [] { try add(value, .query(plainName(name))) }
        for (path, value) in try generators["body"]?.membersByPath() ?? [] { try add(value, .body(path)) }
        return found
    }

    func response(_ cursor: PactCursor, isCase: Bool = false) throws(SourceFault) -> PactResponse {
        if !isCase { try cursor.allow(["status"] + messageKeys) }
        let headers = try headers(cursor)
        var status: Int?
        if let value = isCase ? cursor["status"] : try cursor.member("status") {
            status = try value.int()
            guard let code = status, isCase || (100...599).contains(code) else {
                throw value.failure(expected: "a status from 100 to 599", found: value.json.text())
            }
        }
        return PactResponse(status: status, headers: headers, body: try body(cursor, headers), rules: try rules(cursor))
    }

    /// Reads the query. Version 3 forbids query strings, but the specification's version 3 cases have them.
    private func query(_ cursor: PactCursor, isCase: Bool) throws(SourceFault) -> PactQuery {
        guard let query = cursor["query"], !query.json.isNull else { return PactQuery() }
        if let text = query.json.stringValue, version != .v3 || text.isEmpty || isCase {
            return PactQuery(text: text)
        }
        var parameters = PactQuery()
        for (name, value) in try query.members() {
            if let text = value.json.stringValue {
                parameters.add(text, to: name)
            } else {
                for element in try value.elements() {
                    parameters.add(element.json.isNull ? "" : try element.string(), to: name)
                }
            }
        }
        return parameters
    }

    private func headers(_ cursor: PactCursor) throws(SourceFault) -> HeaderFields {
        guard let headers = cursor["headers"], !headers.json.isNull else { return [:] }
        var fields: [HeaderFields.Field] = []
        for (name, value) in try headers.members() {
            for element in try value.json.arrayValue == nil ? [value] : value.elements() {
                fields.append(HeaderFields.Field(name, try element.string()))
            }
        }
        return HeaderFields(fields)
    }

    private func body(_ cursor: PactCursor, _ headers: HeaderFields) throws(SourceFault) -> PactBody {
        guard let body = cursor["body"] else { return .unspecified }
        guard version == .v4, let object = body.json.objectValue, object["content"] != nil else {
            // Some tools write version 4 bodies without the `content` wrapper.
            return plain(body.json, headers["Content-Type"].map(MediaType.init))
        }
        try body.allow(["content", "contentType", "contentTypeHint", "encoded"])
        let type = (try body["contentType"]?.string() ?? headers["Content-Type"]).map(MediaType.init)
        let content = try body.member("content")
        switch body["encoded"]?.json.stringValue?.lowercased() {
        case "base64":
            guard let data = Data(base64Encoded: try content.string()) else {
                throw content.failure(expected: "base64", found: "other text")
            }
            if let text = String(validating: data, as: UTF8.self) { return .text(text, type) }
            return .bytes(Array(data), type)
        case "json":
            guard let json = JSON(ifValid: try content.string().utf8) else {
                throw content.failure(expected: "a JSON text")
            }
            return .json(json)
        default: return plain(content.json, type)
        }
    }

    private func plain(_ json: JSON, _ type: MediaType?) -> PactBody {
        switch json {
        case .null, .string(""): .none
        case .string(let text) where !(type?.isJSON ?? false): .text(text, type)
        default: .json(json)
        }
    }
}
