import Foundation

/// A document with schemas in it: it follows references, and compiles what values are held to, each once.
///
/// Two documents are the same where they are one object, so views of them compare by place.
package final class SchemaDocument: @unchecked Sendable {
    // Safe to share: everything else never changes, and `known` is touched only while `lock` is held.
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

    /// The target of a reference. It does not retain the document, which retains it.
    private struct Target {
        let other: SchemaDocument?
        let pointer: JSONPointer
        let json: JSON
    }

    /// - Parameters:
    ///   - uri: the base of relative references.
    ///   - load: returns the other documents that references lead to.
    package init(
        root: JSON, uri: URL = URL(fileURLWithPath: "/schemas.json"), load: (@Sendable (URL) throws -> JSON)? = nil
    ) {
        self.root = root
        self.uri = uri.standardizedFileURL
        self.load = load
    }

    /// The document with another text, from where it comes.
    package func replaced(by root: JSON) -> SchemaDocument { SchemaDocument(root: root, uri: uri, load: load) }

    package func compiler(unknownKeywords: SchemaCompiler.UnknownKeywords) -> SchemaCompiler {
        SchemaCompiler(document: root, baseURI: uri, formats: .assert, unknownKeywords: unknownKeywords, load: load)
    }

    /// The schema at a place; `nil` where nothing is there.
    package func view(at pointer: JSONPointer) -> SchemaView? {
        root[pointer: pointer].map { SchemaView(document: self, pointer: pointer, json: $0) }
    }

    // MARK: - References

    /// The schema that a reference leads to, in this document or in one that can be loaded; `nil` where it leads nowhere.
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
            // Compiling the schema reports why a document cannot be read; here nothing is known of it.
            do { document = SchemaDocument(root: try load(url), uri: url, load: load) } catch { document = nil }
            known.documents.updateValue(document, forKey: url)
            return document
        }
    }

    /// The pointer to what a reference names in this document; `nil` for a name that no schema gives itself.
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

    private static func anchors(in json: JSON) -> [String: JSONPointer] {
        var anchors: [String: JSONPointer] = [:]
        var pending = [(JSONPointer.root, json)]
        while let (pointer, value) = pending.popLast() {
            for (key, member) in value.objectValue ?? [:] {
                if ["$anchor", "$dynamicAnchor"].contains(key), let name = member.stringValue {
                    anchors[name] = pointer
                }
                pending.append((pointer.appending(key), member))
            }
            for (index, element) in (value.arrayValue ?? []).enumerated() {
                pending.append((pointer.appending(index), element))
            }
        }
        return anchors
    }

    // MARK: - Values

    /// The compiled schema at a place, in which formats decide; `nil` where it does not compile.
    package func schema(at pointer: JSONPointer) -> Schema? {
        // Whoever reads the document for its faults asks for them; here its values cannot be decided.
        if case .success(let schema) = compiled(at: pointer) { schema } else { nil }
    }

    /// Why the schema at a place does not compile; `nil` where it does.
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

    /// Returns whether a value meets the schema at a place; `nil` where that does not compile.
    package func accepts(_ value: JSON, at pointer: JSONPointer) -> Bool? { schema(at: pointer)?.accepts(value) }
}
