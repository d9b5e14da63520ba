import JSONSchema

extension EndpointContract {
    init?(name: String, reading reader: ContractCursor) {
        let composed = reader.json[ContractKeys.Endpoint.uses.rawValue] != nil
        guard
            let object = composed
                ? reader.object(of: ContractKeys.Endpoint.self, required: [.uses], known: ContractKeys.Endpoint.ofUses)
                : reader.object(of: ContractKeys.Endpoint.self, known: ContractKeys.Endpoint.ofRequest)
        else { return nil }
        let request = object[.request].flatMap(RequestContract.init(reading:))
        guard composed || request != nil else { return nil }
        self.name = name
        self.pointer = reader.pointer
        self.summary = object[.summary]?.string()
        self.origin = object[.origin]?.origin
        self.arguments =
            object[.arguments]?.members().compactMap { name, value in
                value.schema.map { ArgumentContract(name: name, schema: $0) }
            } ?? []
        self.request = request
        self.uses = object[.uses]?.elements().compactMap { $0.string() } ?? []
        self.responses = object[.responses]?.members().compactMap { ResponseContract(key: $0, reading: $1) } ?? []
        self.cases = object[.cases]?.elements().compactMap(CaseContract.init(reading:)) ?? []
        self.rejects = object[.rejects]?.elements().compactMap(RejectContract.init(reading:)) ?? []
        self.health = object[.health].flatMap { HealthContract(reading: $0, ofEndpoint: true) }
        self.faults =
            object[.faults]?.members().compactMap { name, value in
                value.nonEmptyString.map { FaultContract(name: name, error: $0, pointer: value.pointer) }
            } ?? []
    }
}

extension RequestContract {
    init?(reading reader: ContractCursor) {
        guard
            let object = reader.object(of: ContractKeys.Request.self),
            let method = object[.method]?.nonEmptyString, let pathReader = object[.path],
            let path = pathReader.template
        else { return nil }
        if pathReader.json.stringValue?.hasPrefix("/") != true {
            reader.context.fault("a path starts with '/'", at: pathReader.pointer)
        }
        let body = object.one(of: ContractKeys.Request.bodies, "a request has one body")
        self.pointer = reader.pointer
        self.method = method
        self.path = path
        self.query = object.namedExpectations(.query, allowingLists: true)
        self.headers = object.namedExpectations(.headers)
        self.allowedHeaders = object[.allowedHeaders]?.elements().compactMap(\.nonEmptyString) ?? []
        if let value = object[.body]?.templateValue {
            self.body = .json(value)
        } else if let schema = object[.bodySchema]?.schema {
            self.body = .schema(schema)
        } else if object[.form] != nil {
            self.body = .form(object.namedExpectations(.form, allowingLists: true))
        } else {
            self.body = .none
        }
        self.bodyPointer = body.map { reader.pointer.appending($0.rawValue) } ?? reader.pointer
        self.timeout = object[.timeout].flatMap { value in
            guard let seconds = value.json.numberValue else { return value.told(expected: "a number of seconds") }
            return seconds > JSONNumber(0) ? seconds : value.wrongValue("is no timeout: expected more than 0 seconds")
        }
    }
}
