import JSONSchema

extension OpenAPIDocument {
    package struct Parameter: Sendable {
        package enum Location: String, Sendable, Hashable {
            case path, query, header, cookie

            /// Whether two names mean the same parameter. Header field names ignore letter case.
            package func isSame(_ left: String, _ right: String) -> Bool {
                self == .header ? left.lowercased() == right.lowercased() : left == right
            }
        }

        package let name: String
        package let location: Location
        package let isRequired: Bool
        package let isDeprecated: Bool
        /// The style of a list or object, such as `form`, `simple`, or `deepObject`.
        package let style: String
        /// Whether each element of a list is a separate parameter.
        package let explodes: Bool
        package let schema: JSONPointer?
        /// The media type of the value's text, if the parameter has no schema.
        package let content: Content?
        package let examples: [JSON]
        package let pointer: JSONPointer

        /// Reads a list of parameters. Reports and skips a repeated name and location.
        static func all(_ node: DocumentCursor) -> [Self] {
            var seen: Set<[String]> = []
            return node.elements().compactMap { element in
                guard let parameter = Self(reading: element) else { return nil }
                let name = parameter.location == .header ? parameter.name.lowercased() : parameter.name
                if seen.insert([parameter.location.rawValue, name]).inserted { return parameter }
                element.context.fault(
                    "there are two \(parameter.location) parameters '\(parameter.name)'", at: element.pointer)
                return nil
            }
        }

        init?(reading reference: DocumentCursor) {
            guard let node = reference.resolved, let name = node.required("name"), let place = node.required("in")
            else { return nil }
            guard let location = Location(rawValue: place) else {
                node.context.fault(
                    "'\(place)' is not a parameter location: expected path, query, header or cookie",
                    at: node.pointer.appending("in"))
                return nil
            }
            let content = node["content"]?.contents.first
            let style = node["style"]?.string() ?? ([.query, .cookie].contains(location) ? "form" : "simple")
            self.name = name
            self.location = location
            self.isRequired = location == .path || node["required"]?.bool() ?? false
            self.isDeprecated = node["deprecated"]?.bool() ?? false
            self.style = style
            self.explodes = node["explode"]?.bool() ?? (style == "form")
            self.schema = node["schema"]?.pointer
            self.content = content
            self.examples = node.examples + (content?.examples ?? [])
            self.pointer = node.pointer
            if schema == nil, content == nil {
                node.context.fault("the parameter '\(name)' has neither a schema nor content", at: node.pointer)
            }
        }
    }
}
