import Foundation

/// A document that contains schemas. It resolves references and compiles each schema once. Documents are compared by
/// identity, so that views can be compared by location.
package final class SchemaDocument: @unchecked Sendable {
    // `@unchecked` is sound: `known` is accessed only while `lock` is held, and everything else is immutable.
    package let root: JSON
    package let uri: URL
    private let load: (@Sendable (URL) throws -> JSON)?
    private let lock = NSLock()
    private var known = Known()

    private struct Known {
        var targets: [String: Target?] = [:]
        var documents: [URL: SchemaDocument?] = [:]
        var anchors: [String: JSONPointer]?
        var compiler: SchemaCompiler?
        var schemas: [JSONPointer: Result<Schema, SchemaError>] = [:]
    }

    /// The target of a reference. It does not retain its own document, which would be a cycle.
    private struct Target {
        let other: SchemaDocument?
        let pointer: JSONPointer
        let json: JSON
    }

    /// - Parameters:
    ///   - uri: the base URI of relative references.
    ///   - load: returns other referenced documents.
    package init(
        root: JSON, uri: URL = URL(fileURLWithPath: "/schemas.json"), load: (@Sendable (URL) throws -> JSON)? = nil
    ) {
        self.root = root
        self.uri = uri.standardizedFileURL
        self.load = load
    }

    package func replaced(by root: JSON) -> SchemaDocument { SchemaDocument(root: root, uri: uri, load: load) }

    package func compiler(unknownKeywords: SchemaCompiler.UnknownKeywords) -> SchemaCompiler {
        SchemaCompiler(document: root, baseURI: uri, formats: .assert, unknownKeywords: unknownKeywords, load: load)
    }

    package func view(at pointer: JSONPointer) -> SchemaView? {
        root[pointer: pointer].map { SchemaView(document: self, pointer: pointer, json: $0) }
    }

    // MARK: - References

    /// Returns the target of a reference, in this or a loadable document, or `nil` if it cannot be resolved.
    package func target(of reference: String) -> SchemaView? {
        let target: Target?
        if let found = lock.withLock({ known.targets[reference] }) {
            target = found
        } else {
            target = search(reference)
            lock.withLock { _ = known.targets.updateValue(target, forKey: reference) }
        }
        return target.map { SchemaView(document: $0.other ?? self, pointer: $0.pointer, json: $0.json) }
    }

    private func search(_ reference: String) -> Target? {
        let reference = SchemaReference(reference)
        guard let document = document(reference.document), let pointer = document.pointer(of: reference.place),
            let json = document.root[pointer: pointer]
        else { return nil }
        return Target(other: document === self ? nil : document, pointer: pointer, json: json)
    }

    private func document(_ reference: String) -> SchemaDocument? {
        if reference.isEmpty { return self }
        guard let url = URL(string: reference, relativeTo: uri)?.absoluteURL.standardizedFileURL, let load else {
            return nil
        }
        if url == uri { return self }
        return lock.withLock {
            if let document = known.documents[url] { return document }
            var document: SchemaDocument?
            // Compiling the schema reports why a document cannot be loaded.
            do { document = SchemaDocument(root: try load(url), uri: url, load: load) } catch { document = nil }
            known.documents.updateValue(document, forKey: url)
            return document
        }
    }

    /// Returns the pointer to a reference's target in this document, or `nil` for an unknown anchor.
    package func pointer(of place: SchemaReference.Place) -> JSONPointer? {
        switch place {
        case .pointer(let pointer): pointer
        case .anchor(let name): pointer(ofAnchor: name)
        case .malformed: nil
        }
    }

    private func pointer(ofAnchor name: String) -> JSONPointer? {
        lock.withLock {
            let anchors = known.anchors ?? Self.anchors(in: root)
            known.anchors = anchors
            return anchors[name]
        }
    }

    /// Returns the first place of each anchor. Anchors within an embedded `$id` count only if no others have their name.
    private static func anchors(in json: JSON) -> [String: JSONPointer] {
        var anchors: [String: JSONPointer] = [:]
        var embedded: [String: JSONPointer] = [:]
        var resource = JSONPointer.root
        json.forEachValue { pointer, value in
            if !pointer.tokens.starts(with: resource.tokens) { resource = .root }
            if resource == .root, value["$id"]?.stringValue != nil { resource = pointer }
            for name in [value["$anchor"], value["$dynamicAnchor"]].compactMap({ $0?.stringValue }) {
                if resource == .root {
                    anchors[name] = anchors[name] ?? pointer
                } else {
                    embedded[name] = embedded[name] ?? pointer
                }
            }
        }
        return anchors.merging(embedded) { own, _ in own }
    }

    // MARK: - Values

    /// Returns the compiled schema at a pointer, with formats asserted, or `nil` if it does not compile.
    package func schema(at pointer: JSONPointer) -> Schema? {
        if case .success(let schema) = compiled(at: pointer) { schema } else { nil }
    }

    package func fault(at pointer: JSONPointer) -> SchemaError? {
        if case .failure(let error) = compiled(at: pointer) { error } else { nil }
    }

    private func compiled(at pointer: JSONPointer) -> Result<Schema, SchemaError> {
        lock.withLock {
            if let schema = known.schemas[pointer] { return schema }
            let compiler = known.compiler ?? SchemaCompiler(document: root, baseURI: uri, formats: .assert, load: load)
            known.compiler = compiler
            let schema = Result { () throws(SchemaError) in try compiler.schema(at: pointer) }
            known.schemas[pointer] = schema
            return schema
        }
    }

    package func accepts(_ value: JSON, at pointer: JSONPointer) -> Bool? { schema(at: pointer)?.accepts(value) }
}
