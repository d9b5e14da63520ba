import Foundation

/// The documents, resources and anchors that references lead to, and the compiled nodes of the schemas among them.
final class SchemaGraph {
    /// A place in one of the documents.
    struct Place: Hashable {
        var document: Int
        var pointer: JSONPointer
    }

    /// A schema at its place, with what its references and keywords depend on.
    struct Site {
        var json: JSON
        var place: Place
        var resource: Resource
    }

    /// What one URI names: a document, or a schema with its own `$id` inside one.
    final class Resource {
        let base: URIReference
        let root: Place
        var dialect: Dialect
        var dynamicAnchors: [(name: Int32, site: Site)] = []
        let scope: UnsafeMutablePointer<DynamicScope>
        var areAnchorsCompiled = false

        init(base: URIReference, root: Place, dialect: Dialect, scope: UnsafeMutablePointer<DynamicScope>) {
            self.base = base
            self.root = root
            self.dialect = dialect
            self.scope = scope
        }
    }

    let arena = SchemaArena()
    let formats: FormatMode
    private let load: ((URL) throws -> JSON)?
    private(set) var documents: [(uri: String, json: JSON)] = []
    private var resources: [String: Resource] = [:]
    /// Anchors by `uri#name`.
    private var anchors: [String: Site] = [:]
    private var dynamicAnchors: [String: Int32] = [:]
    /// The resource of every place that has been walked as a schema.
    private var walked: [Place: Resource] = [:]
    private var dialects: [String: Dialect] = [:]
    private var loaded: [String: JSON] = [:]
    private var nodes: [Place: NodeRef] = [:]
    private var pending: [(node: NodeRef, site: Site)] = []
    private var fresh: [NodeRef] = []
    /// Places whose whole subtree a meta-schema has accepted.
    private var accepted: Set<Place> = []
    private let checksMetaSchema: Bool
    /// The document in which unknown keywords are errors.
    private var strictDocument: Int?
    /// Whether any schema so far has a `$dynamicRef` that depends on the way evaluation came.
    var isDynamic = false
    /// Patterns by source: a schema often repeats one.
    var patterns: [String: Pattern] = [:]

    init(formats: FormatMode, checksMetaSchema: Bool = true, load: ((URL) throws -> JSON)?) {
        self.formats = formats
        self.load = load
        self.checksMetaSchema = checksMetaSchema
    }

    // MARK: - Documents

    /// Registers a document, without reading it as a schema.
    @discardableResult
    func addDocument(_ json: JSON, uri: String, isStrict: Bool = false) -> Resource {
        let number = documents.count
        documents.append((uri, json))
        if isStrict { strictDocument = number }
        let resource = Resource(
            base: URIReference(uri).withoutFragment, root: Place(document: number, pointer: .root),
            dialect: .draft2020, scope: arena.store(DynamicScope()))
        resources[uri] = resource
        return resource
    }

    func error(_ message: String, at place: Place, _ tokens: String...) -> SchemaError {
        SchemaError(
            message: message, pointer: JSONPointer(tokens: place.pointer.tokens + tokens),
            document: documents[place.document].uri)
    }

    /// Compiles the schema at a pointer of a document that was registered, with everything that it refers to.
    func compile(_ pointer: JSONPointer, of resource: Resource) throws(SchemaError) -> NodeRef {
        let place = Place(document: resource.root.document, pointer: pointer)
        guard let json = documents[place.document].json[pointer: pointer] else {
            throw error("expected a schema, found nothing", at: place)
        }
        let site = try self.site(json, at: place, in: resource)
        let node = node(for: site)
        try compilePending()
        return node
    }

    func node(for site: Site) -> NodeRef {
        if let node = nodes[site.place] { return node }
        let node = arena.store(
            SchemaNode(
                scope: site.resource.scope,
                location: arena.store(
                    SchemaLocation(document: documents[site.place.document].uri, pointer: site.place.pointer))))
        nodes[site.place] = node
        pending.append((node, site))
        return node
    }

    private func compilePending() throws(SchemaError) {
        while let (node, site) = pending.popLast() {
            if !site.resource.areAnchorsCompiled {
                site.resource.areAnchorsCompiled = true
                site.resource.scope.pointee.anchors = site.resource.dynamicAnchors.map {
                    ($0.name, self.node(for: $0.site))
                }
            }
            var builder = NodeBuilder(graph: self, site: site)
            node.pointee = try builder.build(node.pointee)
            fresh.append(node)
        }
        if let loop = CycleSearch.loop(among: fresh) {
            let location = loop.pointee.location.pointee
            throw SchemaError(
                message: "expected references that lead to a schema, found a reference that leads back to itself",
                pointer: location.pointer, document: location.document)
        }
        fresh = []
    }

    // MARK: - Walking

    /// The site of a schema, which is walked and checked where that has not been done.
    private func site(_ json: JSON, at place: Place, in resource: Resource) throws(SchemaError) -> Site {
        if walked[place] == nil { try walk(json, at: place, in: resource) }
        let site = Site(json: json, place: place, resource: walked[place] ?? resource)
        try checkMetaSchema(site)
        return site
    }

    /// The site of a subschema of a schema that has been walked.
    func walkedSite(_ json: JSON, at place: Place, near outer: Site) -> Site {
        Site(json: json, place: place, resource: walked[place] ?? outer.resource)
    }

    /// Finds the resources and anchors of a schema and its subschemas, without recursion: schemas nest as deep as JSON.
    private func walk(_ json: JSON, at place: Place, in outer: Resource) throws(SchemaError) {
        var open = [Site(json: json, place: place, resource: outer)]
        while let site = open.popLast() {
            guard walked[site.place] == nil else { continue }
            guard case .object(let members) = site.json else {
                walked[site.place] = site.resource
                continue
            }
            let resource = try resource(of: members, at: site.place, in: site.resource)
            walked[site.place] = resource
            addAnchors(of: members, at: Site(json: site.json, place: site.place, resource: resource))
            var inner: [Site] = []
            for (keyword, value) in members {
                try checkKeyword(keyword, at: site.place, resource.dialect)
                guard let shape = Keywords.subschemas(keyword, in: resource.dialect) else { continue }
                let place = site.place.appending(keyword)
                inner += shape.subschemas(of: value).map { tokens, json in
                    Site(
                        json: json,
                        place: Place(
                            document: place.document, pointer: JSONPointer(tokens: place.pointer.tokens + tokens)),
                        resource: resource)
                }
            }
            open += inner.reversed()
        }
    }

    private func checkKeyword(_ keyword: String, at place: Place, _ dialect: Dialect) throws(SchemaError) {
        guard place.document == strictDocument, !Keywords.isKnown(keyword) else { return }
        let hint = Keywords.nearest(to: keyword).map { "; did you mean \"\($0)\"?" } ?? ""
        throw error("unknown keyword \"\(keyword)\"" + hint, at: place, keyword)
    }

    /// The resource that a schema belongs to: that around it, unless it begins one.
    private func resource(
        of members: JSONObject, at place: Place, in outer: Resource
    ) throws(SchemaError) -> Resource {
        let declared = members["$schema"]?.stringValue
        if let id = members["$id"]?.stringValue, !id.hasPrefix("#") {
            let base = URIReference(id).resolved(against: outer.base).withoutFragment
            let dialect = try declaredDialect(declared, at: place) ?? outer.dialect
            let resource = Resource(base: base, root: place, dialect: dialect, scope: arena.store(DynamicScope()))
            if resources[base.text] == nil || place.pointer.tokens.isEmpty { resources[base.text] = resource }
            if place == outer.root { resources[outer.base.text] = resource }
            return resource
        }
        if place == outer.root {
            outer.dialect = try declaredDialect(declared, at: place) ?? outer.dialect
            return outer
        }
        // A schema inside a document that is no schema has its own dialect and its own dynamic scope.
        guard declared != nil || walked[outer.root] == nil && !isInsideWalked(place) else { return outer }
        let dialect = try declaredDialect(declared, at: place) ?? outer.dialect
        return Resource(base: outer.base, root: outer.root, dialect: dialect, scope: arena.store(DynamicScope()))
    }

    private func isInsideWalked(_ place: Place) -> Bool {
        var pointer = place.pointer.parent
        while let outer = pointer {
            if walked[Place(document: place.document, pointer: outer)] != nil { return true }
            pointer = outer.parent
        }
        return false
    }

    private func addAnchors(of members: JSONObject, at site: Site) {
        let uri = site.resource.base.text
        if let name = members["$anchor"]?.stringValue, anchors[uri + "#" + name] == nil {
            anchors[uri + "#" + name] = site
        }
        if let name = members["$dynamicAnchor"]?.stringValue, site.resource.dialect.draft == .draft2020 {
            if anchors[uri + "#" + name] == nil { anchors[uri + "#" + name] = site }
            site.resource.dynamicAnchors.append((anchorNumber(name), site))
        }
        if members["$recursiveAnchor"] == true, site.resource.dialect.draft == .draft2019 {
            site.resource.dynamicAnchors.append((anchorNumber(Self.recursiveAnchor), site))
        }
    }

    /// What `$recursiveAnchor` of 2019-09 is called among the dynamic anchors; no `$dynamicAnchor` can be.
    static let recursiveAnchor = "#"

    private func anchorNumber(_ name: String) -> Int32 {
        if let number = dynamicAnchors[name] { return number }
        let number = Int32(dynamicAnchors.count)
        dynamicAnchors[name] = number
        return number
    }

    // MARK: - Dialects

    private func declaredDialect(_ uri: String?, at place: Place) throws(SchemaError) -> Dialect? {
        guard let uri else { return nil }
        return try dialect(named: uri, at: place)
    }

    private func dialect(named uri: String, at place: Place) throws(SchemaError) -> Dialect {
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
        switch Dialect.vocabularies(declared) {
        case .success(let vocabularies):
            let draft: Dialect.Draft = declared.keys.contains { $0.contains("/2019-09/") } ? .draft2019 : .draft2020
            let dialect = Dialect(draft: draft, vocabularies: vocabularies, uri: absolute)
            dialects[uri] = dialect
            return dialect
        case .failure(let unknown):
            throw error("the dialect \(uri) requires the unknown vocabulary \(unknown.uri)", at: place, "$schema")
        }
    }

    /// Checks a schema against the meta-schema of its dialect, unless it is part of one that was checked.
    private func checkMetaSchema(_ site: Site) throws(SchemaError) {
        guard checksMetaSchema, site.resource.dialect != .draft2019 else { return }
        var pointer: JSONPointer? = site.place.pointer
        while let outer = pointer {
            if accepted.contains(Place(document: site.place.document, pointer: outer)) { return }
            pointer = outer.parent
        }
        accepted.insert(site.place)
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

    // MARK: - References

    /// Where a reference leads, and the name of the dynamic anchor that it named, if it did.
    func resolve(
        _ reference: String, from origin: Site, keyword: String
    ) throws(SchemaError) -> (site: Site, dynamicAnchor: Int32?) {
        let uri = URIReference(reference).resolved(against: origin.resource.base)
        let absolute = uri.withoutFragment.text
        guard let fragment = uri.decodedFragment else {
            throw error("expected a percent-encoded fragment, found \"\(reference)\"", at: origin.place, keyword)
        }
        let isPointer = fragment.isEmpty || fragment.hasPrefix("/")
        let resource = try resource(absolute, isPointer: isPointer && !fragment.isEmpty, from: origin, keyword)
        if isPointer {
            return (try site(fragment, in: resource, reference, from: origin, keyword), nil)
        }
        if anchors[absolute + "#" + fragment] == nil, let root = documentRoot(of: resource) {
            // The anchor may be in a part of the document that nothing has led to yet.
            try walk(root, at: resource.root, in: resource)
        }
        guard let site = anchors[absolute + "#" + fragment] ?? anchors[resource.base.text + "#" + fragment] else {
            throw error(
                "expected an anchor \"\(fragment)\" in \(absolute.isEmpty ? "this document" : absolute), found none",
                at: origin.place, keyword)
        }
        let anchor = dynamicAnchors[fragment].flatMap { number in
            site.resource.dynamicAnchors.contains { $0.name == number && $0.site.place == site.place } ? number : nil
        }
        return (site, anchor)
    }

    /// The number of the anchor of 2019-09 where the root of a resource has it.
    func recursiveAnchor(of site: Site) -> Int32? {
        site.resource.dynamicAnchors.first { $0.name == dynamicAnchors[Self.recursiveAnchor] }?.name
    }

    private func documentRoot(of resource: Resource) -> JSON? {
        documents[resource.root.document].json[pointer: resource.root.pointer]
    }

    private func site(
        _ fragment: String, in resource: Resource, _ reference: String, from origin: Site, _ keyword: String
    ) throws(SchemaError) -> Site {
        guard let pointer = try? JSONPointer(fragment) else {
            throw error("expected a JSON Pointer after \"#\", found \"\(reference)\"", at: origin.place, keyword)
        }
        var place = resource.root
        var nearest = resource
        guard var json = documentRoot(of: resource) else {
            throw error("expected a schema at \"\(reference)\", found nothing", at: origin.place, keyword)
        }
        for token in pointer.tokens {
            guard let child = json.child(token) else {
                let siblings = json.objectValue.map { $0.keys.prefix(8).joined(separator: ", ") } ?? json.typeName
                throw error(
                    "expected a schema at \"\(reference)\", found no \"\(token)\" among: \(siblings)",
                    at: origin.place, keyword)
            }
            json = child
            place = place.appending(token)
            if let walked = walked[place] { nearest = walked }
        }
        switch json {
        case .object, .bool: return try site(json, at: place, in: nearest)
        case .null, .number, .string, .array:
            throw error("expected a schema at \"\(reference)\", found \(json.typeName)", at: origin.place, keyword)
        }
    }

    private func resource(
        _ uri: String, isPointer: Bool, from origin: Site, _ keyword: String
    ) throws(SchemaError) -> Resource {
        if let known = resources[uri] { return known }
        let json: JSON
        do {
            json = try document(uri)
        } catch {
            throw self.error("cannot read \"\(uri)\": \(error)", at: origin.place, keyword)
        }
        let resource = addDocument(json, uri: uri)
        do {
            try walk(json, at: resource.root, in: resource)
        } catch {
            // A document that is no schema may be pointed into; whoever refers to it as a whole gets the error.
            if !isPointer { throw error }
        }
        return resources[uri] ?? resource
    }

    private func document(_ uri: String) throws -> JSON {
        if let known = loaded[uri] { return known }
        if let json = try MetaSchemas.document(uri) {
            loaded[uri] = json
            return json
        }
        guard let load else { throw NoDocument(message: "no function was given that loads documents") }
        guard let url = URL(string: uri) else { throw NoDocument(message: "it is no URL") }
        let json = try load(url)
        loaded[uri] = json
        return json
    }

    private struct NoDocument: Error, CustomStringConvertible {
        let message: String
        var description: String { message }
    }
}

extension SchemaGraph.Place {
    func appending(_ token: String) -> SchemaGraph.Place {
        SchemaGraph.Place(document: document, pointer: pointer.appending(token))
    }
}
