extension ExampleProvider {
    /// The user whose session the provider opens.
    public static let userName = "ada@example.com"

    /// The secrets that the provider knows by name: from the environment where they are set and not empty, else made up.
    ///
    /// The names are `UDACITY_PASSWORD`, `PARSE_APPLICATION_ID`, `PARSE_REST_API_KEY` and `MEETUP_KEY`, which are
    /// accepted; `UDACITY_WRONG_PASSWORD` and `MEETUP_WRONG_KEY`, which are not; and `MEETUP_THROTTLED_KEY`, whose
    /// owner has asked too often.
    public static func credentials(in environment: [String: String]) -> [String: String] {
        madeUp.merging(environment.filter { madeUp[$0.key] != nil && !$0.value.isEmpty }) { $1 }
    }

    private static let madeUp = [
        "UDACITY_PASSWORD": "local-udacity-password",
        "UDACITY_WRONG_PASSWORD": "local-wrong-udacity-password",
        "PARSE_APPLICATION_ID": "local-parse-application-id",
        "PARSE_REST_API_KEY": "local-parse-rest-api-key",
        "MEETUP_KEY": "local-meetup-key",
        "MEETUP_WRONG_KEY": "local-wrong-meetup-key",
        "MEETUP_THROTTLED_KEY": "local-throttled-meetup-key",
    ]
}
