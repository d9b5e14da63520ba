import JSONSchema

/// The error that a call has to throw: by one name, or by several things that must all hold.
package final class ErrorContract: Sendable {
    package let pointer: JSONPointer
    /// As a person reads it, and where it is one name, as it is compared.
    package let text: String
    /// A case, a type, `Type.case`, a code, or `domain.code`, of the error or of one that it wraps.
    package let name: String?
    /// The type of the error, or of one that it wraps; the other parts speak of the same error.
    package let type: String?
    package let `case`: String?
    package let code: String?
    package let domain: String?
    package let payload: EmbeddedSchema?

    /// Stands for the error of a client that is not known yet.
    package static let unknown = "…"

    package var isUnknown: Bool { name == Self.unknown }

    init?(reading reader: ContractCursor) {
        pointer = reader.pointer
        if reader.json.objectValue == nil {
            guard let name = reader.nonEmptyString else { return nil }
            (text, self.name) = (name, name)
            (type, `case`, code, domain, payload) = (nil, nil, nil, nil, nil)
            return
        }
        guard let object = reader.object(of: ContractKeys.Thrown.self) else { return nil }
        text = reader.json.text(.compact)
        name = nil
        type = object[.type]?.nonEmptyString
        `case` = object[.case]?.nonEmptyString
        domain = object[.domain]?.nonEmptyString
        payload = object[.payload]?.schema
        code = object[.code].flatMap { value in
            value.json.intValue.map(String.init) ?? value.nonEmptyString
        }
        if reader.json.objectValue?.isEmpty == true {
            reader.context.fault(
                "nothing is said of the error: expected one of type, case, code, domain, payload", at: pointer)
            return nil
        }
    }
}

extension ContractCursor {
    var error: ErrorContract? { ErrorContract(reading: self) }
}
