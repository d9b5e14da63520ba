import ContractFormat
import HTTPRecording
import JSONSchema

/// Compares the values that replayed requests carry over from earlier responses with those of the recorded requests.
struct ReplayedFlows {
    let flows: ValueFlows
    let loaded: LoadedRecording
    let standIns: [Secret]
    /// Whether no builder check covers the requests, so that all parts are compared.
    let checksWholeRequest: Bool

    /// Reports requests that carry a different value than the recorded request they match.
    ///
    /// - Parameter isOrdered: whether the requests were sent sequentially.
    func differences(
        in answered: [(entry: Int, request: RecordedRequest)], isOrdered: Bool, at pointer: JSONPointer
    ) -> [Finding] {
        var seen: Set<Finding> = []
        let carried = answered.flatMap { entry, request in
            flows.findings(
                of: request, beside: entry, standIns: standIns, checksWholeRequest: checksWholeRequest,
                isOrdered: isOrdered, at: pointer
            )
            .filter { seen.insert($0).inserted }.map { $0.at(loaded.place(entry: entry, $0.data ?? .root)) }
        }
        return carried + flows.changedHeaders(in: answered)
    }

    /// Reports requests without a matching recorded entry, with the differences from the nearest entry.
    func findings(of misses: [ReplayMiss], at pointer: JSONPointer) -> [Finding] {
        misses.map { miss in
            let nearest = miss.candidates.first
            // A carried value explains the miss only if nothing else differs.
            let carried = miss.candidates.lazy.filter { candidate in
                candidate.reasons.count == 1 && ![.method, .origin].contains(candidate.reasons[0].kind)
            }.compactMap { due in
                flows.findings(
                    of: miss.request, beside: due.entry, standIns: [], checksWholeRequest: false, isOrdered: true,
                    at: pointer
                ).first
            }.first
            let line = MessageText(miss.line)
            let differences = nearest?.reasons ?? []
            func parts(_ text: (ReplayMiss.Reason) -> String?) -> MessageText {
                .excerpt(differences.map { "\($0.place) \(text($0) ?? "none")" }.joined(separator: ", "))
            }
            return Finding(
                ReplayRule.noMatch, carried.map { "\(line); \($0.text)" } ?? line,
                expected: carried?.expectation ?? (nearest == nil ? nil : parts(\.recorded)),
                found: carried?.observation
                    ?? (nearest == nil ? .excerpt("\(miss.request.method) \(miss.request.url)") : parts(\.sent)),
                at: pointer, about: differences.map(\.place)
            ).at(nearest.map { loaded.place(entry: $0.entry, "/request") })
        }
    }

    /// Reports recorded entries that the call did not request.
    func unplayed(of replay: ReplayTransport, at pointer: JSONPointer) -> [Finding] {
        replay.unplayed.map { entry in
            let request = MessageText.excerpt(replay.summary(of: entry))
            return Finding(
                ReplayRule.unplayed, "the call does not send the recorded request \(request)", expected: request,
                found: "not sent", at: pointer
            ).at(loaded.place(entry: entry, "/request"))
        }
    }
}
