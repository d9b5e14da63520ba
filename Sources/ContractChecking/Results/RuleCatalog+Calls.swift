extension RuleCatalog {
    /// What client calls come to, on recordings, under faults and in a row.
    static let calls = [
        RuleExplanation(
            rule: "client.hang",
            summary: "The client call ends within the deadline.",
            example: """
                await withCheckedContinuation { _ in }

                error: the call does not end [client.hang]
                """,
            remedy: "Resume every continuation and end every retry; --deadline SECONDS sets the limit."),
        RuleExplanation(
            rule: "client.threw",
            summary: "A call whose case has no 'throws' returns.",
            example: """
                { "name": "known", "status": 200 }

                error: the call throws, and has to return [client.threw]
                """,
            remedy: "Look at the error under 'found'; if the call is right to throw, say so with \"throws\": \"name\"."),
        RuleExplanation(
            rule: "client.returned",
            summary: "A call whose case has 'throws' throws.",
            example: """
                { "name": "unknown", "status": 404, "throws": "notFound" }

                error: the call returns, and has to throw notFound [client.returned]
                """,
            remedy: "Look at the status before the body, and turn each failure into the error that the contract names."),
        RuleExplanation(
            rule: "client.returns",
            summary: "What the call returns, reflected to JSON, is what 'returns' accepts.",
            example: """
                "returns": { "type": "array", "minItems": 2 }

                error: what the call returns differs at '': expected at least 2 elements, found 1 [client.returns]
                """,
            remedy: "Correct the call; a client that drops bad elements in silence is found so."),
        RuleExplanation(
            rule: "client.wrong-error",
            summary: "The error that a call throws has the contract's name.",
            example: """
                "throws": "invalidAccount"

                error: the error is invalidServer, not invalidAccount [client.wrong-error]
                """,
            remedy:
                "Throw the error that lets the app tell its user the truth. The name is the enum's case, or the type."),
        RuleExplanation(
            rule: "client.message",
            summary: "The error's text, as a user reads it, is the contract's.",
            example: """
                "throws": "notFound", "message": "We do not have this book."

                error: the error's text differs [client.message]
                """,
            remedy: "Make the error a LocalizedError whose 'errorDescription' is the text, or correct 'message'."),
        RuleExplanation(
            rule: "client.request",
            summary: "The call sends the very request that its builder makes.",
            example: """
                request.setValue("1", forHTTPHeaderField: "X-Retry")    // in the client, not in the builder

                error: the client sends another request than its builder makes: the header 'X-Retry' is not in the \
                contract (allow it with 'allowedHeaders') [client.request]
                """,
            remedy: "Build the request in one place, and send it unchanged."),
        RuleExplanation(
            rule: "rejects.built",
            summary: "The builder refuses the arguments under 'rejects'.",
            example: """
                { "name": "no text", "arguments": { "text": "" }, "throws": "emptySearch" }

                error: the builder accepts what it has to refuse [rejects.built]
                """,
            remedy: "Throw before a request is made."),
        RuleExplanation(
            rule: "rejects.wrong-error",
            summary: "The builder refuses with the error that 'throws' names.",
            example: """
                "throws": "emptySearch"

                error: the error is invalidText, not emptySearch [rejects.wrong-error]
                """,
            remedy: "Throw that error, or correct the contract."),
        RuleExplanation(
            rule: "rejects.message",
            summary: "The text of the builder's error is the contract's.",
            example: """
                "throws": "emptySearch", "message": "Type what you are looking for."

                error: the error's text differs [rejects.message]
                """,
            remedy: "Correct 'errorDescription', or 'message'."),
        RuleExplanation(
            rule: "faults.hang",
            summary: "The call ends under every fault of the network.",
            example: """
                "faults": { "timeout": "offline" }

                error: the call does not end under 'timeout' [faults.hang]
                """,
            remedy: "Let the error of the transport end the call; retry a bounded number of times."),
        RuleExplanation(
            rule: "faults.returned",
            summary: "The call throws under every fault that the contract names.",
            example: """
                "faults": { "malformedBody": "unreadable" }

                error: the call returns under 'malformedBody' [faults.returned]
                """,
            remedy: "Throw where the body cannot be read: an empty list tells the user that there is nothing."),
        RuleExplanation(
            rule: "faults.wrong-error",
            summary: "The error under a fault is the one that the contract names.",
            example: """
                "faults": { "unreachable": "offline" }

                error: the error under 'unreachable' is URLError, not offline [faults.wrong-error]
                """,
            remedy: "Map the transport's errors to the client's own, each to the one that says what the user can do."),
        RuleExplanation(
            rule: "scenario.capture",
            summary: "A step's response holds what later steps take from it.",
            example: """
                "capture": { "token": "cookie:XSRF-TOKEN" }

                error: the response has nothing to capture as 'token' [scenario.capture]
                """,
            remedy: "Correct the source: body:/pointer, header:NAME or cookie:NAME."),
    ]
}
