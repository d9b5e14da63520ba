import ContractChecking
import JSONSchema

extension EndpointObservation {
    /// The observation of an endpoint whose code under test ended its process, or had to be ended with it.
    ///
    /// - Parameters:
    ///   - message: what the runtime said, which may quote anything.
    ///   - live: the options of the calls, whose secrets are not told.
    package init(_ target: HealthTarget, killedBy message: String, live: Options) {
        let rule = HealthRule.trap.rule
        let finding = Finding(
            rule: rule, message: "the code under test ends its process on what came",
            expected: "a value, nil or an error",
            found: LiveProbe.redacted(message, target.service, target.contract, options: live),
            contract: target.contract.place(of: target.endpoint.pointer),
            repeatCommand: "\(live.command ?? "contracts health") --only \(ShellWord.quoted(target.id))",
            fingerprint: Fingerprint.text("\(rule)\n\(target.id)"))
        self.init(target, [Judgement(broken: [finding])])
    }

    /// The observation of an endpoint that could not be looked at, and why.
    package init(_ target: HealthTarget, unsupported reason: String) {
        self.init(target, [Judgement(reachable: .unsupported(reason: reason))])
    }
}
