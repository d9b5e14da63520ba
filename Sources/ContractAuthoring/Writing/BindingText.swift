import ContractFormat
import JSONSchema

/// The Swift code that binds a contract, to be pasted into a suite and completed by hand.
package enum BindingText {
    /// - Parameter only: The models and endpoints to bind, or `nil` for all.
    package static func text(of contract: Contract, only: Set<String>? = nil) -> String {
        let api = SwiftName.stem(contract.service, fallback: "Service") + "API"
        let bound = contract.models.filter { !contract.leavesUnbound($0) }
        let models = bound.filter { only?.contains("model \($0.name)") ?? true }.map { model in
            let type = SwiftName.type(model.name, fallback: "Model")
            // A decoder checks only the shape of the schema.
            let isDecoded = model.strictness.map { $0 != .exact } ?? false
            return "    Model(\(SwiftName.literal(model.name)), "
                + (isDecoded ? "decoding: \(type).self)\n" : "\(type).init(json:))  // or decoding: \(type).self\n")
        }
        let endpoints = contract.endpoints.filter { only?.contains("endpoint \($0.name)") ?? true }.map { endpoint in
            let arguments = endpoint.arguments.map { argument in
                "\(SwiftName.memberLabel(argument.name)): arguments[\(SwiftName.literal(argument.name))]"
            }
            let parameter = arguments.isEmpty ? "_" : "arguments"
            let head = "    Endpoint(\(SwiftName.literal(endpoint.name))) { \(parameter) in"
            let name = "try \(api).\(SwiftName.member(endpoint.name))"
            let line = "\(head) \(name)(\(arguments.joined(separator: ", "))) }"
            if line.unicodeScalars.count <= 120 { return line + "\n" }
            let lines = arguments.map { "            " + $0 }.joined(separator: ",\n")
            return "\(head)\n        \(name)(\n\(lines))\n    }\n"
        }
        return "Service(\(SwiftName.literal(contract.service))) {\n" + (models + endpoints).joined() + "}\n"
    }
}
