import ContractChecking
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
        plant.compare(report.findings)
    }
}
