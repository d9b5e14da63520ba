import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Turns drafts into contract files: first a plan, which is held to every rule of `lint`, then the file, all at once.
package struct ContractWriter: Sendable {
    /// What would be written.
    package struct Plan: Sendable {
        package let service: String
        /// The contract's file.
        package let file: URL
        /// What the file will hold.
        package let bytes: [UInt8]
        /// What it holds now; `nil` where there is none.
        package let old: [UInt8]?
        /// The contract that the bytes say.
        package let contract: Contract
        /// What is new, as `model Element`, `endpoint elements`, `case elements/first`.
        package let added: [String]
        /// What could not be carried over.
        package let omissions: [Omission]

        package var isUnchanged: Bool { bytes == old }
    }

    private let folder: URL

    /// Writes below a folder of contracts, which need not exist yet.
    package init(contracts folder: URL) { self.folder = folder }

    /// The contract of a service as it will be with the draft in it.
    ///
    /// - Throws: `AuthoringError` where the service's name is none, its file cannot be read or has faults, or the
    /// outcome
    ///   would have some.
    package func plan(_ draft: ContractDraft) throws -> Plan {
        let file = try location(of: draft.service)
        let old = try Self.contents(of: file)
        let outcome: ContractMerge.Outcome
        if let old {
            let loaded = ContractLoader.load(bytes: old, file: file, service: draft.service)
            guard let contract = loaded.contract, loaded.faults.isEmpty else {
                throw AuthoringError(
                    "the contract that is there has faults; mend them first, then import again:\n"
                        + Self.list(loaded.faults))
            }
            outcome = try ContractMerge.merge(draft, into: old, of: contract)
        } else {
            outcome = Self.new(draft)
        }
        let loaded = ContractLoader.load(bytes: outcome.bytes, file: file, service: draft.service)
        guard let contract = loaded.contract, loaded.faults.isEmpty else {
            throw AuthoringError(
                "the contract would not pass 'contracts lint', so nothing was written; '--dry-run' shows its text:\n"
                    + Self.list(loaded.faults), text: String(decoding: outcome.bytes, as: UTF8.self))
        }
        return Plan(
            service: draft.service, file: file, bytes: outcome.bytes, old: old, contract: contract,
            added: outcome.added, omissions: draft.omissions + outcome.omissions)
    }

    /// Writes the contract, and beside the services' folders the schema that editors complete it by, where there is
    /// none.
    ///
    /// - Throws: `AuthoringError`; everything is then as it was.
    package func write(_ plan: Plan) throws {
        let schema = folder.appendingPathComponent("contract.schema.json")
        var files: [(URL, [UInt8])] = []
        if try Self.contents(of: schema) == nil { files.append((schema, Array(ContractSchema.text.utf8))) }
        if !plan.isUnchanged { files.append((plan.file, plan.bytes)) }
        try Self.write(files)
    }

    /// Writes all of the files, or none.
    private static func write(_ contents: [(file: URL, bytes: [UInt8])]) throws(AuthoringError) {
        var files = AtomicFiles()
        var current = contents.first?.file.path ?? ""
        do {
            for (file, bytes) in contents {
                current = file.path
                try files.stage(bytes, at: file.path)
            }
            try files.commit()
        } catch {
            files.discard()
            throw AuthoringError(
                "cannot write \(SourceFile.displayPath(of: URL(fileURLWithPath: current))): "
                    + ContractLoader.reason(error))
        }
    }

    /// Puts back what was there before a plan was written, for a caller whose next step failed.
    package func revert(_ plan: Plan) throws {
        if let old = plan.old {
            try Self.write([(plan.file, old)])
        } else {
            unlink(plan.file.path)
            rmdir(plan.file.deletingLastPathComponent().path)
        }
    }

    /// The services below the folder with the origins of their calls; those with faults as far as they can be read.
    package func services() -> [(service: String, origins: [String])] {
        do {
            return try ContractLoader.load(folder: folder).compactMap { loaded in
                loaded.contract.map { contract in
                    (loaded.service, ([contract.origin] + contract.endpoints.compactMap(\.origin)).distinct)
                }
            }
        } catch {
            return []  // A folder that is not there, or empty, has no services.
        }
    }

    /// The file of a service, inside of the folder of contracts.
    package func location(of service: String) throws(AuthoringError) -> URL {
        if let problem = ContractName.problem(service) {
            throw AuthoringError(
                "the service's name '\(Self.visible(service))' \(problem); valid: a name such as 'shop' or 'on-the-map'"
            )
        }
        var isFolder: ObjCBool = true
        if FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), !isFolder.boolValue {
            throw AuthoringError(
                "\(SourceFile.displayPath(of: folder)) is a file; name the folder with a folder for each service, such as "
                    + "'--contracts Contracts'")
        }
        let place = folder.appendingPathComponent(service, isDirectory: true)
        if let other = Self.names(in: folder).first(where: { $0 != service && $0.lowercased() == service.lowercased() })
        {
            throw AuthoringError(
                "there is a service '\(other)', which differs only in letter case; some file systems ignore that")
        }
        let file = place.appendingPathComponent("contract.json")
        for part in [place, file] {
            let resolved = part.resolvingSymlinksInPath().standardizedFileURL.path
            let root = folder.resolvingSymlinksInPath().standardizedFileURL.path
            guard resolved.hasPrefix(root + "/") else {
                throw AuthoringError(
                    "\(SourceFile.displayPath(of: part)) is a link that leads out of \(SourceFile.displayPath(of: folder)); nothing is written there"
                )
            }
        }
        return file
    }

    /// The text of a contract that is not there yet.
    static func new(_ draft: ContractDraft) -> ContractMerge.Outcome {
        let models = draft.modelMembers()
        let json = JSONObject.present(
            ContractKeys.Service.self,
            [
                (.schema, "../contract.schema.json"), (.service, .string(draft.service)),
                (.summary, draft.summary.map(JSON.string)), (.origin, .string(draft.origin)),
                (.strictness, (draft.strictness?.rawValue).map(JSON.string)),
                (.models, models.isEmpty ? nil : .object(JSONObject(models.map { ($0.name, $0.json) }))),
                (
                    .endpoints,
                    draft.endpoints.isEmpty ? nil : .object(JSONObject(draft.endpoints.map { ($0.name, $0.json) }))
                ), (.definitions, draft.definitions.isEmpty ? nil : .object(draft.definitions)),
            ])
        return ContractMerge.Outcome(
            bytes: Array((JSONLayout().text(.object(json), expanding: 3) + "\n").utf8),
            added: models.map { "model \($0.name)" } + draft.endpoints.map { "endpoint \($0.name)" },
            omissions: models.flatMap(\.omissions))
    }

    private static func contents(of file: URL) throws(AuthoringError) -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        do { return [UInt8](try Data(contentsOf: file)) } catch {
            throw AuthoringError(
                "\(SourceFile.displayPath(of: file)): cannot read it: \(ContractLoader.reason(error))")
        }
    }

    private static func names(in folder: URL) -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch { return [] }
    }

    private static func list(_ faults: [ContractFault]) -> String {
        let lines = faults.prefix(20).map { "\($0.place): error: \($0.message)" }
        return (lines + (faults.count > 20 ? ["… and \(faults.count - 20) more"] : [])).joined(separator: "\n")
    }

    /// A URL up to its query, which may hold a secret.
    static func withoutQuery(_ url: String) -> String {
        let address = url.prefix { $0 != "?" && $0 != "#" }
        guard let start = address.range(of: "://")?.upperBound else { return String(address) }
        let host = address[start...].prefix { $0 != "/" }
        guard let end = host.lastIndex(of: "@") else { return String(address) }
        return String(address[..<start]) + address[address.index(after: end)...]
    }

    /// A name from a command line without what a terminal would act on.
    static func visible(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(120).map { scalar -> String in
            scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
                ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
        return shown.joined() + (text.unicodeScalars.count > 120 ? "…" : "")
    }
}
