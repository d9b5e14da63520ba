import Foundation

/// The public test suites stored beside the package.
enum Suites {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../shared/suites").standardizedFileURL

    /// Returns the JSON files of a folder by name. Prints a notice and returns nil if the suites are absent.
    static func files(in path: String) throws -> [(name: String, data: Data)]? {
        guard let folder = existing(path) else { return nil }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        return try names.sorted().map { ($0, try Data(contentsOf: folder.appending(path: $0))) }
    }

    /// Returns the subfolders that contain a file of this name, by relative path, or nil if the suite is absent.
    static func folders(in path: String, holding name: String) throws -> [(name: String, url: URL)]? {
        guard let folder = existing(path) else { return nil }
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix("/" + name) }
        return paths.map { String($0.dropLast(name.count + 1)) }.sorted().map { ($0, folder.appending(path: $0)) }
    }

    private static func existing(_ path: String) -> URL? {
        let folder = folder.appending(path: path)
        if FileManager.default.fileExists(atPath: folder.path) { return folder }
        print("conformance: \(path): not run, there is no folder \(folder.path)")
        return nil
    }
}
