/// What a client call returns, throws and sends.
package enum ClientRule: String, RuleFamily {
    case hang = "client.hang"
    case threw = "client.threw"
    case returned = "client.returned"
    case returns = "client.returns"
    case wrongError = "client.wrong-error"
    case message = "client.message"
    case request = "client.request"
    case headerCase = "client.header-case"
    case replyOrder = "client.reply-order"
    case secretLeak = "client.secret-leak"

    package var explanation: Rule.Explanation {
        switch self {
        case .hang:
            Rule.Explanation(
                summary: "The client call ends within the deadline.",
                example: """
                    await withCheckedContinuation { _ in }

                    error: the call does not end [client.hang]
                    """,
                remedy: "Resume every continuation and end every retry; --deadline SECONDS sets the limit.")
        case .threw:
            Rule.Explanation(
                summary: "A call whose case has no 'throws' returns.",
                example: """
                    { "name": "known", "status": 200 }

                    error: the call throws, and has to return [client.threw]
                    """,
                remedy:
                    "Look at the error under 'found'; if the call is right to throw, say so with \"throws\": \"name\".")
        case .returned:
            Rule.Explanation(
                summary: "A call whose case has 'throws' throws.",
                example: """
                    { "name": "unknown", "status": 404, "throws": "notFound" }

                    error: the call returns, and has to throw notFound [client.returned]
                    """,
                remedy:
                    "Look at the status before the body, and turn each failure into the error that the contract names.")
        case .returns:
            Rule.Explanation(
                summary:
                    "What the call returns, reflected to JSON, is what 'returns' accepts, and the models of its response.",
                example: """
                    "returns": { "type": "array", "minItems": 2 }

                    error: what the call returns differs at '': expected at least 2 elements, found 1 [client.returns]
                    """,
                remedy:
                    "Correct the call. Where it means to choose or to sort, say \"returns\": true or \"any order\".")
        case .wrongError:
            Rule.Explanation(
                summary: "The error that a call throws has the contract's name.",
                example: """
                    "throws": "invalidAccount"

                    error: the error is invalidServer, not invalidAccount [client.wrong-error]
                    """,
                remedy:
                    "Throw the error that lets the app tell its user the truth. The name is the enum's case, or the type."
            )
        case .message:
            Rule.Explanation(
                summary: "The error's text, as a user reads it, is the contract's.",
                example: """
                    "throws": "notFound", "message": "We do not have this book."

                    error: the error's text differs [client.message]
                    """,
                remedy: "Make the error a LocalizedError whose 'errorDescription' is the text, or correct 'message'.")
        case .request:
            Rule.Explanation(
                summary: "A call sends the very request that its builder, or an endpoint that it uses, makes.",
                example: """
                    request.setValue("1", forHTTPHeaderField: "X-Retry")    // in the client, not in the builder

                    error: the client sends another request than its builder makes: the header 'X-Retry' is not in the \
                    contract (allow it with 'allowedHeaders') [client.request]
                    """,
                remedy: "Build the request in one place, and send it unchanged.")
        case .headerCase:
            Rule.Explanation(
                summary: "A call comes to the same whatever letter case the names of headers come in.",
                example: """
                    response.allHeaderFields["X-Token"]    // HTTP/2 sends x-token

                    error: the call comes to something else when the names of headers come in another letter case \
                    [client.header-case]
                    """,
                remedy: "Read a header with 'value(forHTTPHeaderField:)'.")
        case .replyOrder:
            Rule.Explanation(
                summary:
                    "A call that sends several requests at once comes to the same in whatever order the replies come.",
                example: """
                    for try await detail in group { details.append(detail) }

                    error: the call comes to something else when the replies to requests sent at once come in another \
                    order [client.reply-order]
                    """,
                remedy:
                    "Put each reply where its request stood; \"returns\": \"any order\" says that the order means nothing."
            )
        case .secretLeak:
            Rule.Explanation(
                summary: "No secret argument stands in the error that a call throws, nor in what that error carries.",
                example: """
                    throw APIError.refused(request)          // with its 'Authorization'

                    error: the error of the call, or what it carries, holds the secret 'token' [client.secret-leak]
                    """,
                remedy: "Carry what an app needs to know of the failure, never the request: errors end in logs.")
        }
    }
}

/// Arguments that a request builder must refuse.
package enum RejectsRule: String, RuleFamily {
    case built = "rejects.built"
    case wrongError = "rejects.wrong-error"
    case message = "rejects.message"

    package var explanation: Rule.Explanation {
        switch self {
        case .built:
            Rule.Explanation(
                summary: "The builder refuses the arguments under 'rejects'.",
                example: """
                    { "name": "no text", "arguments": { "text": "" }, "throws": "emptySearch" }

                    error: the builder accepts what it has to refuse [rejects.built]
                    """,
                remedy: "Throw before a request is made.")
        case .wrongError:
            Rule.Explanation(
                summary: "The builder refuses with the error that 'throws' names.",
                example: """
                    "throws": "emptySearch"

                    error: the error is invalidText, not emptySearch [rejects.wrong-error]
                    """,
                remedy: "Throw that error, or correct the contract.")
        case .message:
            Rule.Explanation(
                summary: "The text of the builder's error is the contract's.",
                example: """
                    "throws": "emptySearch", "message": "Type what you are looking for."

                    error: the error's text differs [rejects.message]
                    """,
                remedy: "Correct 'errorDescription', or 'message'.")
        }
    }
}

/// The end of a client call when the network fails.
package enum FaultsRule: String, RuleFamily {
    case hang = "faults.hang"
    case returned = "faults.returned"
    case wrongError = "faults.wrong-error"

    package var explanation: Rule.Explanation {
        switch self {
        case .hang:
            Rule.Explanation(
                summary: "The call ends under every fault of the network.",
                example: """
                    "faults": { "timeout": "offline" }

                    error: the call does not end under 'timeout' [faults.hang]
                    """,
                remedy: "Let the error of the transport end the call; retry a bounded number of times.")
        case .returned:
            Rule.Explanation(
                summary: "The call throws under every fault that the contract names.",
                example: """
                    "faults": { "malformedBody": "unreadable" }

                    error: the call returns under 'malformedBody' [faults.returned]
                    """,
                remedy: "Throw where the body cannot be read: an empty list tells the user that there is nothing.")
        case .wrongError:
            Rule.Explanation(
                summary: "The error under a fault is the one that the contract names.",
                example: """
                    "faults": { "unreachable": "offline" }

                    error: the error under 'unreachable' is URLError, not offline [faults.wrong-error]
                    """,
                remedy:
                    "Map the transport's errors to the client's own, each to the one that says what the user can do.")
        }
    }
}

/// Calls in a row that share state.
package enum ScenarioRule: String, RuleFamily {
    case capture = "scenario.capture"

    package var explanation: Rule.Explanation {
        switch self {
        case .capture:
            Rule.Explanation(
                summary: "A step's response holds what later steps take from it.",
                example: """
                    "capture": { "token": "cookie:XSRF-TOKEN" }

                    error: there is nothing to capture as 'token' [scenario.capture]
                    """,
                remedy: "Correct the source: body:/pointer, header:NAME or cookie:NAME.")
        }
    }
}
