import HealthTestSupport
import Testing

@testable import ContractHealth

/// The state machine against flapping, as tables: a letter a round (healthy, degraded, failing, x unreachable, u
/// unsupported), what was observed above and what holds below.
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
        // One or two bad rounds are nothing, three are; one good round is nothing, two are.
        ("hhfhffhfffhhh", "hhhhhhhhhffhh"),
        // Kinds of trouble count together: the least of the three is what is sure.
        ("hdfx", "hhhd"),
        ("hfxf", "hhhf"),
        ("hdddfff", "hhhdddf"),
        ("hfffxxx", "hhhfffx"),
        // Recovery goes as far as both rounds were.
        ("xxxfh", "xxxxf"),
        ("fffdhh", "ffffdh"),
        // A new endpoint is what it is at once; what cannot be judged is never fine.
        ("f", "f"),
        ("fh", "ff"),
        ("u", "u"),
        ("huuu", "hhhu"),
    ])
    func settlesAfterThreeAndRecoversAfterTwo(rounds: String, expected: String) throws {
        #expect(try settled(rounds, failAfter: 3, recoverAfter: 2) == expected)
    }

    @Test func followsAtOnceWithThresholdsOfOne() throws {
        #expect(try settled("hfhxdu", failAfter: 1, recoverAfter: 1) == "hfhxdu")
    }

    @Test func takesANumberBelowOneForOne() {
        #expect(Thresholds(failAfter: 0, recoverAfter: -3) == Thresholds(failAfter: 1, recoverAfter: 1))
    }

    @Test func tellsSinceWhenAVerdictHolds() throws {
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
