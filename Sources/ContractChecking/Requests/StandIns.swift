import ContractFormat
import HTTPRecording
import JSONSchema

/// Substitutes for secrets in replay, used if an argument's schema rejects the placeholder's text.
///
/// Each variable has one value in all calls. It is redacted to the placeholder before a request is matched.
package enum StandIns {
    /// Returns a call's stand-ins by argument name, deterministically.
    package static func secrets(of arguments: [ArgumentValue], in endpoint: EndpointContract) -> [String: Secret] {
        var used: Set<String> = []
        return arguments.reduce(into: [:]) { secrets, given in
            guard case .template(let template) = given.value, let placeholder = template.solePlaceholder,
                case .environment(let variable) = placeholder, let schema = endpoint.argument(given.name)?.schema,
                !schema.schema.accepts(.string(placeholder.text))
            else { return }
            let sampled = SchemaSampler(prefersText: true).values(of: [schema.view]).compactMap(\.stringValue)
            let texts = (named(variable) + sampled).filter { schema.schema.accepts(.string($0)) }
            guard let value = texts.first(where: { !used.contains($0) }) ?? texts.first else { return }
            used.insert(value)
            secrets[given.name] = Secret(value: value, placeholder: placeholder.text)
        }
    }

    /// Returns strings in the shapes of common secrets, derived from the variable and long enough to be unique.
    private static func named(_ variable: String) -> [String] {
        let letters = "madeup" + variable.filter { $0.isLetter || $0.isNumber }
        let hexadecimal = Fingerprint.text(variable) + Fingerprint.text(letters)
        let digits = String(Fingerprint.hash(variable) | 1 << 63)
        return ["made-up-\(variable)", letters, letters.lowercased(), letters.uppercased(), hexadecimal]
            + [36, 24, 16, 8].map { String((hexadecimal + letters).prefix($0)) }
            + [16, 10, 8, 6, 4].map { String(digits.suffix($0)) }
    }
}
