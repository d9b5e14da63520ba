import JSONSchema

extension OpenAPIDocument {
    package struct Server: Sendable, Hashable {
        /// The URL with the default of each variable.
        package let url: String
        package let pointer: JSONPointer

        /// `scheme://host[:port]`, or `nil` if the URL is relative.
        package var origin: String? {
            url.prefixMatch(of: /https?:\/\/[^\/?#]+/).map { String($0.output) }
        }

        /// The path of the URL, without a trailing slash.
        package var basePath: String {
            var path = url[(origin?.endIndex ?? url.startIndex)...].prefix { $0 != "?" && $0 != "#" }
            while path.hasSuffix("/") { path = path.dropLast() }
            return path.isEmpty || path.hasPrefix("/") ? String(path) : "/" + path
        }

        init?(reading node: DocumentCursor) {
            guard var url = node.required("url") else { return nil }
            for (name, variable) in node["variables"]?.members() ?? [] {
                guard let value = variable.required("default") else { continue }
                url = url.replacing("{\(name)}", with: value)
            }
            if url.contains("{") {
                node.context.fault("'\(url)' has a variable without a default", at: node.pointer)
                return nil
            }
            self.url = url
            self.pointer = node.pointer
        }
    }
}
