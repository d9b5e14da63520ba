import JSONSchema

/// The error that a call has to throw: by one name, or by several things that must all hold.
package final class ErrorContract: Sendable {
    package let pointer: JSONPointer
    /// As a person reads it: `type.case`, or one name as it is compared.
    package let title: String
    /// All that is compared, the payload by its name.
    package var text: String {
        let parts = [type, domain, `case`, code].compactMap(\.self)
        return (parts.isEmpty ? title : parts.joined(separator: ".")) + (payload == nil ? "" : ", with its payload")
    }
    /// A case, a type, `Type.case`, a code, or `domain.code`, of the error or of one that it wraps.
    package let name: String?
    /// The type of the error, or of one that it wraps; the other parts speak of the same error.
    package let type: String?
    package let `case`: String?
    package let code: String?
    package let domain: String?
    /// The schema of its payload; where it refers to a response it accepts anything until it is filled.
    package let payload: EmbeddedSchema?
    private let source: ReturnsContract?

    /// Stands for the error of a client that is not known yet.
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
        title = parts.isEmpty ? "one that the contract describes" : parts.joined(separator: ".")
        if reader.json.objectValue?.isEmpty == true {
            reader.context.fault(
                "nothing is said of the error: expected one of type, case, code, domain, payload", at: pointer)
            return nil
        }
    }
}

extension ErrorContract {
    /// Whether its payload holds parts of a response.
    package var refersToResponse: Bool { source?.refersToResponse ?? false }

    /// Returns the error with the parts of a response in the schema of its payload.
    package func filled(_ fill: (ReturnsContract) -> EmbeddedSchema) -> ErrorContract {
        source.map { ErrorContract(self, payload: fill($0)) } ?? self
    }
}

extension ContractCursor {
    var error: ErrorContract? { ErrorContract(reading: self) }
}
