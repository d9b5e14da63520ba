import ContractFormat
import HTTPRecording
import JSONSchema

/// The secrets that calls of one service take from the environment, capture or receive: no report shows them.
///
/// In replay there is none, as every variable is its placeholder's own text.
package struct RunSecrets: Sendable {
    private let redaction: Locked<Redaction>
    let contract: ContractSecrets
    /// Whether there is nothing to take out, in any text of the run.
    let isEmpty: Bool

    package init(of contract: Contract, mode: Mode, environment: [String: String]) {
        isEmpty = mode == .replay
        self.contract = ContractSecrets(of: contract)
        redaction = Locked(
            isEmpty
                ? Redaction()
                : CallArguments(mode: mode, environment: environment).redaction(of: contract)
                    .knowing(self.contract.words))
    }

    /// Adds the secrets of an endpoint's exchanges: cookies, credentials, captures.
    ///
    /// - Parameter returned: the returned value, as reflected.
    package func learn(from exchanges: [HTTPExchange], of endpoint: EndpointContract, returned: JSON? = nil) {
        guard !isEmpty, !exchanges.isEmpty else { return }
        let found = exchanges.flatMap { contract.secrets(in: $0, of: endpoint, returned: returned) }
        redaction.withLock { $0 = $0.adding(found).learning(from: exchanges) }
    }

    package func redacted(_ text: String) -> String {
        if isEmpty { return text }
        let redaction = redaction.withLock { $0 }
        let isJSON = text.hasPrefix("{") || text.hasPrefix("[")
        return redaction.redacted(isJSON ? contract.membersOfAll.replaced(inText: text) : text)
    }
}
