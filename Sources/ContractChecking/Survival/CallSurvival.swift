import ContractFormat
import HTTPRecording
import JSONSchema

/// A replay of a client call over changed responses, compared with the usual result.
package struct CallSurvival {
    /// The seconds after which a call over a changed response counts as hung.
    private static let deadline = 5.0

    let context: ServiceRun
    let endpoint: EndpointContract
    package let testCase: CaseContract
    let binding: Endpoint

    package init(context: ServiceRun, endpoint: EndpointContract, testCase: CaseContract, binding: Endpoint) {
        self.context = context
        self.endpoint = endpoint
        self.testCase = testCase
        self.binding = binding
    }

    package var file: String { context.contract.file(of: testCase, endpoint) }

    /// Returns the call's usual result over a recording and the edits, or the reason why there is none.
    package func prepared(over recording: Recording) async -> Result<Prepared, SourceFault> {
        let arguments = CallArguments.replayed.filled(testCase.arguments, of: endpoint)
        let usual = await result(of: arguments, over: recording)
        switch (usual, testCase.outcome.error) {
        case (.returned, nil), (.threw, .some): break
        case (.returned, _), (.threw, _), (.hung, _):
            let reason = usual.bindingFault?.obstacle ?? "the call does not satisfy its case; see its client check"
            return .failure(SourceFault(reason, at: context.contract.place(of: testCase.pointer)))
        }
        let matcher = context.matcher(of: endpoint, testCase.outcome, at: testCase.pointer, arguments)
        let edits = ResponseEdits(matcher: matcher, recording: recording)
        let isStable = await result(of: arguments, over: recording).isSame(as: usual, inAnyOrder: false)
        return .success(Prepared(arguments: arguments, usual: usual, isStable: isStable, edits: edits.edits))
    }

    package struct Prepared {
        let arguments: Arguments
        let usual: CallSession.Result
        let isStable: Bool
        let edits: [ResponseEdit]
    }

    /// Returns the outcome of the call over a recording with one change at a place.
    ///
    /// - Parameter missingList: the list that the change leaves out.
    package func outcome(
        over recording: Recording, moved: RecordedResponse? = nil, after change: ProviderChange, at place: String = "",
        missingList: [JSON]? = nil, _ prepared: Prepared
    ) async -> SurvivalOutcome {
        let result = await result(of: prepared.arguments, over: recording, moved: moved)
        switch (prepared.usual, result) {
        case (_, .hung(let bound)):
            return SurvivalOutcome(outcome: .traps, detail: "the call does not finish within \(bound)")
        case (.returned(let old), .returned(let new)):
            return outcome(of: change, old.json, new.json, missingList, isStable: prepared.isStable)
        case (.returned, .threw(let error)):
            let what = place.split(separator: "/").contains("*") ? "the whole list" : "the response"
            return .refuses("\(what) (it throws \(error.name))")
        case (.threw(let old), .threw(let new)):
            if old.name == new.name && old.cases == new.cases { return .survives }
            return SurvivalOutcome(
                outcome: .losesValue, detail: "the reason for the error (it throws \(new.name), not \(old.name))")
        case (.threw(let old), .returned):
            return SurvivalOutcome(
                outcome: .losesValue, detail: "the error (it returns and does not throw \(old.name))")
        case (.hung, _): return .survives
        }
    }

    private func outcome(
        of change: ProviderChange, _ old: JSON, _ new: JSON, _ missingList: [JSON]?, isStable: Bool
    ) -> SurvivalOutcome {
        if old == new { return .survives }
        switch change {
        case .otherOrder:
            // A call that sorts, or keeps the order of the response, loses nothing.
            return !isStable || old.sortedArrays == new.sortedArrays
                ? .survives : .loses([JSONLoss.first(in: old, new)])
        case .emptyList: return .survives
        case .longerPage: return .loses(JSONLoss.lists(from: old, to: new, adding: ResponseEdits.addedElements))
        case .unknownEnumValue, .newMember, .memberGone, .valueNull, .fraction, .numberAsText, .textAsNumber,
            .longerText, .listForObject, .newVariant, .dateDigits, .dateOffset, .errorBody:
            if JSONLoss.elements(from: old, to: new, without: missingList) { return .refuses(SurvivalOutcome.record) }
            return change.removesData ? .survives : .loses(JSONLoss.values(from: old, to: new))
        case .otherStatus, .headerCase, .redirect:
            // The body is unchanged.
            let lost = JSONLoss.values(from: old, to: new)
            return .loses(lost.isEmpty && isStable ? [JSONLoss.first(in: old, new)] : lost)
        }
    }

    private func result(
        of arguments: Arguments, over recording: Recording, moved: RecordedResponse? = nil
    ) async -> CallSession.Result {
        await context.replaySession(
            recording, standIns: Array(arguments.standIns.values), playback: .repeating,
            fallback: { $0.url?.path.hasPrefix(ResponseEdits.movedPath) ?? false ? moved : nil },
            deadline: Self.deadline
        ).run(binding, arguments).result
    }
}

/// A comparison that finds values lost between two reflected results.
enum JSONLoss {
    /// Whether a list has fewer elements, unless it is empty in place of a missing list of that length.
    static func elements(from old: JSON, to new: JSON, without missingList: [JSON]?) -> Bool {
        JSONDifference.differences(expected: old, found: new).contains { difference in
            guard difference.found == nil, old.isElement(difference.pointer) else { return false }
            let list = difference.pointer.parent ?? .root
            return new[pointer: list] != [] || old[pointer: list]?.arrayValue?.count != missingList?.count
        }
    }

    /// Returns the paths of values that became null or missing, with `[]` for elements.
    static func values(from old: JSON, to new: JSON) -> [String] {
        JSONDifference.differences(expected: old, found: new).filter { difference in
            guard let value = difference.expected, !value.isNull else { return false }
            return difference.found?.isNull ?? !old.isElement(difference.pointer)
        }.map { old.path(to: $0.pointer) }
    }

    /// Returns the paths of lists that lost an element, or some of those that a page has more. The elements of a longer
    /// page come before those of the next page.
    static func lists(from old: JSON, to new: JSON, adding count: Int, at path: String = "") -> [String] {
        switch (old, new) {
        case (.array(let old), .array(let new)):
            var rest = new[...]
            let isWhole = old.allSatisfy { element in
                guard let index = rest.firstIndex(where: { lists(from: element, to: $0, adding: count).isEmpty })
                else { return false }
                rest = rest[(index + 1)...]
                return true
            }
            return isWhole && !(1..<count ~= new.count - old.count) ? [] : [path + "[]"]
        case (.object(let old), .object(let new)):
            return old.flatMap { name, value in
                lists(from: value, to: new[name] ?? .null, adding: count, at: path.isEmpty ? name : "\(path).\(name)")
            }
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _):
            return new.isNull && !old.isNull ? [path] : []
        }
    }

    /// Returns the path of the first difference.
    static func first(in old: JSON, _ new: JSON) -> String {
        old.path(to: JSONDifference.differences(expected: old, found: new).first?.pointer ?? .root)
    }
}

extension JSON {
    fileprivate func isElement(_ pointer: JSONPointer) -> Bool {
        pointer.parent.flatMap { self[pointer: $0] }?.arrayValue != nil
    }

    /// Returns a pointer as a path such as `list[].name`.
    fileprivate func path(to pointer: JSONPointer) -> String {
        pointer.tokens.indices.reduce(into: "") { path, index in
            let token = pointer.tokens[index]
            let isElement = isElement(JSONPointer(tokens: Array(pointer.tokens[...index])))
            path += isElement ? "[]" : path.isEmpty ? token : ".\(token)"
        }
    }
}
