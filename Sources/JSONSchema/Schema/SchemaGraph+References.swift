import Foundation

extension SchemaGraph {
    /// Returns the target of a reference, and the dynamic anchor that it names, if any.
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
        if anchors[absolute + "#" + fragment] == nil, resource.root.document != embeddingDocument,
            let root = documentRoot(of: resource)
        {
            // The anchor may be in an unvisited part of the document.
            try walk(root, at: resource.root, in: resource)
        }
        guard let site = anchors[absolute + "#" + fragment] ?? anchors[resource.base.text + "#" + fragment] else {
            throw error(
                "expected an anchor \"\(fragment)\" in \(absolute.isEmpty ? "this document" : absolute), found none",
                at: origin.place, keyword)
        }
        let anchor = dynamicAnchors[fragment].flatMap { number in
            site.resource.dynamicAnchors[number]?.place == site.place ? number : nil
        }
        return (site, anchor)
    }

    /// Returns the number of `$recursiveAnchor` (2019-09) if the root of the site's resource has it.
    func recursiveAnchor(of site: Site) -> Int32? {
        dynamicAnchors[Self.recursiveAnchor].flatMap { site.resource.dynamicAnchors[$0] == nil ? nil : $0 }
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
            place = place.appending([token])
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
            // A pointer may lead into a document that is not a schema. Other references report the error.
            if !isPointer { throw error }
        }
        return resources[uri] ?? resource
    }

    func document(_ uri: String) throws -> JSON {
        if let known = loaded[uri] { return known }
        if let json = try MetaSchemas.document(uri) {
            loaded[uri] = json
            return json
        }
        guard let load else { throw NoDocument(message: "no document loader was given") }
        guard let url = URL(string: uri) else { throw NoDocument(message: "it is not a URL") }
        let json = try load(url)
        loaded[uri] = json
        return json
    }

    private struct NoDocument: Error, CustomStringConvertible {
        let message: String
        var description: String { message }
    }
}
