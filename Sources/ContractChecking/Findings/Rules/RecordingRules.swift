/// A recording, compared with the contract and with itself.
package enum RecordedRule: String, RuleFamily {
    case request = "recording.request"
    case empty = "recording.empty"
    case contradiction = "recording.contradiction"
    case stale = "recording.stale"
    case madeUp = "recording.made-up"

    package var severity: Severity {
        switch self {
        case .stale, .madeUp: .warning
        case .request, .empty, .contradiction: .error
        }
    }
}

/// A replayed recording, compared with the requests of a client call.
package enum ReplayRule: String, RuleFamily {
    case noMatch = "replay.no-match"
    case unplayed = "replay.unplayed"
}

package enum RecordRule: String, RuleFamily {
    case refused = "record.refused"
    case suspicion = "record.suspicion"

    package var severity: Severity {
        switch self {
        case .suspicion: .warning
        case .refused: .error
        }
    }
}
