import JSONSchema

extension OpenAPIDocument {
    package struct Response: Sendable {
        package enum Status: Sendable, Hashable, CustomStringConvertible {
            case code(Int)
            /// All statuses with a first digit: `4XX`.
            case range(Int)
            case `default`

            package init?(key: String) {
                if key == "default" {
                    self = .default
                } else if let code = Int(key), key.utf8.count == 3, (100...599).contains(code) {
                    self = .code(code)
                } else if key.wholeMatch(of: /[1-5][Xx]{2}/) != nil, let digit = key.first?.wholeNumberValue {
                    self = .range(digit)
                } else {
                    return nil
                }
            }

            package var description: String {
                switch self {
                case .code(let code): "\(code)"
                case .range(let digit): "\(digit)XX"
                case .default: "default"
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
