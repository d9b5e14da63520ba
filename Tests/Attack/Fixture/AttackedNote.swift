import Foundation
import NotesFixture

/// A note initializer that attacks its process on one input, or on all with `ATTACK_ALWAYS`.
package enum AttackedNote {
    private static let environment = ProcessInfo.processInfo.environment
    private static let model = environment["ATTACK"].flatMap(HostileModel.named)
    private static let isAlways = environment["ATTACK_ALWAYS"] != nil

    package static func make(json: [String: Any]) -> Note? {
        if isAlways || json["title"] as? String == "" { model?.attack() }
        return Note(json: json)
    }
}
