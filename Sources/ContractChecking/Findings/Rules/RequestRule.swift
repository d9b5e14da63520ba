/// A request that a builder makes, compared with `request` in the contract.
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
