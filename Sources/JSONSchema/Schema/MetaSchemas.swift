/// The meta-schemas of JSON Schema 2020-12, which are known without loading anything.
enum MetaSchemas {
    static let draft2020 = "https://json-schema.org/draft/2020-12/schema"
    static let draft2019 = "https://json-schema.org/draft/2019-09/schema"

    /// A meta-schema by its URI; nil where it is none that is known.
    static func document(_ uri: String) throws(JSONSyntaxError) -> JSON? {
        let folder = "https://json-schema.org/draft/2020-12/"
        guard uri.hasPrefix(folder), let text = texts[String(uri.dropFirst(folder.count))] else { return nil }
        return try JSON(parsing: text)
    }

    /// The text of each, by the end of its URI.
    private static let texts: [String: [UInt8]] = [
        "schema": PackageResources.schema_json,
        "meta/core": PackageResources.core_json,
        "meta/applicator": PackageResources.applicator_json,
        "meta/unevaluated": PackageResources.unevaluated_json,
        "meta/validation": PackageResources.validation_json,
        "meta/meta-data": PackageResources.meta_data_json,
        "meta/format-annotation": PackageResources.format_annotation_json,
        "meta/format-assertion": PackageResources.format_assertion_json,
        "meta/content": PackageResources.content_json,
    ]

    /// The meta-schema of 2020-12, compiled once.
    static let schema: Schema = {
        do {
            let graph = SchemaGraph(formats: .annotate, checksMetaSchema: false, load: nil)
            return try Schema(graph, try document(draft2020) ?? true, uri: draft2020)
        } catch {
            // It cannot fail: the texts are part of this module, and a test compiles them.
            preconditionFailure("the meta-schema of 2020-12 does not compile: \(error)")
        }
    }()
}
