import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// A writer that turns drafts into contract files. A plan must pass every rule of `lint` before its files are written
/// atomically.
package struct ContractWriter: Sendable {
    package struct Plan: Sendable {
        package let service: String
        package let file: URL
        package let bytes: [UInt8]
        /// The current content, or `nil` if the file does not exist.
        package let old: [UInt8]?
        package let contract: Contract
        /// Additions such as `model Element`, `endpoint elements`, or `case elements/first`.
        package let added: [String]
        /// Pointers to contract values that follow a change of the document, because the user had not edited them.
        package let changed: [JSONPointer]
        package let omissions: [Omission]
        /// The contract as this import alone would write it. The next import compares with it to detect edits by hand.
        package let imported: [UInt8]?
        package let importedBefore: [UInt8]?

        package var isUnchanged: Bool { bytes == old }
    }

    private let folder: URL

    /// The folder of contracts need not exist yet.
    package init(contracts folder: URL) { self.folder = folder }

    /// - Throws: `AuthoringError` if the service name is invalid, or the old or new contract is unreadable or faulty.
    package func plan(_ draft: ContractDraft) throws -> Plan {
        let file = try location(of: draft.service)
        let old = try Self.contents(of: file)
        let before = draft.describesService ? try Self.contents(of: Self.base(beside: file)) : nil
        var outcome: ContractMerge.Outcome
        var changed: [JSONPointer] = []
        let fresh = Self.new(draft)
        if let old, let before {
            (outcome, changed) = try update(draft, fresh, from: before, in: old, file)
        } else if let old {
            outcome = try ContractMerge.merge(draft, into: old, of: Self.contract(in: old, file, draft.service))
        } else {
            outcome = fresh
        }
        let imported =
            draft.describesService
            ? ImportedBase.text(of: try JSON(parsing: fresh.bytes), over: try before.map { try JSON(parsing: $0) })
            : nil
        let loaded = ContractLoader.load(bytes: outcome.bytes, file: file, service: draft.service)
        guard let contract = loaded.contract, loaded.faults.isEmpty else {
            throw AuthoringError(
                "the contract would not pass 'contracts lint', so nothing was written; '--dry-run' prints it:\n"
                    + Self.list(loaded.faults), text: String(decoding: outcome.bytes, as: UTF8.self))
        }
        return Plan(
            service: draft.service, file: file, bytes: outcome.bytes, old: old, contract: contract,
            added: outcome.added, changed: changed, omissions: draft.omissions + outcome.omissions, imported: imported,
            importedBefore: before)
    }

    private static func contract(in old: [UInt8], _ file: URL, _ service: String) throws(AuthoringError) -> Contract {
        let loaded = ContractLoader.load(bytes: old, file: file, service: service)
        guard let contract = loaded.contract, loaded.faults.isEmpty else {
            throw AuthoringError(
                "the existing contract has errors; fix them first, then import again:\n" + list(loaded.faults))
        }
        return contract
    }

    private static func base(beside file: URL) -> URL {
        file.deletingLastPathComponent().appendingPathComponent(ImportedBase.fileName)
    }

    /// Merges the document's changes since the last import, except where the user edited the contract, and adds new
    /// parts.
    private func update(
        _ draft: ContractDraft, _ fresh: ContractMerge.Outcome, from before: [UInt8], in old: [UInt8], _ file: URL
    ) throws -> (ContractMerge.Outcome, changed: [JSONPointer]) {
        let base: JSON
        do { base = try JSON(parsing: before) } catch {
            throw AuthoringError(
                "\(SourceFile.displayPath(of: Self.base(beside: file))): not JSON: \(error.message); restore it, or delete it "
                    + "and import again")
        }
        let contract = try Self.contract(in: old, file, draft.service)
        let mine = try JSON(parsing: old)
        let update = ContractUpdate(base: base, mine: mine, theirs: try JSON(parsing: fresh.bytes))
        let edited = try update.applied(to: old)
        let rest = draft.leavingOut(base, goneFrom: mine)
        let source = SourceFile(url: file, bytes: old)
        func merged(_ bytes: [UInt8], _ contract: Contract) throws -> ContractMerge.Outcome {
            var outcome = try ContractMerge.merge(rest, into: bytes, of: contract, reportsConflicts: false)
            outcome.omissions += update.clashes.map { $0.omission(source, draft.sources) }
            if draft.isWhole {
                outcome.omissions += update.gone.map {
                    Omission($0, "the document no longer contains it; it was left unchanged")
                }
            }
            return outcome
        }
        let reloaded = ContractLoader.load(bytes: edited, file: file, service: draft.service)
        if let contract = reloaded.contract, reloaded.faults.isEmpty {
            return (try merged(edited, contract), update.edits.map { JSONPointer(tokens: $0.path) })
        }
        // The user's own parts may depend on parts that the document changed, so the user decides on all changes.
        var outcome = try merged(old, contract)
        let faults = reloaded.faults.prefix(3).map { "\($0.place): \($0.message)" }.joined(separator: "; ")
        outcome.omissions += update.edits.map { edit in
            let pointer = JSONPointer(tokens: edit.path)
            return Omission(
                "\(source.place(of: pointer))",
                "the document changed '\(pointer)'; it was left unchanged, because the contract would have faults: \(faults)"
            )
        }
        return (outcome, [])
    }

    /// Writes the contract, and the JSON Schema for editors if it is missing.
    ///
    /// - Throws: `AuthoringError`, in which case nothing has changed.
    package func write(_ plan: Plan) throws {
        let schema = folder.appendingPathComponent("contract.schema.json")
        var files: [(URL, [UInt8])] = []
        if try Self.contents(of: schema) == nil { files.append((schema, Array(ContractSchema.text.utf8))) }
        if !plan.isUnchanged { files.append((plan.file, plan.bytes)) }
        if let imported = plan.imported, imported != plan.importedBefore {
            files.append((Self.base(beside: plan.file), imported))
        }
        try Self.write(files)
    }

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

    /// Restores the previous files, for a caller whose next step failed.
    package func revert(_ plan: Plan) throws {
        let base = Self.base(beside: plan.file)
        if plan.imported != nil, plan.importedBefore == nil { unlink(base.path) }
        if let old = plan.old {
            try Self.write([(plan.file, old)] + (plan.importedBefore.map { [(base, $0)] } ?? []))
        } else {
            unlink(plan.file.path)
            rmdir(plan.file.deletingLastPathComponent().path)
        }
    }

    package func contract(of service: String) -> Contract? {
        ContractLoader.load(file: folder.appendingPathComponent("\(service)/contract.json"), service: service).contract
    }

    /// Returns the readable services in the folder, with the origins of their calls.
    package func services() -> [(service: String, origins: [String])] {
        do {
            return try ContractLoader.load(folder: folder).compactMap { loaded in
                loaded.contract.map { contract in
                    (loaded.service, ([contract.origin] + contract.endpoints.compactMap(\.origin)).distinct)
                }
            }
        } catch {
            return []  // A missing or empty folder has no services.
        }
    }

    /// Returns the file of a service, which must be inside the folder of contracts.
    package func location(of service: String) throws(AuthoringError) -> URL {
        let isNew = !FileManager.default.fileExists(atPath: folder.appendingPathComponent(service).path)
        if let problem = isNew ? ContractName.problem(ofNewService: service) : ContractName.problem(service) {
            throw AuthoringError(
                "the service's name '\(service.visible())' \(problem); valid: a name such as 'shop' or 'on-the-map'")
        }
        var isFolder: ObjCBool = true
        if FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), !isFolder.boolValue {
            throw AuthoringError(
                "\(SourceFile.displayPath(of: folder)) is a file; pass the folder that contains a folder for each service, such as "
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
                    "\(SourceFile.displayPath(of: part)) is a link to a target outside \(SourceFile.displayPath(of: folder)); nothing was written"
                )
            }
        }
        return file
    }

    static func new(_ draft: ContractDraft) -> ContractMerge.Outcome {
        let models = draft.modelMembers()
        let unbound = draft.unboundPatterns(of: draft.models.map(\.name))
        let json = ContractKeys.Service.object([
            (.schema, "../contract.schema.json"), (.service, .string(draft.service)),
            (.summary, draft.summary.map(JSON.string)), (.origin, .string(draft.origin)),
            (.strictness, (draft.strictness?.rawValue).map(JSON.string)), (.unbound, unbound.unlessEmpty),
            (.models, JSONObject(models.map { ($0.name, $0.json) }).unlessEmpty),
            (.endpoints, JSONObject(draft.endpoints.map { ($0.name, $0.json) }).unlessEmpty),
            (.definitions, draft.definitions.unlessEmpty),
        ])
        return ContractMerge.Outcome(
            bytes: Array((JSONLayout().text(json, expanding: 3) + "\n").utf8),
            added: models.map { "model \($0.name)" } + draft.endpoints.map { "endpoint \($0.name)" })
    }

    private static func contents(of file: URL) throws(AuthoringError) -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        do { return try SystemFiles().read(file.path) } catch {
            throw AuthoringError("\(SourceFile.displayPath(of: file)): cannot read it: \(ContractLoader.reason(error))")
        }
    }

    private static func names(in folder: URL) -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch { return [] }
    }

    private static func list(_ faults: [SourceFault]) -> String {
        faults.map(\.report).truncated(to: 20).joined(separator: "\n")
    }
}

extension ContractUpdate.Clash {
    fileprivate func omission(_ contract: SourceFile, _ sources: [String: Place]) -> Omission {
        let entry = pointer.tokens.prefix(2)
        let part = entry.first.flatMap(ContractKeys.Service.init(rawValue:)).map(ContractUpdate.noun) ?? ""
        let source = sources["\(part) \(entry.last ?? "")"].map { " at \($0)" } ?? ""
        func text(_ json: JSON?) -> String { json.map { $0.text(.compact).shortened } ?? "nothing" }
        return Omission(
            "\(contract.place(of: pointer))",
            "'\(pointer)' was changed by hand and by the document\(source): it was \(text(base)), is \(text(mine)), and the "
                + "document says \(text(theirs)); it was left unchanged")
    }
}

extension String {
    fileprivate var shortened: String { count <= 120 ? self : prefix(100) + "…" }
}
