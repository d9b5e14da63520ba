import Foundation

/// The public test suites beside the package, which are not part of it.
enum Suites {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../shared/suites").standardizedFileURL

    /// The JSON files of a folder by name; nil where the suites are absent, which is said on standard output.
    static func files(in path: String) throws -> [(name: String, data: Data)]? {
        let folder = folder.appending(path: path)
        guard FileManager.default.fileExists(atPath: folder.path) else {
            print("conformance: \(path): not run, there is no folder \(folder.path)")
            return nil
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        return try names.sorted().map { ($0, try Data(contentsOf: folder.appending(path: $0))) }
    }
}
