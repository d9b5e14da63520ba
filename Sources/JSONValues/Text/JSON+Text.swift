import Foundation

extension JSON {
    /// Parses JSON text (RFC 8259) in UTF-8.
    public init(parsing data: Data, options: JSONParsingOptions = .standard) throws(JSONSyntaxError) {
        self = try JSON.parse(data, options: options).json
    }

    /// Parses JSON text (RFC 8259) in UTF-8.
    public init(parsing bytes: [UInt8], options: JSONParsingOptions = .standard) throws(JSONSyntaxError) {
        self = try JSON.parse(bytes, options: options).json
    }

    /// Parses JSON text (RFC 8259).
    public init(parsing text: String, options: JSONParsingOptions = .standard) throws(JSONSyntaxError) {
        self = try JSON.parse(text, options: options).json
    }

    /// Parses JSON text and returns it with warnings about accepted duplicate keys.
    public static func parse(
        _ data: Data, options: JSONParsingOptions = .standard
    ) throws(JSONSyntaxError) -> (json: JSON, warnings: [JSONParsingWarning]) {
        try data.withUnsafeBytes { parse($0.bindMemory(to: UInt8.self), options) }.get()
    }

    /// Parses JSON text and returns it with warnings about accepted duplicate keys.
    public static func parse(
        _ bytes: [UInt8], options: JSONParsingOptions = .standard
    ) throws(JSONSyntaxError) -> (json: JSON, warnings: [JSONParsingWarning]) {
        try bytes.withUnsafeBufferPointer { parse($0, options) }.get()
    }

    /// Parses JSON text and returns it with warnings about accepted duplicate keys.
    public static func parse(
        _ text: String, options: JSONParsingOptions = .standard
    ) throws(JSONSyntaxError) -> (json: JSON, warnings: [JSONParsingWarning]) {
        var text = text
        return try text.withUTF8 { parse($0, options) }.get()
    }

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONParsingOptions
    ) -> Result<(json: JSON, warnings: [JSONParsingWarning]), JSONSyntaxError> {
        var parser = JSONParser(bytes, options: options)
        do {
            let json = try parser.parse()
            return .success((json, parser.warnings))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the JSON text, without a final newline.
    public func text(_ style: JSONTextStyle = .compact) -> String {
        String(decoding: bytes(style), as: UTF8.self)
    }

    /// Returns the JSON text in UTF-8, without a final newline.
    public func bytes(_ style: JSONTextStyle = .compact) -> [UInt8] {
        var writer = JSONWriter(style: style)
        writer.write(self, depth: 0)
        return writer.output
    }
}
