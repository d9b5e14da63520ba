import Foundation
import Testing

/// A plant is a file with its test: what stands in the folder runs.
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
