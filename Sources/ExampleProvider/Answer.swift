import LoopbackServer

/// A service's response. JSON remains a value until it is sent, so that a fault can modify it.
struct Answer: Sendable {
    /// The response, without its body if that is JSON.
    var response: Response
    /// The JSON body, sent after the prefix in UTF-8 or, for a legacy service, Latin-1.
    private var json: JSONValue?
    private var prefix = ""
    private var isLatin1 = false

    init(response: Response) { self.response = response }

    static func json(_ value: JSONValue, status: Int = 200, prefix: String = "", isLatin1: Bool = false) -> Answer {
        var answer = Answer(response: Response(status: status, contentType: "application/json"))
        (answer.json, answer.prefix, answer.isLatin1) = (value, prefix, isLatin1)
        return answer
    }

    static func bytes(_ bytes: [UInt8], type: String) -> Answer {
        Answer(response: Response(status: 200, contentType: type, body: bytes))
    }

    static func page(_ status: Int) -> Answer { Answer(response: .page(status)) }

    /// Returns the response with its body, modified by a fault if there is one.
    func response(fault: ProviderFault?) -> Response {
        var response = response
        if var json {
            if case .drift(let drift, let property) = fault { json = json.drifted(drift, property: property) }
            let text = prefix + json.written
            response.body = isLatin1 ? text.latin1 : Array(text.utf8)
        }
        if case .wire(let fault) = fault { response.fault = fault }
        return response
    }
}

extension String {
    /// The string in ISO 8859-1, with a question mark for characters that it lacks.
    var latin1: [UInt8] { unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") } }
}
