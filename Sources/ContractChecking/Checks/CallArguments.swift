import ContractFormat
import HTTPRecording
import JSONSchema

/// Fills in call arguments. Environment variables are read from the environment, or kept as placeholders in replay.
package struct CallArguments: Sendable {
    private let mode: Mode
    private let environment: [String: String]

    package init(mode: Mode, environment: [String: String]) {
        self.mode = mode
        self.environment = environment
    }

    package struct MissingVariable: Error, CustomStringConvertible {
        let name: String

        package var description: String { "\(name) is not set" }
    }

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

    func value(of placeholder: Placeholder, in names: [String: JSON]) -> JSON? {
        switch placeholder {
        case .name(let name): names[name]
        case .environment(let name): mode == .replay ? .string(placeholder.text) : environment[name].map(JSON.string)
        }
    }

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

    /// Returns a redaction of all environment secrets that a contract's calls use.
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
