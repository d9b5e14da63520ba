import Foundation

enum Completion: Hashable {
    case words([String])
    case checks
    case file
    case folder
    case free

    fileprivate init(_ label: String, _ choices: [String]) {
        let words = label.split { !$0.isLetter }.map(String.init)
        let files = ["FILE", "SCHEMA", "INSTANCE", "OPENAPI", "SOURCE", "REPORT", "OLD", "NEW"]
        if !choices.isEmpty {
            self = .words(choices)
        } else if words.contains("CHECK") || words.contains("GLOB") {
            self = .checks
        } else if words.contains("DIR") {
            self = .folder
        } else {
            self = words.contains(where: files.contains) ? .file : .free
        }
    }

    static func script(_ template: String, _ lines: [String: [String]]) -> String {
        lines.reduce(template) { script, part in
            script.replacingOccurrences(of: "@\(part.key)@", with: part.value.joined(separator: "\n"))
        }
    }
}

extension OptionSpec {
    var completion: Completion? { value.map { Completion($0, choices) } }
}

extension CommandSpec {
    var completion: Completion { Completion(operands, operandChoices()) }
}
