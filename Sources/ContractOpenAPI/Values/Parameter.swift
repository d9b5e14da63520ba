import JSONSchema

extension OpenAPIDocument {
    package struct Parameter: Sendable {
        package enum Location: String, Sendable, Hashable, CaseIterable {
            case path, query, header, cookie

            /// Whether two names mean the same parameter. Header field names ignore letter case.
            package func isSame(_ left: String, _ right: String) -> Bool {
                switch self {
                case .header: left.lowercased() == right.lowercased()
                case .path, .query, .cookie: left == right
                }
            }

            var defaultStyle: String {
                switch self {
                case .path, .header: "simple"
                case .query, .cookie: "form"
                }
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
        package let examples: [Example]
        package let pointer: JSONPointer
    }
}
