import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// Makes a request that gives up after a number of seconds without an answer.
    init(_ method: HTTPMethod, _ url: URL, timeout: TimeInterval = 10) {
        self.init(url: url, timeoutInterval: timeout)
        httpMethod = method.rawValue
    }

    /// Sets a header to a value from outside.
    ///
    /// - Throws: ``RequestFault/header`` for anything but visible ASCII: a line break would begin a header of its own,
    ///   and blanks at either end are lost on the way (RFC 9110, section 5.5).
    mutating func setHeader(_ name: String, to value: String) throws(RequestFault) {
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .header }
        setValue(value, forHTTPHeaderField: name)
    }

    /// Sets a JSON body and its `Content-Type`; members are in the order of their names, so equal values give equal bytes.
    ///
    /// - Throws: `EncodingError` where a number is not finite.
    mutating func setJSONBody(_ body: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        httpBody = try encoder.encode(body)
        setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
}
