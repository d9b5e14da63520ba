import ContractChecking
import Foundation
import Testing

extension SoundCode {
    /// Twin: drops tracks that were never played.
    @Test func playCountsByNumber() async {
        await compare("music", finds: Fault("model.wrong-value", at: "/models/PlayCounts/schema")) {
            Model("PlayCounts", decoding: [Int: Int].self)
        } twin: {
            Model(
                "PlayCounts",
                data: { try JSONDecoder().decode([Int: Int].self, from: $0).filter { $0.value > 0 } })
        }
    }
}
