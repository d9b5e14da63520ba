extension SchemaGraph {
    func declaredDialect(_ uri: String?, at place: Place) throws(SchemaError) -> Dialect? {
        guard let uri else { return nil }
        if let known = Dialect.known(uri) ?? dialects[uri] { return known }
        if uri.hasPrefix("http://json-schema.org/draft-") {
            throw error("expected JSON Schema 2020-12 or 2019-09, found the older dialect \(uri)", at: place, "$schema")
        }
        let absolute = URIReference(uri).withoutFragment.text
        let json: JSON
        do {
            json = try document(absolute)
        } catch {
            throw self.error("unknown dialect \(uri): \(error)", at: place, "$schema")
        }
        guard let declared = json["$vocabulary"]?.objectValue else {
            throw error("expected a meta-schema with \"$vocabulary\" at \(uri), found none", at: place, "$schema")
        }
        do throws(Dialect.UnknownVocabulary) {
            let draft: Dialect.Draft = declared.keys.contains { $0.contains("/2019-09/") } ? .draft2019 : .draft2020
            let dialect = Dialect(draft: draft, vocabularies: try Dialect.vocabularies(declared), uri: absolute)
            dialects[uri] = dialect
            return dialect
        } catch {
            throw self.error("the dialect \(uri) requires the unknown vocabulary \(error.uri)", at: place, "$schema")
        }
    }

    /// Checks a schema against its dialect's meta-schema, unless an enclosing schema was already checked.
    func checkMetaSchema(_ site: Site) throws(SchemaError) {
        guard checksMetaSchema, site.resource.dialect != .draft2019 else { return }
        if site.place.enclosing.contains(where: accepted.contains) { return }
        accepted.insert(site.place)
        unfinished.checked.append(site.place)
        let uri = site.resource.dialect.uri
        let violations: [Violation]
        if uri == MetaSchemas.draft2020 {
            violations = MetaSchemas.schema.violations(of: site.json)
        } else {
            let meta = try resolve(uri, from: site, keyword: "$schema").site
            let node = node(for: meta)
            try compilePending()
            violations = Schema(arena: arena, root: node, isDynamic: isDynamic).violations(of: site.json)
        }
        guard let first = violations.first else { return }
        throw SchemaError(
            message: first.message,
            pointer: JSONPointer(tokens: site.place.pointer.tokens + first.instancePointer.tokens),
            document: documents[site.place.document].uri)
    }
}
