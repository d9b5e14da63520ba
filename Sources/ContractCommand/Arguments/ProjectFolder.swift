import ContractChecking
import Foundation

/// Finds the project folder from any of its subfolders.
enum ProjectFolder {
    /// Resolves the suite's relative folders against the working directory, or else its nearest ancestor that has them.
    static func suite(_ suite: ContractSuite, from directory: String) -> ContractSuite {
        let start = directory.hasSuffix("/") ? directory : directory + "/"
        guard suite.contracts.path.hasPrefix(start), !isFolder(suite.contracts.path) else { return suite }
        let contracts = String(suite.contracts.path.dropFirst(start.count))
        guard let root = root(holding: contracts, above: directory) else { return suite }
        let recordings = suite.recordings.path
        return suite.with(
            contracts: root.appendingPathComponent(contracts, isDirectory: true),
            recordings: recordings.hasPrefix(start)
                ? root.appendingPathComponent(String(recordings.dropFirst(start.count)), isDirectory: true) : nil)
    }

    static func root(holding name: String, above directory: String) -> URL? {
        var folder = URL(fileURLWithPath: directory, isDirectory: true).standardizedFileURL
        while folder.path != "/", !isRoot(folder) {
            folder = folder.deletingLastPathComponent().standardizedFileURL
            if isFolder(folder.appendingPathComponent(name).path) { return folder }
        }
        return nil
    }

    private static func isRoot(_ folder: URL) -> Bool {
        ["Package.swift", ".git"].contains {
            FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
        }
    }

    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}

extension ContractSuite {
    /// Returns the suite with other folders. Only other recordings can make a read-only suite writable.
    func with(contracts: URL? = nil, recordings: URL? = nil) -> ContractSuite {
        ContractSuite(
            contracts: contracts ?? self.contracts, recordings: recordings ?? self.recordings, services: services,
            isReadOnly: isReadOnly && recordings == nil)
    }
}
