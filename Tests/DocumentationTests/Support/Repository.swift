import Foundation

/// Locations in this checkout.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The folder with the products and modules of the build that runs this test.
    static let products: URL = {
        let executable = Bundle.main.executableURL?.deletingLastPathComponent()
        let candidates = [executable, root.appendingPathComponent(".build/debug")].compactMap { $0 }
        return candidates.first {
            FileManager.default.fileExists(atPath: $0.appendingPathComponent("Modules").path)
        } ?? root
    }()

    /// The include folder of the C module that other modules import.
    static let texts = root.appendingPathComponent("Sources/EmbeddedTexts/include").path

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Returns the files below a folder that have a suffix, relative to the checkout and sorted.
    static func files(below folder: String, _ ending: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
        return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }
            .sorted()
    }
}
