import HTTPRecording
import JSONSchema

package struct EventsContract: Sendable {
    package enum DataKind: String, Sendable, CaseIterable {
        case json, text
    }

    package let pointer: JSONPointer
    package let format: EventStream.Format
    /// The schema of events without a schema for their name.
    package let schema: EmbeddedSchema?
    package let byName: [(name: String, schema: EmbeddedSchema)]
    package let data: DataKind
    /// The non-JSON data of the event that ends the stream, such as `[DONE]`.
    package let end: String?

    package var schemas: [EmbeddedSchema] { [schema].compactMap(\.self) + byName.map(\.schema) }

    package func schema(of name: String) -> EmbeddedSchema? { byName.first { $0.name == name }?.schema ?? schema }
}

extension EventsContract {
    /// - Parameter content: the media type of the response, which determines the format by default.
    init?(reading reader: ContractCursor, content: MediaType?) {
        guard let object = reader.object(of: ContractKeys.Events.self) else { return nil }
        let format: EventStream.Format? =
            object[.format].map { $0.choice() } ?? content.flatMap(EventStream.Format.init(of:))
        schema = object[.schema]?.schema
        byName = object.members(.byName) { name, value in value.schema.map { (name, $0) } }
        data = object[.data]?.choice() ?? .json
        end = object[.end]?.nonEmptyString
        guard let format else {
            if object[.format] == nil {
                reader.fault("the media type does not determine the event format: expected a 'format' of ndjson or sse")
            }
            return nil
        }
        if format == .ndjson, let names = object[.byName] {
            names.keyFault("JSON lines have no event names; only server-sent events have them")
        }
        self.format = format
        pointer = reader.pointer
    }
}
