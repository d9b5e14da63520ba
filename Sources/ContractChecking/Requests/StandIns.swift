import ContractFormat
import HTTPRecording
import JSONSchema

/// Values that stand for secrets in replay where the schema of an argument refuses the placeholder's own text.
///
/// They are redacted to the placeholder before a request is matched with a recording.
enum StandIns {
    /// The stand-ins of a call by the names of its arguments, always the same ones.
    static func secrets(of arguments: [ArgumentValue], in endpoint: EndpointContract) -> [String: Secret] {
        var used: Set<String> = []
        return arguments.reduce(into: [:]) { secrets, given in
            guard case .template(let template) = given.value, let placeholder = template.solePlaceholder,
                case .environment = placeholder, let schema = endpoint.argument(given.name)?.schema,
                !schema.schema.accepts(.string(placeholder.text))
            else { return }
            let texts = SchemaSampler(prefersText: true).values(of: [schema.view]).filter(schema.schema.accepts)
                .compactMap(\.stringValue)
            guard let value = texts.first(where: { !used.contains($0) }) ?? texts.first else { return }
            used.insert(value)
            secrets[given.name] = Secret(value: value, placeholder: placeholder.text)
        }
    }
}
