import ContractPact
import Foundation
import JSONSchema
var passed = 0, failed = 0
for path in CommandLine.arguments.dropFirst() {
    let bytes = [UInt8](FileManager.default.contents(atPath: path) ?? Data())
    if path.contains("pact-documents") || CommandLine.arguments.contains("--doc") {
        let wantsPass = path.contains("/pass/")
        do { let d = try PactDocument(SourceFile(path: path, bytes: bytes), version: path.contains("/v1/") ? .v1 : path.contains("/v2/") ? .v2 : path.contains("/v3/") ? .v3 : .v4); if wantsPass { passed += 1 } else { failed += 1; print("ACCEPTED", path, d.version) } } catch { if wantsPass { failed += 1; print("REFUSED", error) } else { passed += 1 } }
        continue
    }
    do {
        let c = try PactCase(SourceFile(path: path, bytes: bytes))
        if let d = c.disagreement { failed += 1; print(path, d) } else { passed += 1 }
    } catch { failed += 1; print("\(error)") }
}
print("\(passed) passed, \(failed) failed")
