import Foundation
import JSONSchema

/// A document with schemas that are compared: it follows references and compiles what values are tried against.
package final class SchemaDocument {
    package let root: JSON
    package let uri: URL
    private let load: ((URL) throws -> JSON)?
    private lazy var compiler = SchemaCompiler(document: root, baseURI: uri, formats: .assert, load: load)
    private var compiled: [JSONPointer: Schema?] = [:]
    private var others: [URL: SchemaDocument?] = [:]

    /// - Parameter load: gives the documents that references outside of this one lead to.
    package init(root: JSON, uri: URL, load: ((URL) throws -> JSON)? = nil) {
        self.root = root
        self.uri = uri.standardizedFileURL
        self.load = load
    }

    /// The schema at a place; `nil` where nothing is there.
    package func term(at pointer: JSONPointer) -> SchemaTerm? {
        root[pointer: pointer].map { SchemaTerm(document: self, pointer: pointer, json: $0) }
    }

    /// Whether a value meets the schema at a place; `nil` where that does not compile.
    func accepts(_ value: JSON, at pointer: JSONPointer) -> Bool? {
        schema(at: pointer)?.accepts(value)
    }

    /// The compiled schema at a place; `nil` where it does not compile.
    package func schema(at pointer: JSONPointer) -> Schema? {
        if let known = compiled[pointer] { return known }
        var schema: Schema?
        // What is wrong with a schema is told where it is read; here its values cannot be decided.
        do { schema = try compiler.schema(at: pointer) } catch { schema = nil }
        compiled.updateValue(schema, forKey: pointer)
        return schema
    }

    /// What a reference leads to: `#/…` of this document, or of one that can be loaded.
    func target(of reference: String) -> SchemaTerm? {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let fragment = (parts.count == 2 ? String(parts[1]) : "").removingPercentEncoding else { return nil }
        let pointer: JSONPointer
        do { pointer = try JSONPointer(fragment) } catch { return nil }
        return document(String(parts[0]))?.term(at: pointer)
    }

    private func document(_ reference: String) -> SchemaDocument? {
        if reference.isEmpty { return self }
        guard let url = URL(string: reference, relativeTo: uri)?.absoluteURL.standardizedFileURL, let load else {
            return nil
        }
        if url == uri { return self }
        if let known = others[url] { return known }
        var document: SchemaDocument?
        do { document = SchemaDocument(root: try load(url), uri: url, load: load) } catch { document = nil }
        others.updateValue(document, forKey: url)
        return document
    }
}

/// A schema at its place.
package struct SchemaTerm: Hashable {
    package let document: SchemaDocument
    package let pointer: JSONPointer
    package let json: JSON

    /// A schema that stands in no document, for what a comparison assumes.
    static func assumed(_ json: JSON, in document: SchemaDocument) -> SchemaTerm {
        SchemaTerm(document: document, pointer: JSONPointer(tokens: [assumption, json.text()]), json: json)
    }

    /// No document has such a key at its top.
    private static let assumption = "\u{0}"

    /// Whether it stands in no document.
    var isAssumed: Bool { pointer.tokens.first == Self.assumption }

    /// Whether references in it are relative to a URI of its own.
    var startsResource: Bool { json["$id"] != nil && !pointer.tokens.isEmpty }

    func child(_ keyword: String, _ tokens: String...) -> SchemaTerm? {
        var json = self.json[keyword]
        for token in tokens { json = json?[pointer: JSONPointer(tokens: [token])] }
        return json.map {
            SchemaTerm(
                document: document, pointer: JSONPointer(tokens: pointer.tokens + [keyword] + tokens), json: $0)
        }
    }

    func children(_ keyword: String) -> [SchemaTerm] {
        (json[keyword]?.arrayValue ?? []).enumerated().map {
            SchemaTerm(
                document: document, pointer: JSONPointer(tokens: pointer.tokens + [keyword, String($0)]), json: $1)
        }
    }

    /// The member schemas of a keyword such as `properties`.
    func members(_ keyword: String) -> [(name: String, term: SchemaTerm)] {
        (json[keyword]?.objectValue ?? [:]).map { name, json in
            (
                name,
                SchemaTerm(
                    document: document, pointer: JSONPointer(tokens: pointer.tokens + [keyword, name]), json: json)
            )
        }
    }

    package static func == (left: SchemaTerm, right: SchemaTerm) -> Bool {
        left.document === right.document && left.pointer == right.pointer
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(document))
        hasher.combine(pointer)
    }
}
