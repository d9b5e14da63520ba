import ContractFormat
import HTTPRecording
import JSONSchema

/// Compares the requests of a replayed case or scenario with the values that the recorded ones took from earlier responses.
struct ReplayedFlows {
    private let flows: ValueFlows
    private let loaded: LoadedRecording
    private let standIns: [Secret]
    private let isComposed: Bool
    private let pointer: JSONPointer

    /// - Parameters:
    ///   - endpoints: those whose requests the recording may hold.
    ///   - standIns: the values that replace secrets in the requests.
    ///   - isComposed: whether no builder is held to the contract.
    ///   - pointer: the case or scenario.
    init(
        of loaded: LoadedRecording, to endpoints: [EndpointContract], _ context: ServiceRun, standIns: [Secret],
        isComposed: Bool, pointer: JSONPointer
    ) {
        flows = ValueFlows(of: loaded.recording.entries, to: endpoints, context.contractSecrets)
        self.loaded = loaded
        self.standIns = standIns
        self.isComposed = isComposed
        self.pointer = pointer
    }

    /// Findings where a request carries another value than the recorded one that answered it.
    ///
    /// - Parameters:
    ///   - isOrdered: whether each request was sent after the answer to the one before.
    ///   - step: the place of what sent them, where it is not the whole.
    func differences(
        in answered: [(entry: Int, request: RecordedRequest)], isOrdered: Bool, at step: JSONPointer? = nil
    ) -> Evaluation {
        var evaluation = Evaluation()
        var seen: Set<Finding> = []
        for (entry, request) in answered {
            let findings = flows.findings(
                of: request, beside: entry, standIns: standIns, isComposed: isComposed, isOrdered: isOrdered,
                at: step ?? pointer)
            evaluation.add(findings.filter { seen.insert($0).inserted }, in: loaded, entry: entry)
        }
        return evaluation
    }

    /// Requests that no recorded entry answers, each with the nearest entries and why they do not.
    func misses(of replay: ReplayTransport, at step: JSONPointer? = nil) -> Evaluation {
        var evaluation = Evaluation()
        for miss in replay.misses {
            let nearest = miss.candidates.first
            // A carried value is the reason only where nothing else differs.
            let carried = miss.candidates.lazy.filter { candidate in
                candidate.reasons.count == 1
                    && !candidate.reasons.contains { [.method, .origin].contains($0.kind) }
            }.compactMap { due in
                flows.findings(
                    of: miss.request, beside: due.entry, standIns: [], isComposed: false, isOrdered: true, at: pointer
                ).first
            }.first
            let line = MessageText(miss.line)
            let differences = nearest?.reasons ?? []
            func parts(_ text: (ReplayMiss.Reason) -> String?) -> MessageText {
                .excerpt(differences.map { "\($0.place) \(text($0) ?? "none")" }.joined(separator: ", "))
            }
            evaluation.add(
                Finding(
                    ReplayRule.noMatch, carried.map { "\(line); \($0.text)" } ?? line,
                    expected: carried?.expectation ?? (nearest == nil ? nil : parts(\.recorded)),
                    found: carried?.observation
                        ?? (nearest == nil
                            ? .excerpt("\(miss.request.method) \(miss.request.url)") : parts(\.sent)),
                    at: step ?? pointer, about: differences.map(\.place)),
                at: nearest.map { loaded.place(entry: $0.entry, "/request") })
        }
        return evaluation
    }

    /// Recorded entries that the call never asked for.
    func unplayed(of replay: ReplayTransport) -> Evaluation {
        var evaluation = Evaluation()
        for entry in replay.unplayed {
            evaluation.add(
                Finding(
                    ReplayRule.unplayed, "the call never sends a request that was recorded",
                    expected: .excerpt(replay.summary(of: entry)), found: "not sent", at: pointer),
                at: loaded.place(entry: entry, "/request"))
        }
        return evaluation
    }
}
