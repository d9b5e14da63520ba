import ContractChecking
import Testing

private enum Vote: Int, Codable {
    case down = -1
    case none, up
}

private struct Ballot: Codable {
    let post: String
    let vote: Vote
}

/// Twin: numbers the votes from zero.
private struct CountedBallot: Codable {
    enum Vote: Int, Codable {
        case down, none, up
    }

    let post: String
    let vote: Vote
}

extension SoundCode {
    @Test func ballotByNumber() async {
        await compare(
            "forum",
            finds: Fault("model.false-reject", at: "/models/Ballot/schema/properties/vote", telling: "/vote is 0")
        ) {
            Model("Ballot", decoding: Ballot.self)
        } twin: {
            Model("Ballot", decoding: CountedBallot.self)
        }
    }
}
