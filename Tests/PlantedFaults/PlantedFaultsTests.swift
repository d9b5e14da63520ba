import Conformance
import Testing

/// Plants one binding at a time among the sound ones and compares everything that is found with what has to be.
// One after another: hundreds of runs at once would leave no thread for tests that wait for a network.
@Suite(.serialized)
struct PlantedFaultsTests {
    @Test(arguments: Plant.faulty) func findsTheFaultAndNothingElse(_ plant: Plant) async {
        #expect(!plant.expected.isEmpty)
        await compare(plant)
    }

    @Test(arguments: Plant.sound) func isSilentAboutWhatIsUnusual(_ plant: Plant) async {
        #expect(plant.expected.isEmpty)
        await compare(plant)
    }

    /// They run isolated: here it is only told that each of them does end its process.
    @Test(arguments: Plant.trapping) func endsTheProcess(_ plant: Plant) async {
        await #expect(processExitsWith: .failure) { [name = plant.testDescription as String] in
            _ = await Plant.trapping.first { $0.testDescription == name }?.report()
        }
    }

    @Test func holdsEnoughPlantsOfDifferentNames() {
        #expect(Plant.faulty.count >= 60)
        #expect(Plant.sound.count >= 20)
        #expect((Plant.trapping + Plant.endless).count >= 8)
        let names = (Plant.faulty + Plant.sound + Plant.trapping + Plant.endless).map(\.testDescription)
        #expect(Set(names).count == names.count)
    }

    private func compare(_ plant: Plant) async {
        let report = await plant.report()
        #expect(!report.checks.isEmpty)
        for check in report.checks {
            #expect(check.outcome == .passed || check.outcome == .failed, "\(check.check): \(check.reason ?? "")")
        }
        let found = Dictionary(grouping: report.findings) {
            Plant.Fault(rule: $0.rule, pointer: $0.contract.pointer)
        }
        for fault in plant.expected.subtracting(found.keys).sorted() {
            Issue.record("\(plant.testDescription): not found: \(fault)")
        }
        for (fault, findings) in found.sorted(by: { $0.key < $1.key }) where !plant.expected.contains(fault) {
            Issue.record(
                "\(plant.testDescription): found: \(fault): \(findings[0].message); \(findings[0].found ?? "")")
        }
    }
}
