import LoopbackServer

/// A service's response. JSON remains a value until it is sent, so that a fault can modify it.
struct Answer: Sendable {
    /// JSON after a fixed prefix, in UTF-8 or, for a legacy service, Latin-1.
    struct JSONBody: Sendable {
        var value: JSONValue
        var prefix = ""
        var isLatin1 = false

        var bytes: [UInt8] {
            let text = prefix + value.written
            return isLatin1 ? text.latin1 : Array(text.utf8)
        }
    }

    /// The response, without its body if that is JSON.
    var response: Response
    var json: JSONBody?

    static func json(_ value: JSONValue, status: Int = 200, prefix: String = "", isLatin1: Bool = false) -> Answer {
        Answer(
            response: Response(status: status, contentType: "application/json"),
            json: JSONBody(value: value, prefix: prefix, isLatin1: isLatin1))
    }

    static func bytes(_ bytes: [UInt8], type: String) -> Answer {
        Answer(response: Response(status: 200, contentType: type, body: bytes))
    }

    static func page(_ status: Int) -> Answer { Answer(response: .page(status)) }

    /// Returns the response with its body, modified by a fault if there is one.
    func response(fault: ProviderFault?) -> Response {
        var response = response
        if var json {
            if case .drift(let drift, let property) = fault {
                json.value = json.value.drifted(drift, property: property)
            }
            response.body = json.bytes
        }
        if case .wire(let fault) = fault { response.fault = fault }
        return response
    }
}

extension String {
    /// The string in ISO 8859-1, with a question mark for characters that it lacks.
    var latin1: [UInt8] { unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") } }
}
