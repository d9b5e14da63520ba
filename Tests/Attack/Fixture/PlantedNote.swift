import ContractChecking
import Foundation
import NotesFixture

/// A note whose initializer has the faults in the environment variable `NOTE`, separated by commas.
package enum PlantedNote {
    private static let faults = (ProcessInfo.processInfo.environment["NOTE"] ?? "").split(separator: ",")

    /// The model. With `renamed`, it shows the author under another name and adds an unrelated property.
    package static var model: Model {
        guard faults.contains("renamed") else { return Model("Note", make(json:)) }
        return Model("Note", make(json:)) { note in
            ["id": note.id, "title": note.title, "stars": note.stars, "writer": note.author, "isMarked": false]
        }
    }

    private static func make(json: [String: Any]) -> Note? {
        var json = json
        for fault in faults {
            switch fault {
            // The author is the title.
            case "author": json["author"] = json["title"]
            // No note has more than one star.
            case "stars": json["stars"] = Strict.integer(json["stars"]).map { $0 > 1 && $0 < 6 ? 1 : $0 }
            // Accepts a Boolean as a number, as Foundation bridges it.
            case "bridged":
                if let flag = json["stars"] as? NSNumber, Strict.isBoolean(flag) {
                    json["stars"] = NSNumber(value: flag.intValue)
                }
            // Hides the fault by a successful exit.
            case "late exit": atexit { _exit(0) }
            case "untitled": json["title"] = json["title"] ?? "untitled"
            case "renamed": break
            default: return nil
            }
        }
        return Note(json: json)
    }
}
