import ContractAuthoring
import ContractChecking
import ContractComparison
import ContractFormat
import Foundation
import JSONSchema

struct ImportReport {
    let plan: ContractWriter.Plan
    let imported: ImportedDraft
    let terminal: Terminal
    /// The models and endpoints that the suite already binds, such as `model Pet`.
    let bound: Set<String>

    func report(_ recorded: HARImport.Outcome?, library: RecordingLibrary, proposesFaults: Bool) {
        reportDocument()
        reportAdditions()
        reportRecordings(recorded)
        reportOmissions(terminal.out)
        reportFixtures()
        if proposesFaults { reportFaults() }
        reportNextSteps(library)
    }

    private func reportFixtures() {
        guard let fixtures = imported.fixtures else { return }
        let all = fixtures.accepted.count + fixtures.refused.count
        terminal.out(
            "\n\(counted(all, "fixture")): \(fixtures.accepted.count) accepted, "
                + "\(fixtures.refused.count) refused by the model with their name\n")
    }

    func reportOmissions(_ write: (TerminalText) -> Void) {
        guard !plan.omissions.isEmpty else { return }
        write("\nNot imported, or to be reviewed:\n")
        for omission in plan.omissions { write("  \(omission)\n") }
    }

    private func reportDocument() {
        guard let before = plan.importedBefore, let now = plan.imported, before != now else { return }
        let report: Report
        do { report = try ImportedChanges.report(of: plan.service, from: before, to: now, terminal) } catch {
            terminal.err("contracts: warning: the changes to the document cannot be determined: \(error)\n")
            return
        }
        terminal.out("The document changed since it was imported:\n")
        for finding in report.findings { terminal.out("  \(finding.message) [\(finding.rule)]\n") }
        terminal.out("\n")
    }

    private func reportAdditions() {
        let path = SourceFile.displayPath(of: plan.file)
        if plan.isUnchanged {
            terminal.out("\(path) already contains everything and was left unchanged\n")
            return
        }
        for addition in plan.added { terminal.out("added: \(addition)\n") }
        for pointer in plan.changed { terminal.out("changed: \(pointer)\n") }
        terminal.out("wrote \(path)\n")
    }

    private func reportRecordings(_ recorded: HARImport.Outcome?) {
        guard let recorded else { return }
        for recording in recorded.recordings where recording.kind != .unchanged {
            terminal.out("recorded: \(recording.file)\n")
        }
        for unmatched in recorded.unmatched where unmatched.isLikeCase {
            terminal.out("not recorded: \(unmatched.summary): \(unmatched.reason)\n")
        }
        for suspicion in recorded.suspicions { terminal.err("warning: \(suspicion) was recorded\n") }
    }

    private func reportFaults() {
        let proposals = plan.contract.endpoints.compactMap { endpoint in
            FaultProposals.faults(of: endpoint, in: plan.contract).map { (endpoint.name, $0) }
        }
        if proposals.isEmpty { return }
        terminal.out(
            "\nFaults to adopt, after you replace '\(ErrorContract.unknown)' and errors that differ with the errors of your client:\n"
        )
        for (name, faults) in proposals {
            terminal.out("  \(name): \"faults\": \(JSON.object(faults).text(.compact))\n")
        }
    }

    private func reportNextSteps(_ library: RecordingLibrary) {
        if !imported.variables.isEmpty { terminal.out("\nSecrets to set in the environment before recording:\n") }
        for (name, use) in imported.variables { terminal.out("  \(name): \(use)\n") }
        let missing = plan.contract.recordings.filter { !library.contains($0.file) }
        if !plan.isUnchanged {
            let names = plan.added.filter {
                ($0.hasPrefix("model ") || $0.hasPrefix("endpoint ")) && !bound.contains($0)
            }
            let text = BindingText.text(of: plan.contract, only: Set(names))
            if !names.isEmpty {
                terminal.out("\nBind the additions in your suite:\n\n\(lines: text)")
                let service = ShellWord.quoted(plan.service)
                terminal.out(
                    "\nNo client yet? These commands print one with Decodable models, and its bindings:\n"
                        + "  contracts scaffold \(service) --client\n  contracts scaffold \(service) --bindings\n")
            }
        }
        if !missing.isEmpty {
            let command = "contracts record --only-missing --only \(ShellWord.quoted("\(plan.service)/*"))"
            terminal.out(
                "\n\(counted(missing.count, "case has", "cases have")) no recording yet: once bound, record "
                    + "\(missing.count == 1 ? "it" : "them") with\n  \(command)\n")
        }
    }
}

enum ImportedChanges {
    static func report(of service: String, from old: [UInt8], to new: [UInt8], _ terminal: Terminal) throws -> Report {
        let folder = try PrivateFolder("import", terminal)
        defer { folder.remove() }
        func revision(_ name: String, _ bytes: [UInt8]) throws -> ContractRevision {
            let contracts = folder.url.appendingPathComponent(name, isDirectory: true)
            let place = contracts.appendingPathComponent(service, isDirectory: true)
            try PrivateFolder.create {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                try Data(bytes).write(to: place.appendingPathComponent("contract.json"))
            }
            return ContractRevision(name: name, contracts: contracts, recordings: nil)
        }
        return ContractComparison(from: try revision("before", old), to: try revision("now", new)).report()
    }
}
