import ContractChecking
import ContractFormat
import ContractReporting
import Foundation
import HTTPRecording
import JSONSchema

extension Terminal {
    static func name(of path: String) -> String { path == "-" ? "standard input" : path }

    func operand(_ path: String) throws -> [UInt8] {
        path == "-" ? [UInt8](try readInput()) : try SystemFiles.readOperand(path)
    }

    func bytes(of path: String) throws(CommandError) -> [UInt8] {
        do { return try operand(path) } catch {
            throw CommandError("\(path): error: cannot read it: \(ContractLoader.reason(error))")
        }
    }
}

extension CommandContext {
    func service(_ name: String) throws(CommandError) -> LoadedService {
        let services = suite.loaded.value.services
        if let service = services.first(where: { $0.name == name }) { return service }
        throw .unknownService(name, among: services.map(\.name))
    }

    /// Loads every contract of the folder without the suite, for commands that need no code.
    func loadedContracts() throws(CommandError) -> [LoadedContract] {
        do { return try ContractLoader.load(folder: suite.contracts) } catch {
            throw CommandError("\(error.place): error: \(error.message)")
        }
    }

    func contracts(of loaded: [LoadedContract], or consequence: String) throws(CommandError) -> [Contract] {
        let count = FaultPrinter.list(loaded.flatMap(\.faults), terminal)
        guard count == 0 else { throw CommandError("\(counted(count, "fault")); \(consequence)") }
        return loaded.compactMap(\.contract)
    }
}

extension CommandError {
    static func unknownService(_ name: String, among known: [String]) -> CommandError {
        CommandError("there is no service '\(name)'\(Suggestion.text(for: name, among: known))")
    }

    static func require(_ names: [String], among known: [String]) throws(CommandError) {
        if let name = names.first(where: { !known.contains($0) }) { throw .unknownService(name, among: known) }
    }
}
