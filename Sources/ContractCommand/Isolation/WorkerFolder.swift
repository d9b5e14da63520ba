import ContractChecking
import ContractReporting
import Foundation
import JSONSchema

/// What a supervisor and its workers share: a private folder with the steps that are running, those that were fatal, and
/// the results that are done.
struct WorkerFolder: Sendable {
    /// The variable that makes a process a worker, and names the folder.
    static let variable = "CONTRACT_WORKER"
    /// The variable that tells a worker that another was there before it.
    static let resumingVariable = "CONTRACT_WORKER_RESUMING"
    /// The variable that makes a worker run one check at a time.
    static let aloneVariable = "CONTRACT_WORKER_ALONE"
    /// The variable that tells a worker that its standard error ends up on a terminal.
    static let terminalVariable = "CONTRACT_WORKER_TERMINAL"

    let url: URL

    var table: String { url.appendingPathComponent("steps").path }
    private var fatalFile: URL { url.appendingPathComponent("fatal.jsonl") }
    private var doneFile: URL { url.appendingPathComponent("done") }
    private var resultFile: URL { url.appendingPathComponent("results.jsonl") }

    static func make() throws -> WorkerFolder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("contracts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return WorkerFolder(url: url)
    }

    func remove() throws { try FileManager.default.removeItem(at: url) }

    // MARK: - The end

    /// Leaves the word that the command came to its end; a process that merely exits does not.
    func finish(_ code: ExitCode) throws { try Data("\(code.rawValue)".utf8).write(to: doneFile) }

    /// The exit code of a command that came to its end.
    func finishedCode() throws -> ExitCode? {
        guard FileManager.default.fileExists(atPath: doneFile.path) else { return nil }
        return Int32(String(decoding: try Data(contentsOf: doneFile), as: UTF8.self)).flatMap(ExitCode.init(rawValue:))
    }

    // MARK: - Fatal steps

    func append(_ step: FatalStep) throws {
        let json: JSON = [
            "check": .string(step.check), "step": .number(JSONNumber(step.step)),
            "end": .string(step.end.rawValue), "message": .string(step.message),
        ]
        try append(json, to: fatalFile)
    }

    func fatalSteps() throws -> [FatalStep] {
        try lines(of: fatalFile).compactMap { json in
            guard let check = json["check"]?.stringValue, let step = json["step"]?.intValue,
                let message = json["message"]?.stringValue,
                let end = json["end"]?.stringValue.flatMap(FatalStep.End.init(rawValue:))
            else { return nil }
            return FatalStep(check: check, step: step, end: end, message: message)
        }
    }

    // MARK: - Results

    func append(_ result: CheckResult) throws { try append(result.json, to: resultFile) }

    func results() throws -> [CheckResult] { try lines(of: resultFile).map { try CheckResult(json: $0) } }

    private func append(_ json: JSON, to file: URL) throws {
        if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(json.bytes() + [UInt8(ascii: "\n")]))
        try handle.close()
    }

    /// The whole lines of a file; one that a killed worker did not finish is left out.
    private func lines(of file: URL) throws -> [JSON] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        let bytes = [UInt8](try Data(contentsOf: file))
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        return try bytes[..<end].split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: Array($0)) }
    }
}
