import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// A variation that a network may make at any time: the call's result must stay the same.
enum ReplyVariation: Hashable {
    /// Names of headers in another letter case; HTTP/2 has them in small letters.
    case headerCase
    /// The replies to requests that are under way at once, in another order.
    case replyOrder(ReplyOrder)

    /// The variations that a call could notice at all.
    ///
    /// - Parameter hasNewHeaders: whether no case before brought a header of the replies.
    static func concerning(
        _ exchanges: [HTTPExchange], _ result: CallSession.Result, _ outcome: Outcome, hasNewHeaders: Bool
    ) -> [ReplyVariation] {
        // A client reads a header in the same way in every case with its status.
        var variations: [ReplyVariation] = hasNewHeaders ? [.headerCase] : []
        // The order of several errors is undefined.
        if exchanges.count > 1, result.returned != nil, outcome.order != .unchecked {
            variations.append(.replyOrder(.backward))
            if exchanges.count > 2 { variations.append(.replyOrder(.rotated)) }
        }
        return variations
    }

    /// The run that a run with the variation is compared with; `nil` for the call as it ran before.
    var usual: ReplyVariation? {
        switch self {
        case .headerCase: nil
        case .replyOrder: .replyOrder(.forward)
        }
    }

    /// The recording with such replies; the order is the session's to change.
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
        case .headerCase: "the names of headers come in another letter case"
        case .replyOrder: "the replies to requests sent at once come in another order"
        }
    }
}

/// The cases whose recorded replies bring a header that no case before them brings with the same status, and that a client
/// can read by its spelling.
struct NewHeaders: Sendable {
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
                    // Foundation gives the names that it knows one spelling; a call can only trip over the others.
                    return new.contains { !$0.hasOneSpelling }
                })
        }
    }

    func isFirst(_ testCase: CaseContract) -> Bool { cases.value.contains(testCase.name) }
}

extension CallSession.Result {
    /// Whether two runs of a call ended alike, as far as a user of the client sees.
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
        case .hung: "no end"
        }
    }
}

extension JSON {
    /// The value with the elements of each array in an order that does not depend on theirs.
    var sortedArrays: JSON {
        switch self {
        case .null, .bool, .number, .string: self
        case .array(let elements): .array(elements.map(\.sortedArrays).sorted { $0.text(.compact) < $1.text(.compact) })
        case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.sortedArrays) }))
        }
    }
}

extension HeaderFields.Field {
    /// Whether Foundation spells the name in one way itself, so that every spelling is read alike.
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
    /// The fields with their names in small letters, or capitalised where they are in small letters already.
    var inOtherCase: HeaderFields {
        HeaderFields(
            fields.map { field in
                // HTTPCookie reads 'Set-Cookie' in this spelling only, which is not the client's to mend.
                if field.isNamed("Set-Cookie") { return field }
                let small = field.name.lowercased()
                return Field(small == field.name ? small.capitalized : small, field.value)
            })
    }
}
