import ContractCommand
import ExampleProvider
import Foundation

@main
struct Contracts: ContractCommand {
    static let suite = clientSuite(
        in: URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true))

    static let localProvider: LocalProviderBinding? = LocalProviderBinding(
        environment: ExampleProvider.credentials(in:),
        start: { port, faultName, environment in
            var fault: ProviderFault?
            if let faultName {
                fault = ProviderFault(rawValue: faultName)
                if fault == nil { throw UnknownFault(name: faultName) }
            }
            let provider = ExampleProvider(environment: environment, fault: fault, makeToken: TokenSequence().next)
            return LocalProviderBinding.Running(port: try provider.start(port: port), stop: provider.stop)
        })
}

struct UnknownFault: Error, CustomStringConvertible {
    let name: String

    var description: String {
        "'\(name)' is not a valid value for '--fault'; valid: \(ProviderFault.names.joined(separator: ", "))"
    }
}
