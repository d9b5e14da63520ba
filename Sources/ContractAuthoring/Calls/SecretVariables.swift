import HTTPRecording
import JSONSchema

/// The environment variables for an import's secrets, one for each value.
struct SecretVariables {
    private let service: String
    private var names = DistinctNames()
    private var byValue: [String: String] = [:]
    private(set) var variables: [(name: String, use: String)] = []

    init(service: String) { self.service = service }

    mutating func placeholder(for value: String, name: String, use: String) -> String {
        if let known = byValue[value] { return "{env:\(known)}" }
        let variable = Self.shellVariable(value) ?? names.take(Naming.variable(service, name))
        byValue[value] = variable
        variables.append((variable, use))
        return "{env:\(variable)}"
    }

    var secrets: [Secret] {
        byValue.sorted { $0.value < $1.value }.map { Secret(value: $0.key, placeholder: "{env:\($0.value)}") }
    }

    /// Returns the variable that a document names instead of a secret: `$API_TOKEN` or `${API_TOKEN}`.
    private static func shellVariable(_ value: String) -> String? {
        let match = value.wholeMatch(of: /\$([A-Za-z_][A-Za-z0-9_]*)|\$\{([A-Za-z_][A-Za-z0-9_]*)\}/)
        return (match?.output.1 ?? match?.output.2).map(String.init)
    }
}
