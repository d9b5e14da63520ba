import ContractChecking
import ContractFormat
import HTTPRecording
import JSONSchema

/// A JSON response body with its contract.
struct ServedJSON {
    let json: JSON
    let shape: ResponseContract
    let schema: Schema

    func accepts(_ json: JSON) -> Bool { schema.accepts(json) }
    func encoded(_ json: JSON) -> [UInt8] { shape.encoded(json) }
}

extension EndpointContract {
    /// Returns the response's JSON, shape and schema, or `nil` if its body is not JSON.
    func json(of received: RecordedResponse) -> ServedJSON? {
        guard let shape = response(status: received.status, variant: nil), case .json(let schema) = shape.body,
            case .json(let json, _) = ResponseBody.read(received.body, as: shape)
        else { return nil }
        return ServedJSON(json: json, shape: shape, schema: schema.schema)
    }
}

extension ServedCall {
    /// The members that the body posts, without credentials, or `nil` if it is neither a JSON object nor a form.
    var posted: JSONObject? {
        let secrets = Set(endpoint.arguments.filter(\.isSecret).compactMap { values[.name($0.name)] })
        func open(_ members: JSONObject) -> JSONObject {
            members.keeping { !secrets.contains($0.value) && !CredentialNames.contains($0.key) }
        }
        guard let body = request.body, endpoint.request?.body.isJSON == true else {
            // Form and multipart fields are reconstructed from the arguments that fill them.
            let fields = endpoint.request?.body.fields ?? []
            if fields.isEmpty { return nil }
            return open(JSONObject(fields.compactMap { name, value in value.filled { values[$0] }.map { (name, $0) } }))
        }
        do { return try JSON(parsing: body).objectValue.map(open) } catch {
            return nil  // Request matching has already reported the syntax error.
        }
    }
}

extension RequestContract.Body {
    fileprivate var isJSON: Bool {
        switch self {
        case .json, .schema: true
        case .none, .form, .text, .bytes, .xml, .multipart, .graphql: false
        }
    }

    fileprivate var fields: [(name: String, value: TemplateValue)] {
        switch self {
        case .form(let fields):
            fields.compactMap { if case .value(let value) = $0.expectation { ($0.name, value) } else { nil } }
        case .multipart(let parts):
            parts.compactMap { part in
                switch part.content {
                case .text(let value), .json(let value): (part.name, value)
                case .schema, .bytes: nil
                }
            }
        case .none, .json, .schema, .text, .bytes, .xml, .graphql: []
        }
    }
}
