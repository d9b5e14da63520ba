// The syntax of the parts of a request's head: RFC 9112, sections 3 to 6, and RFC 9110, section 5.
extension RequestParser {
    static func requestLine(_ line: ArraySlice<UInt8>) throws(RequestFailure) -> Request {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else {
            throw RequestFailure(400, "a request line is a method, a target and a version, with one space between")
        }
        guard parts[0].allSatisfy(isTokenByte) else { throw RequestFailure(400, "the method is no token") }
        let version = [UInt8](parts[2])
        guard version.count == 8, version.starts(with: "HTTP/".utf8), version[6] == UInt8(ascii: "."),
            (0x30...0x39).contains(version[5]), (0x30...0x39).contains(version[7])
        else { throw RequestFailure(400, "the version is not of the form HTTP/1.1") }
        guard version[5] == UInt8(ascii: "1") else { throw RequestFailure(505, "only HTTP/1.1 and 1.0 are spoken") }
        guard let method = Method(rawValue: String(decoding: parts[0], as: UTF8.self)) else {
            throw RequestFailure(
                501, "the method is none of \(Method.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard parts[1].allSatisfy({ (0x21...0x7E).contains($0) }),
            let target = RequestTarget(String(decoding: parts[1], as: UTF8.self))
        else { throw RequestFailure(400, "the target is not a percent-encoded path with an optional query") }
        return Request(
            method: method, target: target.text, path: target.path, query: target.query,
            isHTTP11: version[7] != UInt8(ascii: "0"))
    }

    static func header(_ line: ArraySlice<UInt8>) throws(RequestFailure) -> (name: String, value: String) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(isTokenByte)
        else { throw RequestFailure(400, "a header is a name, a colon and a value") }
        let value = line[(colon + 1)...]
        guard isFieldText(value) else { throw RequestFailure(400, "a header's value has a control character") }
        // Bytes over 0x7F are opaque; read as Latin-1 none is lost.
        let text = String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
        return (String(decoding: line[..<colon], as: UTF8.self).lowercased(), String(Substring(text).trimmingSpace))
    }

    static func checkHost(of request: Request) throws(RequestFailure) {
        let hosts = request.headers.filter { $0.name == "host" }
        guard hosts.count == 1 || hosts.isEmpty && !request.isHTTP11 else {
            throw RequestFailure(400, "HTTP/1.1 needs one Host header")
        }
        let forbidden = " \t/\\?#@,<>\""
        guard hosts.allSatisfy({ !$0.value.contains { forbidden.contains($0) || !$0.isASCII } }) else {
            throw RequestFailure(400, "the Host header is no host with an optional port")
        }
    }

    /// The length that all `Content-Length` headers agree on.
    static func length(_ values: [String]) throws(RequestFailure) -> Int {
        let lengths = values.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map(\.trimmingSpace)
        guard let first = lengths.first, lengths.allSatisfy({ $0 == first }), !first.isEmpty,
            first.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw RequestFailure(400, "Content-Length is not one decimal number") }
        guard let length = Int(first), length <= maximumBody else {
            throw RequestFailure(413, "the body is longer than \(maximumBody) bytes")
        }
        return length
    }

    /// Whether the bytes may stand in a header's value: no control character but the tab.
    static func isFieldText(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
    }

    /// Whether a byte is a `tchar` of RFC 9110.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~": true
        default: false
        }
    }
}
