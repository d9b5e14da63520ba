/// A value that an initializer makes of JSON, compared with `models` in the contract.
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

    package var severity: Severity {
        switch self {
        case .bridging: .warning
        case .falseAccept, .falseReject, .wrongValue, .unstable, .unread, .unmapped, .untested, .unbound: .error
        }
    }

    package var explanation: Rule.Explanation {
        switch self {
        case .falseAccept:
            Rule.Explanation(
                summary: "The initializer gives nil for everything that the schema refuses.",
                example: """
                    title = json["title"] as? String ?? ""

                    error: the initializer accepts what the contract refuses (expected a property "title", found none); \
                    probe: /title is missing [model.false-accept]
                    """,
                remedy: """
                    Guard the property and return nil (or throw). If the looseness is wanted, say so in the schema: make the \
                    property optional, widen its type or drop the bound.
                    """)
        case .falseReject:
            Rule.Explanation(
                summary: "The initializer gives a value for everything that the schema accepts.",
                example: """
                    guard let rating = json["rating"] as? Double else { return nil }   // "type": ["number", "null"]

                    error: the initializer refuses what the contract accepts; probe: /rating is null [model.false-reject]
                    """,
                remedy:
                    "Read null and a missing key as nil, whole numbers as numbers, and values up to the schema's bounds."
            )
        case .wrongValue:
            Rule.Explanation(
                summary: "Each property holds what its pointer holds, and nil where that is null or absent.",
                example: """
                    rsvpCount = json["name"] as? Int          // "rsvpCount": "/yes_rsvp_count"

                    error: 'rsvpCount' is not what '/yes_rsvp_count' holds; probe: example 1 [model.wrong-value]
                    """,
                remedy: """
                    Read the key that the contract names, and change nothing on the way: no trimming, rounding, default or \
                    smaller integer type. Dates and URLs are mapped with "as".
                    """)
        case .bridging:
            Rule.Explanation(
                summary: "A boolean is no number, and a number no boolean.",
                example: """
                    stars = json["stars"] as? Int             // takes true as 1

                    warning: the initializer accepts a boolean for a number, or a number for a boolean; \
                    probe: /stars is true [model.bridging]
                    """,
                remedy: """
                    Decode with JSONDecoder, or look at the NSNumber's 'objCType'. "bridging": "allow" on the model accepts it, \
                    "deny" makes it an error.
                    """)
        case .unstable:
            Rule.Explanation(
                summary: "The same JSON gives the same value each time.",
                example: """
                    id = json["id"] as? String ?? UUID().uuidString

                    error: two values of one input differ at '/id'; probe: example 1 [model.unstable]
                    """,
                remedy: "Read nothing but the JSON: no clock, no random number, no order of a dictionary or set.")
        case .unread:
            Rule.Explanation(
                summary: "Each property of the contract is a stored property of the Swift value.",
                example: """
                    "properties": { "author": "/author" }     // struct Note { let title: String }

                    error: '/author' never reaches the model: it has no such property; probe: example 1 [model.unread]
                    """,
                remedy:
                    "Add the property, or take it out of 'properties'. The keys are Swift's names, nested with dots.")
        case .unmapped:
            Rule.Explanation(
                summary: "The contract maps every stored property of the Swift value.",
                example: """
                    struct Note { let title: String; let stars: Int }   // "properties": { "title": "/title" }

                    error: the contract does not map the stored property 'stars'; probe: example 1 [model.unmapped]
                    """,
                remedy: "Add it to 'properties' with the pointer it is read from: what is not mapped is not checked.")
        case .untested:
            Rule.Explanation(
                summary: "There is an instance to probe the model with.",
                example: """
                    "Note": { "schema": { "type": "object" }, "properties": {} }

                    error: no example and no recording holds an instance of 'Note' [model.untested]
                    """,
                remedy: "Add 'examples' to the model, or name the model under 'models' of a response that is recorded.")
        case .unbound:
            Rule.Explanation(
                summary: "Each conversion that the contract names is one of its own, or one of the binding.",
                example: """
                    "properties": { "price": { "pointer": "/price", "as": "cents" } }

                    error: there is no conversion 'cents'; one of your own is bound with Conversion("cents") { json in … } \
                    [model.unbound]
                    """,
                remedy: """
                    Correct the name, or bind the conversion beside the model. Nothing else of the model is checked before \
                    that; the rest of the service is.
                    """)
        }
    }
}
