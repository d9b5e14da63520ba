import ContractFormat
import HTTPRecording

/// Takes out of an exchange everything that looks like a credential, before its entry of the log is made.
///
/// The contract's secrets are known by its arguments, all others by name, place or shape.
struct ServingRedaction: Sendable {
    private let redaction: Redaction

    init(_ request: RecordedRequest, _ call: ServedCall?, _ response: RecordedResponse = RecordedResponse(status: 0)) {
        let arguments = call.map { call in
            call.values.compactMap { placeholder, value in
                call.endpoint.isSecret(placeholder)
                    ? Secret(value: value.plainText, placeholder: placeholder.text) : nil
            }
        }
        redaction = Redaction(
            secrets: (arguments ?? [])
                + HTTPExchange(request: request, response: response).likelySecrets(isPathKnown: call != nil))
    }

    /// A text of a finding: a credential may stand in it that is known from nowhere else.
    func redacted(_ text: String) -> String {
        redaction.adding(CredentialText.secrets(in: text)).redacted(text)
    }

    func redacted(_ request: RecordedRequest) -> RecordedRequest { redaction.redacted(request) }

    func redacted(_ response: RecordedResponse) -> RecordedResponse { redaction.redacted(response) }
}
