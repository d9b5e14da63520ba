import ContractFormat
import HTTPRecording

/// Removes likely credentials from an exchange before it is logged.
///
/// The contract's secrets are recognized by their arguments, all others by name, place or form.
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

    /// Redacts a finding's text, which may contain further credentials.
    func redacted(_ text: String) -> String {
        redaction.adding(CredentialText.secrets(in: text)).redacted(text)
    }

    func redacted(_ request: RecordedRequest) -> RecordedRequest { redaction.redacted(request) }

    func redacted(_ response: RecordedResponse) -> RecordedResponse { redaction.redacted(response) }
}
