import HealthTestSupport
import Testing

@testable import ContractHealth

/// Tables of observed and settled verdicts, one letter per round: h is healthy, d degraded, f failing, x unreachable
/// and u unsupported.
struct ThresholdsTests {
    private func settled(_ rounds: String, failAfter: Int, recoverAfter: Int) throws -> String {
        let thresholds = Thresholds(failAfter: failAfter, recoverAfter: recoverAfter)
        var state = HealthState()
        var letters = ""
        for (index, letter) in rounds.enumerated() {
            let verdict = try #require(HealthVerdict(letter: letter))
            let health = state.note(
                .of(verdict), at: VirtualTime.round(index), isInMaintenance: false, thresholds: thresholds,
                reminder: nil, notifies: false)
            #expect(health.verdict == verdict)
            letters.append(health.settled.letter)
        }
        return letters
    }

    @Test(arguments: [
        // Three bad rounds change the verdict, and two good rounds restore it.
        ("hhfhffhfffhhh", "hhhhhhhhhffhh"),
        // Different bad verdicts count together, and the mildest of the three holds.
        ("hdfx", "hhhd"),
        ("hfxf", "hhhf"),
        ("hdddfff", "hhhdddf"),
        ("hfffxxx", "hhhfffx"),
        // The verdict improves to the worse of the last two rounds.
        ("xxxfh", "xxxxf"),
        ("fffdhh", "ffffdh"),
        // The first verdict of a new endpoint holds at once. An unsupported round never counts as healthy.
        ("f", "f"),
        ("fh", "ff"),
        ("u", "u"),
        ("huuu", "hhhu"),
    ])
    func settlesAfterThreeAndRecoversAfterTwo(rounds: String, expected: String) throws {
        #expect(try settled(rounds, failAfter: 3, recoverAfter: 2) == expected)
    }

    @Test func followsEachRoundWithThresholdsOfOne() throws {
        #expect(try settled("hfhxdu", failAfter: 1, recoverAfter: 1) == "hfhxdu")
    }

    @Test func raisesThresholdsToAtLeastOne() {
        #expect(Thresholds(failAfter: 0, recoverAfter: -3) == Thresholds(failAfter: 1, recoverAfter: 1))
    }

    @Test func recordsWhenAVerdictSettled() throws {
        var state = HealthState()
        var since: [Double] = []
        for (index, letter) in "hffffhhh".enumerated() {
            let health = state.note(
                .of(try #require(HealthVerdict(letter: letter))), at: VirtualTime.round(index), isInMaintenance: false,
                thresholds: Thresholds(), reminder: nil, notifies: false)
            since.append(health.settledSince.timeIntervalSince(VirtualTime.start) / 300)
        }
        #expect(since == [0, 0, 0, 3, 3, 3, 6, 6])
    }
}
