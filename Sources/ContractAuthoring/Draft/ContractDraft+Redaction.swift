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
            var model = model
            model.summary = model.summary.map(clean)
            model.schema = clean(model.schema)
            model.examples = model.examples.map(clean)
            return model
        }
        draft.endpoints = endpoints.map { endpoint in
            var endpoint = endpoint
            endpoint.arguments = clean(endpoint.arguments)
            endpoint.request.path = clean(endpoint.request.path)
            endpoint.request.query = clean(endpoint.request.query)
            endpoint.request.headers = clean(endpoint.request.headers)
            endpoint.request.body = endpoint.request.body.mapValues(clean)
            endpoint.responses = endpoint.responses.map { response in
                var response = response
                response.headers = clean(response.headers)
                response.body = response.body.mapValues(clean)
                return response
            }
            endpoint.cases = endpoint.cases.map { testCase in
                var testCase = testCase
                testCase.name = Naming.safe(clean(testCase.name)) ?? testCase.name
                testCase.arguments = clean(testCase.arguments)
                return testCase
            }
            return endpoint
        }
        return draft
    }
}
