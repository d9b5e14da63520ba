import ContractFormat
import JSONSchema

/// The generated client of a service: `Codable` models, a function for each request, and a client that sends the
/// requests. Types come first, because requests and calls refer to them.
package struct ClientScaffold {
    private let contract: Contract
    private let name: String
    private let types = CodableTypes()
    private var models: [(name: String, type: String)] = []
    private var requests: [RequestCode] = []
    private var calls: [SwiftCode] = []
    package private(set) var gaps: [Omission] = []

    /// - Parameter only: Globs over endpoint names. An empty list matches all.
    package init(_ contract: Contract, only: [String] = []) {
        self.contract = contract
        name = SwiftName.stem(contract.service, fallback: "Service")
        _ = ["API", "Client", "Error"].map { types.take(name + $0) }
        let globs = only.map(Glob.init)
        write { name in globs.isEmpty || globs.contains { $0.matches(name) } }
    }

    package var endpoints: [String] { requests.map(\.endpoint.name) }

    private mutating func write(_ isWanted: (String) -> Bool) {
        let endpoints = contract.endpoints.filter { isWanted($0.name) }
        for model in contract.models {
            guard let variants = model.variants?.variants else { continue }
            types.variants[model.schema.view] = Dictionary(variants.map { ($0.tag, $0.name) }) { first, _ in first }
        }
        for model in contract.models {
            models.append((model.name, types.use(of: [model.schema.view], named: model.name).name))
        }
        // Names of the client's own functions, and one that would hide the file's type.
        var functions = DistinctNames(["origin", "send", "data", "value", "init"])
        for endpoint in endpoints {
            guard let request = endpoint.request else {
                gaps.add("endpoint \(endpoint.name)", "it sends the requests of other endpoints")
                continue
            }
            let function = functions.take(
                SwiftName.isIdentifier(endpoint.name) ? endpoint.name : Naming.lowerCamel(endpoint.name))
            do throws(RequestCode.Gap) {
                let code = try RequestCode(
                    endpoint, request, function: function, origin: contract.origin(of: endpoint), types)
                calls.append(call(of: code))
                requests.append(code)
            } catch {
                gaps.add("endpoint \(endpoint.name)", "\(error.reason): write it by hand")
            }
        }
        gaps += types.gaps.map { Omission("models", $0) }
    }

    // MARK: - Client

    private mutating func call(of code: RequestCode) -> SwiftCode {
        let function = SwiftName.escaped(code.function)
        let arguments = code.parameters.map { "\(SwiftName.label($0.name)): \(SwiftName.escaped($0.name))" }
        let status = code.endpoint.cases.first?.outcome.status.flatMap(Self.literal)
        let other = status.flatMap { (200...299).contains($0) ? nil : ", \($0)" } ?? ""
        let response = code.endpoint.response(
            status: status ?? 200, variant: code.endpoint.cases.first?.outcome.response)
        let hasBody = code.endpoint.request?.method != "HEAD" && ![204, 205, 304].contains(status)
        // A parameter may have the name of the function that it is passed to.
        let own = code.parameters.contains { ["data", "value"].contains($0.name) } ? "self." : ""
        let (result, head): (String, String) =
            switch response?.body {
            case .json(let schema)? where hasBody:
                (" -> \(types.use(of: [schema.view], named: "\(code.endpoint.name) response").text)", "\(own)value")
            case .any?, .json?, .empty?, nil: ("", "\(own)data")
            case .text?, .xml?, .bytes?, .events?: (" -> Data", "\(own)data")
            }
        let call = "\(result.isEmpty ? "_ = " : "")try await \(head)(try \(name)API.\(function)"
        return """
            \(SwiftCode.call("func \(function)", code.signature, end: ") async throws\(result) {", indentedBy: 1))
                \(SwiftCode.call(call, arguments, end: ")\(other))", indentedBy: 2))
            }
            """
    }

    private static func literal(_ status: NamedExpectation) -> Int? {
        guard case .value(.literal(let json)) = status.expectation else { return nil }
        return json.intValue
    }

    /// The Swift source of models, requests, and client, which does not depend on contracts.
    package var source: String {
        let inURLs = requests.reduce(into: Set<String>()) { $0.formUnion($1.inURL) }
        let builders = requests.map { code -> SwiftCode in
            let head = "static func \(SwiftName.escaped(code.function))"
            return """
                \(code.endpoint.summary.map(SwiftCode.comment) ?? [])
                \(SwiftCode.call(head, code.signature, end: ") throws -> URLRequest {", indentedBy: 1))
                    \(code.statements)
                }
                """
        }
        let types = types.code(inURLs: inURLs) + requests.flatMap(\.declarations)
        let code = HelperCode.template(
            "client",
            [
                "name": [SwiftCode(name)], "service": [SwiftCode(contract.service)],
                "origin": [SwiftCode(SwiftName.literal(contract.origin))], "types": SwiftCode.spaced(types),
                "requests": SwiftCode.spaced(builders), "calls": SwiftCode.spaced(calls),
            ])
        return code.source + "\n" + HelperCode.client(for: code.source)
    }

    // MARK: - Bindings

    package var bindings: String {
        let models = models.map { model -> SwiftCode in
            "Model(\(SwiftName.literal(model.name)), decoding: \(model.type).self)"
        }
        let endpoints = requests.map { code -> SwiftCode in
            let parameter = code.parameters.isEmpty ? "_" : "arguments"
            let function = SwiftName.escaped(code.function)
            let arguments = code.parameters.map {
                "\(SwiftName.label($0.name)): arguments[\(SwiftName.literal($0.argument))]"
            }
            let call = "try await \(name)Client(send: transport.send).\(function)"
            return HelperCode.template(
                "binding",
                [
                    "name": [SwiftCode(SwiftName.literal(code.endpoint.name))], "parameter": [SwiftCode(parameter)],
                    "request": [.call("try \(name)API.\(function)", arguments, indentedBy: 2)],
                    "call": [.call(call, arguments, indentedBy: 2)],
                ])
        }
        let property = SwiftName.escaped(Naming.lowerCamel(contract.service))
        let code: SwiftCode = """
            import ContractTesting

            let \(property) = Service(\(SwiftName.literal(contract.service))) {
                \(models + endpoints)
            }
            """
        return code.source
    }
}
