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
