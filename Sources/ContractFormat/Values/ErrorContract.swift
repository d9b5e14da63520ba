import JSONSchema

package final class ErrorContract: Sendable {
    package let pointer: JSONPointer
    /// The error for display: `type.case`, or the name.
    package let title: String
    /// Every compared property, except that the payload is only mentioned.
    package var text: String {
        let parts = [type, domain, `case`, code].compactMap(\.self)
        return (parts.isEmpty ? title : parts.joined(separator: ".")) + (payload == nil ? "" : ", with its payload")
    }
    /// A case, a type, `Type.case`, a code or `domain.code` of the error or an error that it wraps.
    package let name: String?
    /// The type of the error or of an error that it wraps. The other properties describe the same error.
    package let type: String?
    package let `case`: String?
    package let code: String?
    package let domain: String?
    /// The schema of the payload. References to a response accept anything until they are filled in.
    package let payload: EmbeddedSchema?
    private let source: ReturnsContract?

    /// The placeholder for a client error that is not known yet.
    package static let unknown = "…"

    package var isUnknown: Bool { name == Self.unknown }

    private init(_ error: ErrorContract, payload: EmbeddedSchema) {
        (pointer, title, name, source) = (error.pointer, error.title, error.name, error.source)
        (type, `case`, code, domain) = (error.type, error.case, error.code, error.domain)
        self.payload = payload
    }

    init?(reading reader: ContractCursor) {
        pointer = reader.pointer
        if reader.json.objectValue == nil {
            guard let name = reader.nonEmptyString else { return nil }
            (title, self.name) = (name, name)
            (type, `case`, code, domain, payload, source) = (nil, nil, nil, nil, nil, nil)
            return
        }
        guard let object = reader.object(of: ContractKeys.Thrown.self) else { return nil }
        name = nil
        type = object[.type]?.nonEmptyString
        `case` = object[.case]?.nonEmptyString
        domain = object[.domain]?.nonEmptyString
        source = object[.payload].flatMap(ReturnsContract.init(reading:))
        payload = source?.schema
        code = object[.code].flatMap { value in
            value.json.intValue.map(String.init) ?? value.nonEmptyString
        }
        let parts = [type ?? domain, `case` ?? code].compactMap(\.self)
        title = parts.isEmpty ? "an error that the contract describes" : parts.joined(separator: ".")
        if reader.json.objectValue?.isEmpty == true {
            reader.fault("the error has no description: expected one of type, case, code, domain, payload")
            return nil
        }
    }
}

extension ErrorContract {
    package var sources: [ResponseSource] { source?.sources ?? [] }

    package func filled(_ fill: (ReturnsContract) -> EmbeddedSchema) -> ErrorContract {
        source.map { ErrorContract(self, payload: fill($0)) } ?? self
    }
}

extension ContractCursor {
    var error: ErrorContract? { ErrorContract(reading: self) }
}
