import ContractChecking

/// A live service, as a round of health checks observes it.
package enum HealthRule: String, RuleFamily {
    case unreachable = "health.unreachable"
    case slow = "health.slow"
    case drift = "health.drift"
    case recordRefused = "health.record-refused"
    case trap = "health.trap"
    case certificate = "health.certificate"

    package var severity: Severity {
        switch self {
        case .slow, .certificate: .warning
        case .unreachable, .drift, .recordRefused, .trap: .error
        }
    }

    package var explanation: Rule.Explanation {
        switch self {
        case .unreachable:
            Rule.Explanation(
                summary: "An endpoint gives a whole answer before the deadline of the check and of the round.",
                example: """
                    $ contracts health --only elements/elements
                    no whole answer came (found api.example.com gave no answer (connection refused), expected an answer within 10 s)
                    """,
                remedy:
                    "See whether the service is up and whether this machine reaches it; where it is merely slow, raise "
                    + "--deadline.")
        case .slow:
            Rule.Explanation(
                summary: "A call takes no longer than the contract or --latency allows.",
                example: """
                    "health": { "latency": 0.5 }
                    the call takes longer than it may (found 0.812 s, expected at most 0.5 s)
                    """,
                remedy: "Find out why the service is slow, or raise 'latency' in the contract's 'health'.")
        case .drift:
            Rule.Explanation(
                summary:
                    "A live response has nothing in it that a client could not rely on in the recording: no property is "
                    + "gone, null or of another type.",
                example: """
                    recorded: { "id": "39", "color": "red" }    live: { "id": "39" }
                    /color is gone
                    """,
                remedy:
                    "Look at the change with 'contracts diff'. Where it is meant to stay, record the case again with "
                    + "'contracts record', and change the contract where it speaks of the property.")
        case .recordRefused:
            Rule.Explanation(
                summary:
                    "The bound initializers make a value of every record that comes, also where the response breaks its "
                    + "contract.",
                example: """
                    live: [ { "name": 7 } ]
                    the initializer of 'Element' refuses records that came (found 1 refused, the first at /0)
                    """,
                remedy:
                    "Make the model survive the change, or have the service take it back; the findings of the contract "
                    + "say what changed.")
        case .certificate:
            Rule.Explanation(
                summary: "The certificate of a server is valid for as many days as it takes to renew it.",
                example: """
                    "health": { "certificateDays": 14 }
                    the server's certificate expires soon (found 9 days, until 2026-12-01T12:00:00.000Z, expected at least 14 days)
                    """,
                remedy:
                    "Renew the certificate. 'certificateDays' in the contract's 'health', or --certificate-days, sets the "
                    + "limit; it is seen by an 'openssl' on the PATH.")
        case .trap:
            Rule.Explanation(
                summary: "The code under test ends with a value, nil or an error, whatever comes.",
                example: """
                    self.melt = json["melt"] as! Double        // live: "melt": null
                    the code under test ends its process on what came (found Could not cast value of type NSNull)
                    """,
                remedy: "Cast with 'as?' and check bounds; 'contracts verify' finds the input that kills the code.")
        }
    }
}
