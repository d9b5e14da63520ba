import JSONSchema

extension OpenAPIDocument {
    /// A server that the operations' paths are appended to.
    package struct Server: Sendable, Hashable {
        /// The URL with the default of each variable.
        package let url: String
        package let pointer: JSONPointer

        /// `scheme://host[:port]`; `nil` where the URL is relative to the document's own.
        package var origin: String? {
            guard let start = url.range(of: "://")?.upperBound, url.hasPrefix("http") else { return nil }
            let end = url[start...].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? url.endIndex
            return end == start ? nil : String(url[..<end])
        }

        /// The text before every path, without a slash at its end.
        package var basePath: String {
            var path = url[(origin?.endIndex ?? url.startIndex)...].prefix { $0 != "?" && $0 != "#" }
            while path.hasSuffix("/") { path = path.dropLast() }
            return path.isEmpty || path.hasPrefix("/") ? String(path) : "/" + path
        }
    }
}
