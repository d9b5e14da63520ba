import ContractFormat
import HTTPRecording
import JSONSchema

/// Fills in the arguments of calls: in replay a variable is its placeholder's own text, else it comes from the environment.
package struct CallArguments: Sendable {
    private let mode: Mode
    private let environment: [String: String]

    package init(mode: Mode, environment: [String: String]) {
        self.mode = mode
        self.environment = environment
    }

    /// An environment variable that a call needs and that is not set.
    package struct MissingVariable: Error, CustomStringConvertible {
        let name: String

        package var description: String { "\(name) is not set" }
    }

    /// The values of a call's arguments.
    ///
    /// - Parameters:
    ///   - endpoint: the endpoint of the call. A binding that asks for an unknown argument gets its name in the error.
    ///   - captured: the captures of earlier steps of a scenario.
    package func resolve(
        _ arguments: [ArgumentValue], of endpoint: EndpointContract? = nil, captured: [String: JSON] = [:]
    ) throws(MissingVariable) -> Arguments {
        var values: [String: JSON] = [:]
        for argument in arguments {
            if let missing = argument.value.placeholders.lazy.compactMap(missingVariable).first {
                throw MissingVariable(name: missing)
            }
            values[argument.name] = argument.value.filled { value(of: $0, in: captured) }
        }
        let standIns = mode == .replay ? endpoint.map { StandIns.secrets(of: arguments, in: $0) } : nil
        return Arguments(values, of: endpoint, standIns: standIns ?? [:])
    }

    /// The value of a placeholder: an argument or capture, or a variable.
    func value(of placeholder: Placeholder, in names: [String: JSON]) -> JSON? {
        switch placeholder {
        case .name(let name): names[name]
        case .environment(let name): mode == .replay ? .string(placeholder.text) : environment[name].map(JSON.string)
        }
    }

    /// The secrets that these arguments take from the environment, to be redacted from what is recorded.
    package func secrets(of arguments: [ArgumentValue]) -> [Secret] {
        secrets(of: Set(arguments.flatMap(\.value.placeholders)))
    }

    private func secrets(of placeholders: Set<Placeholder>) -> [Secret] {
        guard mode != .replay else { return [] }
        return placeholders.compactMap { placeholder in
            guard case .environment(let name) = placeholder, let value = environment[name] else { return nil }
            return Secret(value: value, placeholder: placeholder.text)
        }.sorted { $0.placeholder < $1.placeholder }
    }

    /// Takes every secret that a contract's calls take from the environment out of what is reported.
    package func redaction(of contract: Contract) -> Redaction {
        Redaction(secrets: secrets(of: Set(contract.variables.map { .environment($0.name) })))
    }

    private func missingVariable(_ placeholder: Placeholder) -> String? {
        guard mode != .replay, case .environment(let name) = placeholder, environment[name]?.isEmpty ?? true else {
            return nil
        }
        return name
    }
}
