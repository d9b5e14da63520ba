import Foundation

/// The documents, resources and anchors that references lead to, and their compiled schemas.
final class SchemaGraph {
    struct Place: Hashable {
        var document: Int
        var pointer: JSONPointer
    }

    /// A schema, its location, and the resource that its references and keywords depend on.
    struct Site {
        var json: JSON
        var place: Place
        var resource: Resource
    }

    /// The resource of one URI: a document, or a nested schema with its own `$id`.
    final class Resource {
        let base: URIReference
        let root: Place
        var dialect: Dialect
        /// The dynamic anchors by their number, the first of each name. Numbers follow the document.
        private(set) var dynamicAnchors: [Int32: Site] = [:]
        let scope: UnsafeMutablePointer<DynamicScope>
        var areAnchorsCompiled = false

        init(base: URIReference, root: Place, dialect: Dialect, scope: UnsafeMutablePointer<DynamicScope>) {
            self.base = base
            self.root = root
            self.dialect = dialect
            self.scope = scope
        }

        func addDynamicAnchor(_ name: Int32, _ site: Site) {
            if dynamicAnchors[name] == nil { dynamicAnchors[name] = site }
        }
    }

    let arena = SchemaArena()
    let formats: FormatMode
    let load: ((URL) throws -> JSON)?
    private(set) var documents: [(uri: String, json: JSON)] = []
    var resources: [String: Resource] = [:]
    /// The anchors by `uri#name`.
    var anchors: [String: Site] = [:]
    var dynamicAnchors: [String: Int32] = [:]
    var walked: [Place: Resource] = [:]
    var dialects: [String: Dialect] = [:]
    var loaded: [String: JSON] = [:]
    private var nodes: [Place: NodeRef] = [:]
    private var pending: ArraySlice<(node: NodeRef, site: Site)> = []
    private var uncheckedNodes: [NodeRef] = []
    var unfinished = Unfinished()
    /// The locations of subtrees that a meta-schema has accepted.
    var accepted: Set<Place> = []
    let checksMetaSchema: Bool
    /// The document that contains schemas but is not a schema itself.
    private(set) var embeddingDocument: Int?
    private let rejectsUnknownKeywords: Bool
    /// Whether any compiled schema has a `$dynamicRef` that depends on the dynamic scope.
    var isDynamic = false
    var patterns: [String: Pattern] = [:]

    init(
        formats: FormatMode, checksMetaSchema: Bool = true, rejectsUnknownKeywords: Bool = false,
        load: ((URL) throws -> JSON)?
    ) {
        self.formats = formats
        self.load = load
        self.checksMetaSchema = checksMetaSchema
        self.rejectsUnknownKeywords = rejectsUnknownKeywords
    }

    // MARK: - Documents

    /// Registers a document without parsing it as a schema.
    @discardableResult
    func addDocument(_ json: JSON, uri: String, isEmbedding: Bool = false) -> Resource {
        let number = documents.count
        documents.append((uri, json))
        if isEmbedding { embeddingDocument = number }
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

    func compile(_ pointer: JSONPointer, of resource: Resource) throws(SchemaError) -> NodeRef {
        let place = Place(document: resource.root.document, pointer: pointer)
        guard let json = documents[place.document].json[pointer: pointer] else {
            throw error("expected a schema, found nothing", at: place)
        }
        do {
            let site = try self.site(json, at: place, in: resource)
            let node = node(for: site)
            try compilePending()
            unfinished = Unfinished()
            return node
        } catch {
            forgetUnfinished()
            throw error
        }
    }

    /// The work of the current compilation, undone if it fails. An unbuilt node would accept everything.
    struct Unfinished {
        var nodes: [Place] = []
        var checked: [Place] = []
        var resources: [Resource] = []
    }

    private func forgetUnfinished() {
        for place in unfinished.nodes { nodes[place] = nil }
        for place in unfinished.checked { accepted.remove(place) }
        for resource in unfinished.resources {
            resource.areAnchorsCompiled = false
            resource.scope.pointee.anchors = [:]
        }
        unfinished = Unfinished()
        pending = []
        uncheckedNodes = []
    }

    func node(for site: Site) -> NodeRef {
        if let node = nodes[site.place] { return node }
        let node = arena.store(
            SchemaNode(
                scope: site.resource.scope,
                location: arena.store(
                    SchemaLocation(document: documents[site.place.document].uri, pointer: site.place.pointer))))
        nodes[site.place] = node
        unfinished.nodes.append(site.place)
        pending.append((node, site))
        return node
    }

    func compilePending() throws(SchemaError) {
        while let (node, site) = pending.popFirst() {
            if !site.resource.areAnchorsCompiled {
                site.resource.areAnchorsCompiled = true
                unfinished.resources.append(site.resource)
                for (name, anchored) in site.resource.dynamicAnchors.sorted(by: { $0.key < $1.key }) {
                    site.resource.scope.pointee.anchors[name] = self.node(for: anchored)
                }
            }
            var builder = NodeBuilder(graph: self, site: site)
            node.pointee = try builder.build(node.pointee)
            uncheckedNodes.append(node)
        }
        if let loop = CycleSearch.loop(among: uncheckedNodes) {
            let location = loop.pointee.location.pointee
            throw SchemaError(
                message: "expected references that resolve to a schema, found a reference that leads back to itself",
                pointer: location.pointer, document: location.document)
        }
        uncheckedNodes = []
    }

    // MARK: - Walking

    func site(_ json: JSON, at place: Place, in resource: Resource) throws(SchemaError) -> Site {
        if walked[place] == nil { try walk(json, at: place, in: resource) }
        let site = Site(json: json, place: place, resource: walked[place] ?? resource)
        try checkMetaSchema(site)
        return site
    }

    func walkedSite(_ json: JSON, at place: Place, near outer: Site) -> Site {
        Site(json: json, place: place, resource: walked[place] ?? outer.resource)
    }

    /// Collects the resources and anchors of a schema and its subschemas. Iterative, because schemas can nest deeply.
    func walk(_ json: JSON, at place: Place, in outer: Resource) throws(SchemaError) {
        var visited: [Place] = []
        do {
            try walk(Site(json: json, place: place, resource: outer), &visited)
        } catch {
            // The next visit must report the error again.
            for place in visited { walked[place] = nil }
            throw error
        }
    }

    private func walk(_ start: Site, _ visited: inout [Place]) throws(SchemaError) {
        var open = [start]
        while let site = open.popLast() {
            guard walked[site.place] == nil else { continue }
            visited.append(site.place)
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
                let place = site.place.appending([keyword])
                inner += shape.subschemas(of: value).map { tokens, json in
                    Site(json: json, place: place.appending(tokens), resource: resource)
                }
            }
            open += inner.reversed()
        }
    }

    private func checkKeyword(_ keyword: String, at place: Place, _ dialect: Dialect) throws(SchemaError) {
        guard rejectsUnknownKeywords, place.document == embeddingDocument, !Keywords.isKnown(keyword) else { return }
        let nearest = Suggestion.nearest(to: keyword, among: Keywords.all)
        let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
        throw error("unknown keyword \"\(keyword)\"" + hint, at: place, keyword)
    }

    private func resource(of members: JSONObject, at place: Place, in outer: Resource) throws(SchemaError) -> Resource {
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
        // A schema inside a document that is not a schema has its own dialect and dynamic scope.
        guard
            declared != nil
                || walked[outer.root] == nil && !place.enclosing.dropFirst().contains(where: { walked[$0] != nil })
        else { return outer }
        let dialect = try declaredDialect(declared, at: place) ?? outer.dialect
        return Resource(base: outer.base, root: outer.root, dialect: dialect, scope: arena.store(DynamicScope()))
    }

    private func addAnchors(of members: JSONObject, at site: Site) {
        let uri = site.resource.base.text
        if let name = members["$anchor"]?.stringValue, anchors[uri + "#" + name] == nil {
            anchors[uri + "#" + name] = site
        }
        if let name = members["$dynamicAnchor"]?.stringValue, site.resource.dialect.draft == .draft2020 {
            if anchors[uri + "#" + name] == nil { anchors[uri + "#" + name] = site }
            site.resource.addDynamicAnchor(anchorNumber(name), site)
        }
        if members["$recursiveAnchor"] == true, site.resource.dialect.draft == .draft2019 {
            site.resource.addDynamicAnchor(anchorNumber(Self.recursiveAnchor), site)
        }
    }

    /// The name of `$recursiveAnchor` (2019-09) among the dynamic anchors. `$dynamicAnchor` cannot have this name.
    static let recursiveAnchor = "#"

    private func anchorNumber(_ name: String) -> Int32 {
        if let number = dynamicAnchors[name] { return number }
        let number = Int32(dynamicAnchors.count)
        dynamicAnchors[name] = number
        return number
    }
}

extension SchemaGraph.Place {
    /// The place and all places around it, innermost first.
    var enclosing: some Sequence<SchemaGraph.Place> {
        sequence(first: pointer, next: \.parent).lazy.map { Self(document: document, pointer: $0) }
    }

    func appending(_ tokens: [String]) -> SchemaGraph.Place {
        SchemaGraph.Place(document: document, pointer: JSONPointer(tokens: pointer.tokens + tokens))
    }
}
