/// The limits of a run, so that no contract or response can stall it or fill the disk.
package enum RunRule: String, RuleFamily {
    case seconds = "run.seconds"
    case steps = "run.steps"
    case findings = "run.findings"
    case bytes = "run.bytes"
}

/// Faults found before any code under test runs.
package enum ContractRule: String, RuleFamily {
    case fault = "contract.fault"
}

package enum AcceptedRule: String, RuleFamily {
    case unmatched = "accepted.unmatched"

    package var severity: Severity { .warning }
}

package struct FatalRule: RuleFamily {
    package let id: String

    private static func trap(_ kind: Check.Kind) -> FatalRule { FatalRule(id: "\(kind.rawValue).trap") }
    private static func timeout(_ kind: Check.Kind) -> FatalRule { FatalRule(id: "\(kind.rawValue).timeout") }

    /// Returns the rule violated by a fatal step. Exceeding the memory limit counts as a trap.
    package static func rule(_ kind: Check.Kind, _ end: FatalStep.End) -> any RuleFamily {
        switch (kind, end) {
        case (_, .trap), (_, .memory): trap(kind)
        // `request.timeout` also names the rule for a request's timeout interval, which explains both.
        case (.request, .timeout): RequestRule.timeout
        case (_, .timeout): timeout(kind)
        }
    }

    package static let allCases: [FatalRule] = Check.Kind.allCases.flatMap { kind -> [FatalRule] in
        switch kind {
        case .contract: []
        case .request: [trap(kind)]
        case .response, .model, .client, .rejects, .faults, .scenario, .survival, .strength:
            [trap(kind), timeout(kind)]
        }
    }

    package static let ids = Set(allCases.map(\.id))

    /// The rules of code that did not finish.
    static let hangs = ids.filter { $0.hasSuffix(".timeout") }.union([ClientRule.hang.id, FaultsRule.hang.id])
}

package enum ClientRule: String, RuleFamily {
    case hang = "client.hang"
    case threw = "client.threw"
    case returned = "client.returned"
    case returns = "client.returns"
    case wrongError = "client.wrong-error"
    case message = "client.message"
    case request = "client.request"
    case flow = "client.flow"
    case retryAfter = "client.retry-after"
    case idempotency = "client.idempotency"
    case headerCase = "client.header-case"
    case replyOrder = "client.reply-order"
    case secretLeak = "client.secret-leak"
}

package enum RejectsRule: String, RuleFamily {
    case built = "rejects.built"
    case wrongError = "rejects.wrong-error"
    case message = "rejects.message"
}

package enum FaultsRule: String, RuleFamily {
    case hang = "faults.hang"
    case returned = "faults.returned"
    case wrongError = "faults.wrong-error"
    case wrongValue = "faults.wrong-value"
}

package enum ScenarioRule: String, RuleFamily {
    case capture = "scenario.capture"
}

/// A built request, compared with `request` in the contract.
package enum RequestRule: String, RuleFamily {
    case url = "request.url"
    case method = "request.method"
    case origin = "request.origin"
    case path = "request.path"
    case query = "request.query"
    case header = "request.header"
    case body = "request.body"
    case timeout = "request.timeout"
    case unstable = "request.unstable"
    case argument = "request.argument"
    case refused = "request.refused"
    case secretLeak = "request.secret-leak"
}

/// A response, compared with `responses` in the contract.
package enum ResponseRule: String, RuleFamily {
    case status = "response.status"
    case contentType = "response.content-type"
    case header = "response.header"
    case link = "response.link"
    case charset = "response.charset"
    case prefix = "response.prefix"
    case body = "response.body"
    case schema = "response.schema"
    case duplicateKey = "response.duplicate-key"
    case text = "response.text"
    case bytes = "response.bytes"
    case event = "response.event"

    package var severity: Severity { self == .duplicateKey ? .warning : .error }
}

/// A model created from JSON, compared with `models` in the contract.
package enum ModelRule: String, RuleFamily {
    case falseAccept = "model.false-accept"
    case falseReject = "model.false-reject"
    case wrongValue = "model.wrong-value"
    case bridging = "model.bridging"
    case unstable = "model.unstable"
    case unread = "model.unread"
    case unmapped = "model.unmapped"
    case untested = "model.untested"
    case unbound = "model.unbound"

    package var severity: Severity { self == .bridging ? .warning : .error }
}

/// A model or client call after a provider change, compared with `survives` in the contract.
package enum SurvivalRule: String, RuleFamily {
    case refused = "survival.refused"
    case lostValue = "survival.lost-value"
    case untested = "survival.untested"

    package var severity: Severity { self == .untested ? .warning : .error }
}

/// A recording, compared with the contract and with itself.
package enum RecordedRule: String, RuleFamily {
    case request = "recording.request"
    case empty = "recording.empty"
    case contradiction = "recording.contradiction"
    case stale = "recording.stale"
    case madeUp = "recording.made-up"

    package var severity: Severity { [.stale, .madeUp].contains(self) ? .warning : .error }
}

/// A replayed recording, compared with the requests of a client call.
package enum ReplayRule: String, RuleFamily {
    case noMatch = "replay.no-match"
    case unplayed = "replay.unplayed"
}

package enum RecordRule: String, RuleFamily {
    case refused = "record.refused"
    case suspicion = "record.suspicion"

    package var severity: Severity { self == .suspicion ? .warning : .error }
}
