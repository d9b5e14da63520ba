import CommandTestSupport
import ContractChecking
import Testing

/// A broken rule and its location in the contract.
struct PlantedFault: Hashable, Comparable, CustomStringConvertible {
    let rule: String
    let pointer: String

    var description: String { "\(rule) \(pointer)" }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.description < rhs.description }
}

/// Checks that a plant has exactly the given faults: rules and the locations of each. A location is relative to the
/// model or endpoint, or absolute if it begins with a slash.
func expect(
    _ faults: [String: [String]], of plant: Plant, sourceLocation: SourceLocation = #_sourceLocation
) async {
    #expect(!faults.isEmpty, sourceLocation: sourceLocation)
    await compare(faults, of: plant, sourceLocation)
}

/// Checks that a plant that meets its contract in an unusual way has no findings.
func expectNothing(of plant: Plant, sourceLocation: SourceLocation = #_sourceLocation) async {
    await compare([:], of: plant, sourceLocation)
}

private func compare(_ faults: [String: [String]], of plant: Plant, _ sourceLocation: SourceLocation) async {
    let report = await plant.report()
    #expect(!report.checks.isEmpty, sourceLocation: sourceLocation)
    for check in report.checks {
        #expect(
            check.outcome == .passed || check.outcome == .failed, "\(check.check): \(check.reason ?? "")",
            sourceLocation: sourceLocation)
    }
    plant.compare(report.findings, with: faults, sourceLocation)
    // A contract changed by `fit` must still reveal the plant.
    do {
        if let folder = try plant.fittedFolder(after: report) {
            let fitted = await plant.suite(in: folder.url).verify(Options(mode: .replay, only: plant.checks))
            plant.compare(fitted.findings, with: faults, sourceLocation)
        }
    } catch { Issue.record(error, sourceLocation: sourceLocation) }
    if FittedSample.takes(Test.current?.name ?? "") { await plant.compareFitted(with: faults, sourceLocation) }
}

extension Plant {
    /// Reports missing and unexpected findings.
    ///
    /// - Parameters:
    ///   - endless: whether a busy machine may reach the time limit before the memory limit.
    ///   - changes: the changes that `fit` made before, as printed.
    func compare(
        _ findings: [Finding], with faults: [String: [String]], endless: Bool = false, after changes: String = "",
        _ sourceLocation: SourceLocation
    ) {
        let expected = Set(
            faults.flatMap { rule, places in
                places.map { place in
                    let below = place.isEmpty ? pointer : "\(pointer)/\(place)"
                    return PlantedFault(rule: rule, pointer: place.hasPrefix("/") ? place : below)
                }
            })
        let trap = expected.first { $0.rule == "model.trap" }
        let found = Dictionary(grouping: findings) { finding in
            let fault = PlantedFault(rule: finding.rule, pointer: finding.contract.pointer.description)
            return endless && fault.rule == "model.timeout" ? trap ?? fault : fault
        }
        for fault in expected.subtracting(found.keys).sorted() {
            Issue.record("not found: \(fault) \(changes)", sourceLocation: sourceLocation)
        }
        for (fault, findings) in found.sorted(by: { $0.key < $1.key }) where !expected.contains(fault) {
            Issue.record(
                "found: \(fault): \(findings[0].message); \(findings[0].found ?? "") \(changes)",
                sourceLocation: sourceLocation)
        }
    }
}
