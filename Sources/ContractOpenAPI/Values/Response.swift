import JSONSchema

extension OpenAPIDocument {
    package struct Response: Sendable {
        package struct Status: Sendable, Hashable, CustomStringConvertible {
            package static let `default` = Status("default", 0..<1_000)

            /// `404`, `4XX` or `default`.
            package let description: String
            /// The status codes that the response covers.
            package let codes: Range<Int>

            package var isCode: Bool { codes.count == 1 }

            private init(_ description: String, _ codes: Range<Int>) {
                (self.description, self.codes) = (description, codes)
            }

            package init?(key: String) {
                if key == "default" {
                    self = .default
                } else if let code = Int(key), key.utf8.count == 3, (100...599).contains(code) {
                    self.init(key, code..<code + 1)
                } else if key.wholeMatch(of: /[1-5][Xx]{2}/) != nil, let digit = key.first?.wholeNumberValue {
                    self.init("\(digit)XX", digit * 100..<(digit + 1) * 100)
                } else {
                    return nil
                }
            }
        }

        package let status: Status
        package let summary: String?
        package let headers: [Header]
        package let content: [Content]
        package let links: JSONPointer?
        package let pointer: JSONPointer

        init?(key: String, reading reference: DocumentCursor) {
            guard let status = Status(key: key) else {
                reference.context.fault(
                    "'\(key)' is not a status: expected 200, 4XX or default", at: reference.pointer)
                return nil
            }
            guard let node = reference.resolved else { return nil }
            self.status = status
            summary = node["description"]?.string()
            // `content` describes the media type.
            let named = (node["headers"]?.members() ?? []).filter { $0.name.lowercased() != "content-type" }
            headers = named.compactMap { Header(name: $0.name, reading: $0.value) }
            content = node["content"]?.contents ?? []
            links = node["links"]?.pointer
            pointer = node.pointer
        }
    }

    package struct Header: Sendable {
        package let name: String
        package let isRequired: Bool
        package let schema: JSONPointer?
        package let pointer: JSONPointer

        init?(name: String, reading reference: DocumentCursor) {
            guard let node = reference.resolved else { return nil }
            self.name = name
            isRequired = node["required"]?.bool() ?? false
            schema = node["schema"]?.pointer
            pointer = node.pointer
        }
    }
}
