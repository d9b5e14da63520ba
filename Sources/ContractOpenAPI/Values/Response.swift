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
                } else if key.utf8.count == 3, key.uppercased().hasSuffix("XX"),
                    let digit = key.first?.wholeNumberValue,
                    (1...5).contains(digit)
                {
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

        package internal(set) var status: Status
        package let summary: String?
        package let headers: [Header]
        package let content: [Content]
        package let links: JSONPointer?
        package let pointer: JSONPointer
    }

    package struct Header: Sendable {
        package internal(set) var name: String
        package let isRequired: Bool
        package let schema: JSONPointer?
        package let pointer: JSONPointer
    }
}
