import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// A change of the replies that any network may cause, and that must not change the call's outcome.
enum ReplyVariation: Hashable {
    /// Header names in another letter case. HTTP/2 uses lowercase names.
    case headerCase
    case replyOrder(ReplyOrder)

    /// - Parameter hasNewHeaders: whether the replies have a header field that no earlier case had.
    static func concerning(
        _ exchanges: [HTTPExchange], _ result: CallSession.Result, _ outcome: Outcome, hasNewHeaders: Bool
    ) -> [ReplyVariation] {
        // A client reads a header field the same way in every case with the same status.
        var variations: [ReplyVariation] = hasNewHeaders ? [.headerCase] : []
        // If several requests fail, the reported error is undefined.
        if exchanges.count > 1, result.returned != nil, outcome.order != .unchecked {
            variations.append(.replyOrder(.backward))
            if exchanges.count > 2 { variations.append(.replyOrder(.rotated)) }
        }
        return variations
    }

    /// The variation of the baseline run, or `nil` for the unchanged call.
    var baseline: ReplyVariation? {
        switch self {
        case .headerCase: nil
        case .replyOrder: .replyOrder(.forward)
        }
    }

    func applied(to recording: Recording) -> Recording {
        guard self == .headerCase else { return recording }
        var changed = recording
        for index in changed.entries.indices {
            changed.entries[index].response.headers = changed.entries[index].response.headers.inOtherCase
        }
        return changed
    }

    var rule: ClientRule {
        switch self {
        case .headerCase: ClientRule.headerCase
        case .replyOrder: ClientRule.replyOrder
        }
    }

    var circumstance: String {
        switch self {
        case .headerCase: "header names arrive in a different letter case"
        case .replyOrder: "the responses to concurrent requests arrive in a different order"
        }
    }
}

/// The cases whose replies have a header field that is new for its status and that is sensitive to spelling.
struct CasesWithNewHeaders: Sendable {
    private let cases: Lazy<Set<String>>

    init(of endpoint: EndpointContract, in context: ServiceRun) {
        cases = Lazy {
            var seen: Set<String> = []
            return Set(
                endpoint.cases.map(\.name).filter { name in
                    let file = RecordingName.file(
                        service: context.contract.service, endpoint: endpoint.name, case: name)
                    guard case .success(let loaded) = context.library.recording(file) else { return false }
                    let new = loaded.recording.entries.flatMap { entry in
                        entry.response.headers.fields.filter {
                            seen.insert("\(entry.response.status) \($0.name.lowercased())").inserted
                        }
                    }
                    // Foundation normalizes known header names, so a call can depend only on the spelling of others.
                    return new.contains { !$0.hasOneSpelling }
                })
        }
    }

    func contains(_ testCase: CaseContract) -> Bool { cases.value.contains(testCase.name) }
}

extension CallSession.Result {
    /// Whether two runs of a call had the same outcome from the caller's point of view.
    func isSame(as other: Self, inAnyOrder: Bool) -> Bool {
        switch (self, other) {
        case (.returned(let one), .returned(let other)):
            inAnyOrder ? one.json.sortedArrays == other.json.sortedArrays : one.json == other.json
        case (.threw(let one), .threw(let other)):
            one.name == other.name && one.cases == other.cases && one.payload == other.payload
        case (.hung, .hung): true
        case (.returned, _), (.threw, _), (.hung, _): false
        }
    }

    var isHung: Bool { if case .hung = self { true } else { false } }

    var excerpt: MessageText {
        switch self {
        case .returned(let returned): .excerpt(returned.json)
        case .threw(let error): .excerpt(error.reason)
        case .hung: "no completion"
        }
    }
}

extension JSON {
    var sortedArrays: JSON {
        switch self {
        case .null, .bool, .number, .string: self
        case .array(let elements): .array(elements.map(\.sortedArrays).sorted { $0.text(.compact) < $1.text(.compact) })
        case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.sortedArrays) }))
        }
    }
}

extension HeaderFields.Field {
    /// Whether Foundation normalizes the header name, so that its spelling does not matter.
    fileprivate var hasOneSpelling: Bool {
        guard let url = URL(string: "https://example.com") else { return false }
        let spellings = [name.lowercased(), name.uppercased()].compactMap { name in
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: [name: ""])?
                .allHeaderFields.keys.first.map { "\($0)" }
        }
        return Set(spellings).count == 1
    }
}

extension HeaderFields {
    /// The fields with lowercase names, or capitalized names if they are lowercase already.
    var inOtherCase: HeaderFields {
        HeaderFields(
            fields.map { field in
                // HTTPCookie only reads 'Set-Cookie' in this spelling, which no client can change.
                if field.isNamed("Set-Cookie") { return field }
                let small = field.name.lowercased()
                return Field(small == field.name ? small.capitalized : small, field.value)
            })
    }
}
