import ContractFormat
import HTTPRecording
import JSONSchema

/// The secrets to redact from the reports of one service. Replay has none.
package struct RunSecrets: Sendable {
    private let redaction: Locked<Redaction>
    let contract: ContractSecrets
    let isEmpty: Bool

    package init(of contract: Contract, mode: Mode, environment: [String: String]) {
        isEmpty = mode == .replay
        self.contract = ContractSecrets(of: contract)
        redaction = Locked(
            isEmpty
                ? Redaction()
                : CallArguments(mode: mode, environment: environment).redaction(of: contract)
                    .allowing(publicNames: self.contract.words))
    }

    /// Adds the secrets of an endpoint's exchanges: cookies, credentials and captures.
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
