import ContractAuthoring
import ContractChecking
import ContractFormat
import JSONSchema

/// Tells what an import wrote, what it left out, and what to do next.
struct ImportReport {
    let plan: ContractWriter.Plan
    let imported: ImportedDraft
    let terminal: Terminal

    func tell(_ recorded: HARImport.Outcome?, library: RecordingLibrary) {
        tellAdditions()
        tellRecordings(recorded)
        tellOmissions(terminal.out)
        tellNext(library)
    }

    func tellOmissions(_ write: (String) -> Void) {
        guard !plan.omissions.isEmpty else { return }
        write("\nNot carried over, or worth a look:\n")
        for omission in plan.omissions { write("  \(omission)\n") }
    }

    private func tellAdditions() {
        let path = SourceFile.displayPath(of: plan.file)
        if plan.isUnchanged {
            terminal.out("\(path) has all of it already; nothing was written\n")
            return
        }
        for addition in plan.added { terminal.out("added: \(addition)\n") }
        terminal.out("wrote \(path)\n")
    }

    private func tellRecordings(_ recorded: HARImport.Outcome?) {
        guard let recorded else { return }
        for recording in recorded.recordings where recording.kind != .unchanged {
            terminal.out("recorded: \(recording.file)\n")
        }
        let missing = plan.contract.endpoints.flatMap { endpoint in
            endpoint.cases.map { "\(endpoint.name)/\($0.name): " }
        }
        for unmatched in recorded.unmatched where missing.contains(where: unmatched.reason.hasPrefix) {
            terminal.out("not recorded: \(unmatched.summary): \(unmatched.reason)\n")
        }
        for suspicion in recorded.suspicions { terminal.err("warning: \(suspicion) was recorded\n") }
    }

    private func tellNext(_ library: RecordingLibrary) {
        if !imported.variables.isEmpty { terminal.out("\nSecrets, to be set in the environment before recording:\n") }
        for (name, use) in imported.variables { terminal.out("  \(name): \(use)\n") }
        let missing = plan.contract.recordings.filter { !library.contains($0.file) }
        if !plan.isUnchanged {
            let text = BindingText.text(of: plan.contract, only: plan.old == nil ? nil : Set(plan.added))
            let names = plan.added.filter { $0.hasPrefix("model ") || $0.hasPrefix("endpoint ") }
            if !names.isEmpty { terminal.out("\nBind what is new in your suite:\n\n\(text)") }
        }
        if !missing.isEmpty {
            let command = "contracts record --only-missing --only \(ShellWord.quoted("\(plan.service)/*"))"
            terminal.out(
                "\n\(missing.count) case\(missing.count == 1 ? " has" : "s have") no recording yet: once bound, record "
                    + "\(missing.count == 1 ? "it" : "them") with\n  \(command)\n")
        }
    }
}
