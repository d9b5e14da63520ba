import ContractChecking
import ContractComparison
import ContractFormat
import ContractOpenAPI
import ContractReporting
import Foundation
import JSONSchema

enum FleetCommand: SuiteCommand {
    static let spec = CommandSpec(
        "fleet", "compare released versions with their providers: which versions break, and why",
        operands: "[VERSION…]",
        options: [
            OptionSpec("versions", "GLOB", repeats: true, "git tags that match, such as 'v2.*'"),
            OptionSpec("list", "FILE", "a JSON file of versions and their user counts"),
            OptionSpec("supported", "GLOB", repeats: true, "versions that must not break (default: all)"),
            OptionSpec("against", "OPENAPI", repeats: true, "a provider's OpenAPI document"),
            OptionSpec(
                "environments", "FILE",
                "a JSON file of several providers (default: environments.json beside the contracts)"),
            SharedOptions.report, SharedOptions.color,
        ] + SharedOptions.folders)

    static func run(_ arguments: ParsedArguments, _ context: CommandContext) async throws -> ExitCode {
        let printer = try ReportPrinter(arguments, context.terminal)
        let start = ContinuousClock().now
        let workspace = CompareWorkspace(context)
        defer { workspace.remove() }
        let versions = try FleetVersions.all(arguments, context.terminal, workspace)
        let environments = try FleetProviders.all(arguments, context)
        let rows = try Fleet(environments: environments).rows(of: versions)
        for note in rows.flatMap(\.notes).distinct { context.terminal.err("contracts: \(note)\n") }
        guard rows.contains(where: { !$0.cells.isEmpty }) else {
            throw CommandError("none of these versions has an endpoint of these providers, so nothing was compared")
        }
        let fleet = FleetReport(rows: rows, namesEnvironments: environments.count > 1)
        let seconds = (ContinuousClock().now - start) / .seconds(1)
        try printer.print(
            fleet.report(seconds: seconds),
            own: [
                .html: { FleetPage.text(of: fleet, tool: $0.tool) },
                .console: { FleetConsole.text(of: fleet, width: $0.width, color: $0.color) },
            ])
        if rows.contains(where: { $0.breaks && $0.version.isSupported }) { return .findings }
        return rows.contains(where: \.isDecided) ? .success : .notEvaluated
    }
}

private enum FleetVersions {
    private struct Named {
        let name: String
        var users: Int?
        var isSupported = true
        var tag: String?
        var folder: String?

        func with(_ revision: ContractRevision) -> FleetVersion {
            FleetVersion(
                name: name, users: users, isSupported: isSupported, contracts: revision.contractsFolder,
                label: revision.label)
        }
    }

    static func all(
        _ arguments: ParsedArguments, _ terminal: Terminal, _ workspace: CompareWorkspace
    ) throws -> [FleetVersion] {
        var named: [Named] = []
        if let list = arguments["list"] { named += try Self.read(list, terminal) }
        named += try arguments.operands.map { word -> Named in
            try workspace.isFolder(word) ? Named(name: word, folder: word) : Named(name: word, tag: word)
        }
        let patterns = arguments.all("versions")
        if !patterns.isEmpty {
            let tags = try workspace.tags()
            try SelectionOptions.check(patterns, among: tags, "tag", otherwise: tags.isEmpty ? "there is no tag" : nil)
            for pattern in patterns { named += tags.filter(Glob(pattern).matches).map { Named(name: $0, tag: $0) } }
        }
        guard !named.isEmpty else {
            throw CommandError("name versions: tags or folders, '--versions GLOB' or '--list FILE'")
        }
        let supported = arguments.all("supported").map(Glob.init)
        if !supported.isEmpty {
            // A mistyped glob would leave every version unsupported.
            try SelectionOptions.check(arguments.all("supported"), among: named.map(\.name), "version")
            for index in named.indices {
                named[index].isSupported = supported.contains { $0.matches(named[index].name) }
            }
        }
        return try versions(named, workspace)
    }

    private static func versions(_ named: [Named], _ workspace: CompareWorkspace) throws -> [FleetVersion] {
        let tags = named.compactMap(\.tag)
        let contracts = try tags.isEmpty ? [:] : workspace.contracts(ofTags: tags)
        let known = try tags.allSatisfy { contracts[$0] != nil } ? [] : Set(workspace.tags())
        return try named.map { version -> FleetVersion in
            if let folder = version.folder { return version.with(try workspace.folderOrRevision(folder)) }
            let tag = version.tag ?? version.name
            if let revision = contracts[tag] { return version.with(revision) }
            guard known.contains(tag) else {
                throw CommandError(
                    "there is no tag and no folder '\(tag)'\(Suggestion.text(for: tag, among: known.sorted()))")
            }
            // The tag predates the contracts.
            return version.with(
                ContractRevision(name: tag, contracts: URL(fileURLWithPath: "/dev/null/\(tag)"), recordings: nil))
        }
    }

    private static func read(_ path: String, _ terminal: Terminal) throws -> [Named] {
        let (root, folder) = try FleetFile.read(path, terminal)
        return try root.member("versions").elements().map { element -> Named in
            try element.allow(["version", "tag", "folder", "users", "supported"])
            let name = try element.member("version").string()
            let place = try element["folder"]?.string()
            let users = try element["users"].map { users -> Int in
                let count = try users.int()
                guard count >= 0 else { throw users.failure(expected: "a number of users", found: "\(count)") }
                return count
            }
            let tag = try element["tag"]?.string() ?? name
            let isSupported = try element["supported"]?.bool() ?? true
            return Named(
                name: name, users: users, isSupported: isSupported, tag: place == nil ? tag : nil,
                folder: place.map { FleetFile.path($0, from: folder) })
        }
    }
}

private enum FleetProviders {
    static func all(_ arguments: ParsedArguments, _ context: CommandContext) throws -> [FleetEnvironment] {
        if let file = arguments["environments"] { return try read(file, context) }
        let documents = arguments.all("against")
        if !documents.isEmpty {
            return try documents.map {
                FleetEnvironment(name: $0, provider: .document(try document($0, context.terminal)))
            }
        }
        let usual = context.suite.contracts.appendingPathComponent("environments.json").path
        if arguments["recordings"] == nil, FileManager.default.fileExists(atPath: usual) {
            return try read(usual, context)
        }
        return [
            FleetEnvironment(name: "recordings", provider: try recordings("recordings", context.suite.recordings.path))
        ]
    }

    private static func recordings(_ name: String, _ path: String) throws -> FleetEnvironment.Provider {
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandError(
                "the environment '\(name)' cannot be compared: there is no '\(path)'", code: .notEvaluated)
        }
        return .recordings(RecordingLibrary(folder: URL(fileURLWithPath: path, isDirectory: true)))
    }

    private static func document(_ path: String, _ terminal: Terminal) throws -> OpenAPIDocument {
        guard path == "-" || FileManager.default.fileExists(atPath: path) else {
            throw CommandError("'\(path)' cannot be read: there is no such file", code: .notEvaluated)
        }
        return try OpenAPIFile.document(at: path, terminal)
    }

    private static func read(_ path: String, _ context: CommandContext) throws -> [FleetEnvironment] {
        let (root, folder) = try FleetFile.read(path, context.terminal)
        return try root.member("environments").elements().map { element -> FleetEnvironment in
            try element.allow(["name", "openapi", "recordings", "services"])
            let name = try element.member("name").string()
            let services = try element["services"]?.elements().map { try $0.string() } ?? []
            switch (try element["openapi"]?.string(), try element["recordings"]?.string()) {
            case (let file?, nil):
                let document = try Self.document(FleetFile.path(file, from: folder), context.terminal)
                return FleetEnvironment(name: name, provider: .document(document), services: services)
            case (nil, let recordings?):
                let provider = try Self.recordings(name, FleetFile.path(recordings, from: folder))
                return FleetEnvironment(name: name, provider: provider, services: services)
            case (.some, .some), (nil, nil):
                throw element.failure(
                    expected: "an environment with \"openapi\" or \"recordings\"", found: "neither or both")
            }
        }
    }
}

private enum FleetFile {
    typealias Cursor = JSONCursor<FileReading>

    static func read(_ path: String, _ terminal: Terminal) throws -> (root: Cursor, folder: URL) {
        let url = URL(fileURLWithPath: path)
        let source = SourceFile(url: url, bytes: try terminal.bytes(of: path))
        return (Cursor(try source.parsed(), FileReading(source)), url.deletingLastPathComponent())
    }

    static func path(_ path: String, from folder: URL) -> String {
        path.hasPrefix("/") ? path : folder.appendingPathComponent(path).standardizedFileURL.path
    }
}
