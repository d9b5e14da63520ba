import ContractChecking
import HTTPRecording
import JSONSchema

typealias ReportForm<Value> = JSONForm<Value, ReportReading>

/// The forms of the parts of a report.
enum ReportForms {
    /// A count, bounded so that the sum over many reports cannot overflow.
    static var count: ReportForm<Int> {
        ReportForm<Int> {
            JSON($0)
        } read: { node throws(ReportReadingError) in
            let number = try node.int()
            guard (0...1_000_000_000_000).contains(number) else { throw node.failure(expected: "a whole number") }
            return number
        }
    }

    static var seconds: ReportForm<Double> {
        ReportForm<Double>(JSON.init(nonNegative:)) { node throws(ReportReadingError) in try node.double() }
    }

    static var pointer: ReportForm<JSONPointer> {
        ReportForm<JSONPointer> {
            .string($0.description)
        } read: { node throws(ReportReadingError) in
            let text = try node.string()
            do { return try JSONPointer(text) } catch { throw node.failure(expected: "a JSON Pointer") }
        }
    }

    static var moment: ReportForm<Timestamp> {
        ReportForm<Timestamp> {
            .string($0.text)
        } read: { node throws(ReportReadingError) in
            if let timestamp = Timestamp(try node.string()) { return timestamp }
            throw node.failure(expected: "a date and time such as 2026-01-31T09:05:00Z")
        }
    }

    static var check: ReportForm<CheckResult> {
        .object(
            .required("id", \.check.id, .string), .required("service", \.check.service, .string),
            .required("kind", \.check.kind, .word()), .required("outcome", \.outcome, .word()),
            .optional("reason", \.reason, .string), .required("probes", \.probes, count),
            .required("seconds", \.seconds, seconds), .optional("score", \.score, score),
            .optional("survival", \.survival, survival), .optional("strength", \.strength, strength),
            .optional("recordedAt", \.recordedAt, moment), .required("findings", \.findings, finding.array),
            .unless([], "outcomes", \.outcomes, outcomes)
        ) {
            node, id, service, kind, outcome, reason, probes, seconds, score, survival, strength, recordedAt, findings,
            outcomes throws(ReportReadingError) in
            guard let check = Check(id: id, service: service, kind: kind) else {
                let start = Check(service: service, kind: kind).id
                throw try node.member("id").failure(expected: "an identifier that begins with \"\(start)\"")
            }
            return CheckResult(
                check: check, outcome: outcome, probes: probes, seconds: seconds, findings: findings, reason: reason,
                score: score, survival: survival, strength: strength, outcomes: outcomes, recordedAt: recordedAt)
        }
    }

    /// Consecutive probes that differ only in their name form one group, because a report has thousands of them.
    static var outcomes: ReportForm<[ProbeOutcome]> {
        let group: ReportForm<[ProbeOutcome]> = .object(
            .required("pointer", \.[0].pointer, .string), .required("kind", \.[0].kind, .string),
            .required("expected", \.[0].expected, .string), .required("found", \.[0].found, .string),
            .optional("rule", \.[0].rule, .string),
            .required("probes", { $0.map(\.name) }, ReportForm<String>.string.array)
        ) { _, pointer, kind, expected, found, rule, names in
            names.map {
                ProbeOutcome(
                    name: $0, kind: kind, pointer: pointer, expected: expected, found: MessageText(found), rule: rule)
            }
        }
        return ReportForm<[ProbeOutcome]> { outcomes in
            var groups: [[ProbeOutcome]] = []
            for outcome in outcomes {
                if let last = groups.last?[0], last.isLike(outcome) {
                    groups[groups.count - 1].append(outcome)
                } else {
                    groups.append([outcome])
                }
            }
            return group.array.json(groups)
        } read: { node throws(ReportReadingError) in
            try group.array.read(node).flatMap { $0 }
        }
    }

    static var shard: ReportForm<Shard> {
        .object(.required("index", \.index, count), .required("count", \.count, count)) {
            node, index, count throws(ReportReadingError) in
            guard count <= 100_000 else { throw try node.member("count").failure(expected: "at most 100000 shards") }
            if let shard = Shard(index: index, count: count) { return shard }
            throw try node.member("index").failure(expected: "1 to \(count)")
        }
    }

    static var recording: ReportForm<RecordingChange> {
        let change: ReportForm<RecordingChange.Change> = .object(
            .required("message", \.message, .string), .required("effect", \.effect, .word()),
            .required("severity", \.severity, .word()), make: RecordingChange.Change.init(message:effect:severity:))
        return .object(
            .required("file", \.file, .string), .required("kind", \.kind, .word()),
            .required("changes", \.changes, change.array), make: RecordingChange.init(file:kind:changes:))
    }

    // MARK: - Scores

    static var score: ReportForm<ModelScore> {
        .object(
            .required("enforced", \.enforced, count), .required("total", \.total, count),
            .required("missing", \.missing, ReportForm<String>.string.array),
            .unless([], "left", \.left, ReportForm<String>.string.array),
            make: ModelScore.init(enforced:total:missing:left:))
    }

    static var survival: ReportForm<Survival> {
        let change: ReportForm<Survival.Change> = .object(
            .required("kind", \.kind, .string), .required("pointer", \.pointer, .string),
            .required("name", \.name, .string), .required("outcome", \.outcome, .word()),
            .optional("detail", \.detail, .string), .required("contract", \.contract, place),
            make: Survival.Change.init(kind:pointer:name:outcome:detail:contract:))
        return .object(
            .required("survived", \.survived, count), .required("total", \.changes.count, count),
            .required("changes", \.changes, change.array)
        ) { node, _, _, changes throws(ReportReadingError) in
            let survival = Survival(changes: changes)
            try node.require("survived", survival.survived, in: "changes")
            try node.require("total", changes.count, in: "changes")
            return survival
        }
    }

    static var strength: ReportForm<Strength> {
        let mutant: ReportForm<Strength.Mutant> = .object(
            .required("kind", \.kind, .string), .required("name", \.name, .string),
            .required("outcome", \.outcome, .word()), .optional("noticedBy", \.noticedBy, .string),
            .optional("reason", \.reason, .string), .required("contract", \.contract, place),
            make: Strength.Mutant.init(kind:name:outcome:noticedBy:reason:contract:))
        let part: ReportForm<Strength.Part> = .object(
            .required("kind", \.kind, .word()), .required("name", \.name, .string), .required("count", \.count, count),
            .required("contract", \.contract, place), make: Strength.Part.init(kind:name:count:contract:))
        return .object(
            .required("noticed", { $0.count(.noticed) }, count), .required("total", \.total, count),
            .required("mutants", \.mutants, mutant.array), .optional("coverage", \.coverage, part.array)
        ) { node, _, _, mutants, coverage throws(ReportReadingError) in
            let strength = Strength(mutants: mutants, coverage: coverage ?? [])
            try node.require("noticed", strength.count(.noticed), in: "mutants")
            try node.require("total", strength.total, in: "mutants")
            return strength
        }
    }

    // MARK: - Findings

    static var finding: ReportForm<Finding> {
        .object(
            .required("rule", \.rule, .string), .required("severity", \.severity, .word()),
            .required("message", \.message, .string), .optional("expected", \.expected, .string),
            .optional("found", \.found, .string), .required("contract", \.contract, place),
            .optional("recording", \.recording, place), .required("repeat", \.repeatCommand, .string),
            .required("fingerprint", \.fingerprint, .string), .optional("accepted", \.acceptance, acceptance),
            make: Finding.init(
                reported:severity:message:expected:found:contract:recording:repeatCommand:fingerprint:acceptance:))
    }

    static var acceptance: ReportForm<Acceptance> {
        .object(
            .required("reason", \.reason, .string), .required("author", \.author, .string),
            .required("expires", \.expires, .string), .required("severity", \.severity, .word()),
            .required("place", \.place, place), .unless(1, "covers", \.covers, count),
            make: Acceptance.init(reason:author:expires:severity:place:covers:))
    }

    static var place: ReportForm<Place> {
        .object(
            .required("file", \.file, .string), .required("line", \.line, count),
            .required("column", \.column, count), .required("pointer", \.pointer, pointer),
            make: Place.init(file:line:column:pointer:))
    }
}

extension ReportCursor {
    /// Rejects a count that differs from the actual number of elements.
    func require(_ key: String, _ count: Int, in list: String) throws(ReportReadingError) {
        let node = try member(key)
        guard try ReportForms.count.read(node) == count else {
            throw node.failure(expected: "\(count), the number in \"\(list)\"")
        }
    }
}

extension ProbeOutcome {
    fileprivate func isLike(_ other: ProbeOutcome) -> Bool {
        pointer == other.pointer && kind == other.kind && expected == other.expected && found == other.found
            && rule == other.rule
    }
}

extension Finding {
    package var json: JSON { ReportForms.finding.json(self) }
}
