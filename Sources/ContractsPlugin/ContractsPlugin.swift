import Foundation
import PackagePlugin

/// `swift package contracts …`: builds and runs the package's contracts command line. It requests no permissions, so
/// that read-only commands run without a prompt. A command that needs a permission denied by the sandbox prints how to
/// grant it.
@main struct ContractsPlugin: CommandPlugin {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let product = try commandLine(of: context.package)
        try checkPermissions(for: arguments, in: context.package)
        let result = try packageManager.build(.product(product.name), parameters: PackageManager.BuildParameters())
        let executable = result.builtArtifacts.first {
            $0.kind == .executable && $0.url.deletingPathExtension().lastPathComponent == product.name
        }
        guard result.succeeded, let executable else {
            throw Failure(description: "'\(product.name)' does not build:\n\(result.logText)")
        }
        let process = Process()
        process.executableURL = executable.url
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["CONTRACT_PROGRAM": "swift package contracts"]
        ) { _, new in new }
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }

    private func commandLine(of package: Package) throws -> any Product {
        let executables = package.products(ofType: ExecutableProduct.self)
        if let named = executables.first(where: { $0.name == "contracts" }) { return named }
        let made = executables.filter { product in
            product.mainTarget.dependencies.contains { dependency in
                switch dependency {
                case .product(let product): product.name == "ContractCommand"
                case .target(let target): target.name == "ContractCommand"
                @unknown default: false
                }
            }
        }
        guard let only = made.first, made.count == 1 else {
            let found = made.isEmpty ? "has none" : "has \(made.map(\.name).joined(separator: ", "))"
            throw Failure(
                description:
                    "the package '\(package.displayName)' \(found): name one executable product 'contracts' whose "
                    + "target depends on ContractCommand (the article AdoptInTenMinutes shows one)")
        }
        return only
    }

    private func checkPermissions(for arguments: [String], in package: Package) throws {
        let writing = ["record", "import", "init", "recordings"]
        guard let command = arguments.first, writing.contains(command),
            !FileManager.default.isWritableFile(atPath: package.directoryURL.path)
        else { return }
        let network = command == "record" ? " --allow-network-connections all" : ""
        throw Failure(
            description:
                "'\(command)' writes contracts or recordings\(network.isEmpty ? "" : ", and calls servers"): allow it with "
                + "swift package --allow-writing-to-package-directory\(network) contracts \(arguments.joined(separator: " "))"
        )
    }
}
