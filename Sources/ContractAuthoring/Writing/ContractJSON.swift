import ContractFormat
import JSONSchema

extension ContractDraft {
    /// Returns the members that the contract gets from the draft's models.
    ///
    /// - Parameter existing: the contract that the draft extends, whose definitions the draft may refer to.
    func modelMembers(existing: JSON? = nil) -> [(name: String, json: JSON)] {
        let root = schemaRoot(existing)
        return models.map { model in
            var map = PropertyMap(root: root)
            // The properties of a client's own type map themselves.
            if !describesService { _ = map.properties(of: model.schema) }
            let json = JSON.object(
                JSONObject.present(
                    ContractKeys.Model.self,
                    [
                        (.summary, model.summary.map(JSON.string)), (.schema, model.schema),
                        // No property reads a member whose type is not known.
                        (.reads, map.leavesOut ? "some" : nil),
                        (.discriminator, (model.discriminator?.description).map(JSON.string)),
                        (.variants, model.variants.isEmpty ? nil : .object(model.variants)),
                        (.examples, model.examples.isEmpty ? nil : .array(model.examples)),
                    ]))
            return (model.name, json)
        }
    }

    /// The patterns under `unbound` of some of the draft's models.
    func unboundPatterns(of names: some Sequence<String>) -> [JSON] {
        names.filter(unbound.contains).map { .string("models/\(Glob.exact($0))") }
    }

    /// The root that `#/models/…` and `#/$defs/…` point into.
    private func schemaRoot(_ existing: JSON?) -> JSON {
        var models = existing?[ContractKeys.Service.models]?.objectValue ?? [:]
        for model in self.models where models[model.name] == nil {
            models[model.name] = [ContractKeys.Model.schema.rawValue: model.schema]
        }
        var definitions = existing?[ContractKeys.Service.definitions]?.objectValue ?? [:]
        for (name, schema) in self.definitions where definitions[name] == nil { definitions[name] = schema }
        return .object(
            .present(ContractKeys.Service.self, [(.models, .object(models)), (.definitions, .object(definitions))]))
    }
}

extension EndpointDraft {
    var json: JSON {
        .object(
            .present(
                ContractKeys.Endpoint.self,
                [
                    (.summary, summary.map(JSON.string)), (.origin, origin.map(JSON.string)),
                    (.arguments, arguments.isEmpty ? nil : .object(arguments)), (.request, request.json),
                    (.responses, .object(JSONObject(responses.map { ($0.key, $0.json) }))),
                    (.cases, .array(cases.map(\.json))),
                ]))
    }
}

extension RequestDraft {
    var json: JSON {
        let body: (ContractKeys.Request, JSON?) =
            switch self.body {
            case .none: (.body, nil)
            case .json(let value): (.body, value)
            case .schema(let schema): (.bodySchema, schema)
            case .form(let fields): (.form, .object(fields))
            case .other(let key, let json): (key, json)
            }
        return .object(
            .present(
                ContractKeys.Request.self,
                [
                    (.method, .string(method)), (.path, .string(path)),
                    (.query, query.isEmpty ? nil : .object(query)),
                    (.headers, headers.isEmpty ? nil : .object(headers)),
                    (.allowedHeaders, allowedHeaders.isEmpty ? nil : .array(allowedHeaders.map(JSON.string))), body,
                ]))
    }
}

extension ResponseDraft {
    var json: JSON {
        let body: (ContractKeys.Response, JSON?) =
            switch self.body {
            case .any: (.schema, nil)
            case .json(let schema): (.schema, schema)
            case .text(let expectation): (.text, expectation)
            case .events(let schema): (.events, .object(.present(ContractKeys.Events.self, [(.schema, schema)])))
            case .bytes(let length):
                (.bytes, .object(.present(ContractKeys.Bytes.self, [(.minLength, JSON(length))])))
            }
        return .object(
            .present(
                ContractKeys.Response.self,
                [
                    (.summary, summary.map(JSON.string)), (.content, content.map(JSON.string)),
                    (.prefix, prefix.map(JSON.string)), (.charset, charset.map(JSON.string)),
                    (.headers, headers.isEmpty ? nil : .object(headers)), body,
                    (.models, models.isEmpty ? nil : .object(models)),
                ]))
    }
}

extension CaseDraft {
    var json: JSON {
        .object(
            .present(
                ContractKeys.Case.self,
                [
                    (.name, .string(name)), (.summary, summary.map(JSON.string)),
                    (.status, JSON(status)),
                    (.given, given.isEmpty ? nil : .array(given.map(\.json))),
                    (.arguments, arguments.isEmpty ? nil : .object(arguments)),
                ]))
    }
}

extension JSONObject {
    /// An object of the members that have a value.
    static func present<Key: ContractKey>(_: Key.Type, _ members: [(Key, JSON?)]) -> JSONObject {
        JSONObject(members.compactMap { key, value in value.map { (key.rawValue, $0) } })
    }
}
