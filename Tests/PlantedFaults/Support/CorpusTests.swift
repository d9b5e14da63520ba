import Foundation
import Testing

/// Checks that every file of the corpus contains a test; there is no list of plants.
@Test func everyPlantIsATest() throws {
    let folder = Plant.root.appendingPathComponent("Tests/PlantedFaults")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
        $0.hasSuffix(".swift") && !$0.hasPrefix("Support/")
    }
    #expect(files.count >= 300)
    for file in files {
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        #expect(text.contains("@Test("), "\(file)")
    }
}
