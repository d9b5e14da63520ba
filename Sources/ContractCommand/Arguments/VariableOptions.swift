import ContractChecking
import ContractFormat

/// The environment variables that a run may read, so that an untrusted contract cannot read other secrets.
struct VariableOptions {
    static let option = OptionSpec(
        "env", "NAME", repeats: true,
        "the only environment variables that '{env:NAME}' may read; separate several names with commas")

    let allowed: Set<String>?

    init(_ arguments: ParsedArguments) throws {
        let names = arguments.all(Self.option.name).flatMap {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        for name in names where name.wholeMatch(of: /[A-Za-z0-9_]+/) == nil {
            throw CommandError.invalid(
                name, for: Self.option.name, "expected the name of a variable, such as API_TOKEN")
        }
        allowed = arguments.has(Self.option.name) ? Set(names) : nil
    }

    static func check(_ arguments: ParsedArguments, _ context: CommandContext) throws {
        guard let allowed = try VariableOptions(arguments).allowed else { return }
        let globs = arguments.all("only")
        let contracts = context.contracts.filter { contract in
            globs.isEmpty || globs.contains { concerns(contract.service, $0) }
        }
        let refused = contracts.flatMap { contract in
            contract.variables.filter { !allowed.contains($0.text) }.map { (contract.place(of: $0.pointer), $0.text) }
        }
        guard !refused.isEmpty else { return }
        let lines = refused.map { place, name in
            "\(place): the contract reads the environment variable \(name), which '--env' does not list; "
                + "add '--env \(name)' to allow it"
        }
        throw CommandError(lines.joined(separator: "\n"))
    }

    private static func concerns(_ service: String, _ glob: String) -> Bool {
        let first = glob.prefix { $0 != "/" }
        guard let wild = first.firstIndex(where: { "*?".contains($0) }) else { return first == service }
        return service.hasPrefix(first[..<wild])
    }
}
