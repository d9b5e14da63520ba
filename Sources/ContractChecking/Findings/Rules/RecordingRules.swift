/// A recording, compared with the contract and with itself.
package enum RecordedRule: String, RuleFamily {
    case request = "recording.request"
    case empty = "recording.empty"
    case contradiction = "recording.contradiction"
    case stale = "recording.stale"

    package var severity: Severity {
        switch self {
        case .stale: .warning
        case .request, .empty, .contradiction: .error
        }
    }

    package var explanation: Rule.Explanation {
        switch self {
        case .request:
            Rule.Explanation(
                summary: "The recorded request is the one that the contract describes.",
                example: """
                    "path": "/v1/books"                       // recorded with /v2/books

                    error: the path differs [recording.request]
                    """,
                remedy: "Record the case again: 'contracts record --only CHECK'.")
        case .empty:
            Rule.Explanation(
                summary: "The recording of a case holds an exchange.",
                example: """
                    "entries": []

                    error: no exchange belongs to this call [recording.empty]
                    """,
                remedy: "Record the case again; a client call that sends nothing has nothing to be a case of.")
        case .contradiction:
            Rule.Explanation(
                summary:
                    "The members of a recording that say the same agree: URL and queryString, Content-Type and mimeType.",
                example: """
                    "url": "https://api.example.com/books?limit=20", "queryString": [{ "name": "limit", "value": "10" }]

                    error: the recording contradicts itself: one of its members was edited [recording.contradiction]
                    """,
                remedy: "Do not edit recordings: record the case again.")
        case .stale:
            Rule.Explanation(
                summary: "A recording is no older than '--max-age' allows: what it replays may no longer be so.",
                example: """
                    contracts verify --max-age 90d

                    warning: the recording was made on 2026-03-01, 120 days ago [recording.stale]
                    """,
                remedy: """
                    Record the case again: 'contracts record --max-age 90d --only CHECK' writes its date though nothing \
                    changed. '--max-age 90d=error' makes it fail.
                    """)
        }
    }
}

/// A recording that is replayed, compared with the requests of a client call.
package enum ReplayRule: String, RuleFamily {
    case noMatch = "replay.no-match"
    case unplayed = "replay.unplayed"

    package var explanation: Rule.Explanation {
        switch self {
        case .noMatch:
            Rule.Explanation(
                summary: "Every request that a client sends in replay was recorded.",
                example: """
                    GET /v1/books?q=swift&limit=20            // recorded: limit=10

                    error: No recorded exchange is left for GET https://api.example.com/v1/books?q=swift&limit=20. [replay.no-match]
                    """,
                remedy: "The message lists the nearest recorded requests. Correct the client, or record the case again."
            )
        case .unplayed:
            Rule.Explanation(
                summary: "The client sends every request that was recorded.",
                example: """
                    { "name": "whole deck", "status": 200 }   // 23 requests were recorded

                    error: the call never sends a request that was recorded [replay.unplayed]
                    """,
                remedy: "Find what the client left out; if it rightly asks for less, record the case again.")
        }
    }
}

/// An exchange that is about to be written.
package enum RecordRule: String, RuleFamily {
    case refused = "record.refused"
    case suspicion = "record.suspicion"

    package var severity: Severity {
        switch self {
        case .suspicion: .warning
        case .refused: .error
        }
    }

    package var explanation: Rule.Explanation {
        switch self {
        case .refused:
            Rule.Explanation(
                summary:
                    "A recording is written only where no secret is left in it and nobody else changed it meanwhile.",
                example: """
                    contracts record --only 'shop/*'

                    error: the recording was not written: Nothing was written to Recordings/shop/order.two.har, because it \
                    would hold a secret: the value of {env:API_TOKEN} (base64) at /log/entries/0/response/content/text. \
                    [record.refused]
                    """,
                remedy: "Do what the reason says; the recording that was there is untouched.")
        case .suspicion:
            Rule.Explanation(
                summary: "Nothing in a recording looks like a credential that the contract does not know.",
                example: """
                    { "access_token": "eyJhbGciOiJIUzI1NiJ9…" }

                    warning: the recording holds what looks like a JSON Web Token [record.suspicion]
                    """,
                remedy: """
                    Make it a secret argument ("format": "password") or a capture, and record again. --strict-secrets refuses \
                    to write it. Of a member such as "token" that no stand-in meets the schema of, let the schema ask for less: \
                    a shorter pattern, no format.
                    """)
        }
    }
}
