import JSONSchema

/// Rejects body rules for statuses without a body (RFC 9110, 6.4.1).
enum NoBodyRule: LintRule {
    static func check(_ contract: Contract, _ report: (String, JSONPointer) -> Void) {
        for response in contract.endpoints.flatMap(\.responses) where response.hasBodyRule {
            let statuses = response.key.statuses
            guard let status = [204, 205, 304].first(where: { statuses == $0..<$0 + 1 }) else { continue }
            report(
                "a response of status \(status) never has a body: describe only its headers", response.pointer)
        }
    }
}

extension ResponseContract {
    fileprivate var hasBodyRule: Bool {
        switch body {
        case .any, .empty: false
        case .json, .text, .xml, .events: true
        case .bytes(let rule): !rule.prefix.isEmpty || rule.minimumLength > 0 || rule.digest != nil
        }
    }
}
