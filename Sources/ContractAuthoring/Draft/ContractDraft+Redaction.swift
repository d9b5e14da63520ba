import HTTPRecording
import JSONSchema

extension ContractDraft {
    /// Replaces every secret everywhere, because a secret found in one place may be repeated in another.
    func redacted(_ redaction: Redaction) -> ContractDraft {
        func clean(_ text: String) -> String { redaction.redacted(text) }
        func clean(_ json: JSON) -> JSON { json.mapStrings(keys: clean, clean) }
        func clean(_ object: JSONObject) -> JSONObject { JSONObject(object.map { (clean($0.key), clean($0.value)) }) }
        var draft = self
        draft.summary = summary.map(clean)
        draft.definitions = clean(definitions)
        draft.omissions = omissions.map { Omission(clean($0.place), clean($0.reason)) }
        draft.models = models.map { model in
            modified(model) {
                $0.summary = $0.summary.map(clean)
                $0.schema = clean($0.schema)
                $0.examples = $0.examples.map(clean)
            }
        }
        draft.endpoints = endpoints.map { endpoint in
            var endpoint = endpoint
            endpoint.arguments = clean(endpoint.arguments)
            endpoint.request.path = clean(endpoint.request.path)
            endpoint.request.query = clean(endpoint.request.query)
            endpoint.request.headers = clean(endpoint.request.headers)
            endpoint.request.body = endpoint.request.body.mapValues(clean)
            endpoint.responses = endpoint.responses.map { response in
                modified(response) {
                    $0.headers = clean($0.headers)
                    $0.body = $0.body.mapValues(clean)
                }
            }
            endpoint.cases = endpoint.cases.map { testCase in
                modified(testCase) {
                    $0.name = Naming.safe(clean($0.name)) ?? $0.name
                    $0.arguments = clean($0.arguments)
                }
            }
            return endpoint
        }
        return draft
    }
}
