import ContractFormat
import Foundation

/// The path of a request as segments: what an argument fills stays inside its segment.
struct TemplatePath {
    let segments: [Template]

    init(_ template: Template) {
        var segments: [[Template.Part]] = [[]]
        for part in template.parts {
            guard case .text(let text) = part else {
                segments[segments.count - 1].append(part)
                continue
            }
            for (index, piece) in text.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { segments.append([]) }
                if !piece.isEmpty { segments[segments.count - 1].append(.text(String(piece))) }
            }
        }
        self.segments = segments.map { Template(parts: $0) }
    }

    /// A path of decoded segments as it stands in a URL.
    static func encoded(_ segments: [String]) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:@!$&'()*,;=")
        return segments.map { $0.addingPercentEncoding(withAllowedCharacters: unreserved) ?? $0 }.joined(separator: "/")
    }
}
