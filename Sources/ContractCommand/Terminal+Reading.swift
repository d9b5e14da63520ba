import ContractAuthoring
import ContractChecking
import ContractFormat
import ContractReporting
import Foundation
import HTTPRecording
import JSONSchema
import YAMLValues

extension Terminal {
    /// Returns the name of an operand for messages, without the secret parts of a URL.
    static func name(of path: String) -> String {
        path == "-" ? "standard input" : path.contains("://") ? RedactedURL.text(path) : path
    }

    /// Reads a file, or standard input for `-`.
    ///
    /// - Parameter hint: the end of the message about a file with more bytes than `limit`.
    func bytes(of path: String, limit: Int = .max, hint: String = "") throws -> [UInt8] {
        let name = Self.name(of: path)
        func check(_ size: Int) throws {
            guard size > limit else { return }
            throw CommandError("\(name): error: it has \(size) bytes, but at most \(limit) are read\(hint)")
        }
        do {
            // A pipe has no size and is checked after reading.
            if path != "-" { try check(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0) }
            let bytes = path == "-" ? [UInt8](try readInput()) : try SystemFiles.readOperand(path)
            try check(bytes.count)
            return bytes
        } catch  where !(error is CommandError) {
            throw CommandError("\(name): error: cannot read it: \(ContractLoader.reason(error))")
        }
    }

    func source(_ path: String) throws -> SourceFile {
        SourceFile(path: Self.name(of: path), bytes: try bytes(of: path))
    }
}

extension SourceFile {
    convenience init(detecting bytes: [UInt8], _ path: String) {
        self.init(path: Terminal.name(of: path), bytes: bytes, syntax: TextSyntax(of: bytes, named: path))
    }

    func parsed(_ options: JSONParsingOptions = .standard) throws -> JSON {
        do { return try json(options) } catch {
            throw CommandError("\(place(of: error)): error: \(message(of: error))")
        }
    }
}

extension CommandContext {
    var services: [LoadedService] { suite.loaded.value.services }

    var contracts: [Contract] { services.compactMap(\.contract) }

    func service(_ name: String) throws -> LoadedService {
        if let service = services.first(where: { $0.name == name }) { return service }
        throw CommandError.unknownService(name, among: services.map(\.name))
    }

    /// Loads the contracts of the folder without the suite, for commands that need no code.
    ///
    /// - Parameter names: the services; an empty array loads all.
    func loadedContracts(of names: [String] = []) throws -> [LoadedContract] {
        let loaded = try ContractLoader.load(folder: suite.contracts)
        try CommandError.require(names, among: loaded.map(\.service))
        return names.isEmpty ? loaded : loaded.filter { names.contains($0.service) }
    }

    func contracts(of loaded: [LoadedContract], or consequence: String) throws -> [Contract] {
        try FaultPrinter.check(loaded.flatMap(\.faults), terminal, or: consequence)
        return loaded.compactMap(\.contract)
    }
}

extension CommandError {
    static func unknownService(_ name: String, among known: [String]) -> CommandError {
        CommandError("there is no service '\(name)'\(Suggestion.text(for: name, among: known))")
    }

    static func require(_ names: [String], among known: [String]) throws {
        if let name = names.first(where: { !known.contains($0) }) {
            throw CommandError.unknownService(name, among: known)
        }
    }
}
