import JSONSchema

extension OpenAPIDocument {
    package struct Server: Sendable, Hashable {
        /// The URL with the default of each variable.
        package let url: String
        package let pointer: JSONPointer

        /// `scheme://host[:port]`, or `nil` if the URL is relative.
        package var origin: String? {
            guard let start = url.range(of: "://")?.upperBound, url.hasPrefix("http") else { return nil }
            let end = url[start...].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? url.endIndex
            return end == start ? nil : String(url[..<end])
        }

        /// The path of the URL, without a trailing slash.
        package var basePath: String {
            var path = url[(origin?.endIndex ?? url.startIndex)...].prefix { $0 != "?" && $0 != "#" }
            while path.hasSuffix("/") { path = path.dropLast() }
            return path.isEmpty || path.hasPrefix("/") ? String(path) : "/" + path
        }
    }
}
