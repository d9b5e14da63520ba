import ContractFormat
import HTTPRecording
import JSONSchema

/// Values that stand for secrets in replay where the schema of an argument refuses the placeholder's own text.
///
/// They are redacted to the placeholder before a request is matched with a recording. One variable has one value in all
/// calls, and two variables have two, as far as their schemas leave room for that.
package enum StandIns {
    /// The stand-ins of a call by the names of its arguments, always the same ones.
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

    /// Texts in the shapes of common secrets, made of a variable's name and long enough to stand nowhere else by chance.
    private static func named(_ variable: String) -> [String] {
        let letters = "madeup" + variable.filter { $0.isLetter || $0.isNumber }
        let hexadecimal = Fingerprint.text(variable) + Fingerprint.text(letters)
        let digits = String(Fingerprint.hash(variable) | 1 << 63)
        return ["made-up-\(variable)", letters, letters.lowercased(), letters.uppercased(), hexadecimal]
            + [36, 24, 16, 8].map { String((hexadecimal + letters).prefix($0)) }
            + [16, 10, 8, 6, 4].map { String(digits.suffix($0)) }
    }
}
