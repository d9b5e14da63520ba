import ContractFormat
import JSONSchema

extension ContractDraft {
    /// - Parameter existing: The contract that the draft extends. The draft may refer to its definitions.
    func modelMembers(existing: JSON? = nil) -> [(name: String, json: JSON)] {
        let root = schemaRoot(existing)
        return models.map { model in
            var map = PropertyMap(root: root)
            // A client's own types map their properties themselves.
            if !describesService { _ = map.properties(of: model.schema) }
            let json = ContractKeys.Model.object([
                (.summary, model.summary.map(JSON.string)), (.schema, model.schema),
                // No property reads a member of unknown type.
                (.reads, map.isIncomplete ? "some" : nil),
                (.discriminator, (model.discriminator?.description).map(JSON.string)),
                (.variants, model.variants.unlessEmpty), (.examples, model.examples.unlessEmpty),
            ])
            return (model.name, json)
        }
    }

    func unboundPatterns(of names: some Sequence<String>) -> [JSON] {
        names.filter(unbound.contains).map { .string("models/\(Glob.exact($0))") }
    }

    private func schemaRoot(_ existing: JSON?) -> JSON {
        var models = existing?[ContractKeys.Service.models]?.objectValue ?? [:]
        for model in self.models where models[model.name] == nil {
            models[model.name] = [ContractKeys.Model.schema.rawValue: model.schema]
        }
        var definitions = existing?[ContractKeys.Service.definitions]?.objectValue ?? [:]
        for (name, schema) in self.definitions where definitions[name] == nil { definitions[name] = schema }
        return ContractKeys.Service.object([(.models, .object(models)), (.definitions, .object(definitions))])
    }
}

extension EndpointDraft {
    var json: JSON {
        ContractKeys.Endpoint.object([
            (.summary, summary.map(JSON.string)), (.origin, origin.map(JSON.string)),
            (.arguments, arguments.unlessEmpty), (.request, request.json),
            (.responses, .object(JSONObject(responses.map { ($0.key, $0.json) }))),
            (.cases, .array(cases.map(\.json))),
        ])
    }
}

extension RequestDraft {
    var json: JSON {
        let head: [(ContractKeys.Request, JSON?)] = [
            (.method, .string(method)), (.path, .string(path)), (.query, query.unlessEmpty),
            (.headers, headers.unlessEmpty), (.allowedHeaders, allowedHeaders.map(JSON.string).unlessEmpty),
        ]
        return ContractKeys.Request.object(head + body.map { ($0, $1) })
    }
}

extension ResponseDraft {
    var json: JSON {
        let head: [(ContractKeys.Response, JSON?)] = [
            (.summary, summary.map(JSON.string)), (.content, content.map(JSON.string)),
            (.prefix, prefix.map(JSON.string)), (.charset, charset.map(JSON.string)), (.headers, headers.unlessEmpty),
        ]
        return ContractKeys.Response.object(head + body.map { ($0, $1) } + [(.models, models.unlessEmpty)])
    }
}

extension CaseDraft {
    var json: JSON {
        ContractKeys.Case.object([
            (.name, .string(name)), (.summary, summary.map(JSON.string)), (.status, JSON(status)),
            (.given, given.map(\.json).unlessEmpty), (.arguments, arguments.unlessEmpty),
        ])
    }
}

extension ContractKey {
    static func object(_ members: [(Self, JSON?)]) -> JSON { .present(members.map { ($0.rawValue, $1) }) }
}
