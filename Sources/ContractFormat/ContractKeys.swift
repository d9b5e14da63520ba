import EmbeddedTexts
import JSONSchema

/// A key of one kind of object in a contract. Readers, writers and comparisons share these keys. A test keeps them in
/// agreement with `contract.schema.json` and the tables of the article ContractFormat.
package protocol ContractKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    static var required: [Self] { get }
}

extension ContractKey {
    package static var required: [Self] { [] }
}

protocol CallKey: ContractKey {
    static var arguments: Self { get }
    static var status: Self { get }
    static var response: Self { get }
    static var returns: Self { get }
    static var `throws`: Self { get }
    static var message: Self { get }
}

/// The keys of every contract object whose keys are fixed.
package enum ContractKeys {
    package enum Service: String, ContractKey {
        // In the order in which a contract is written.
        case schema = "$schema"
        case service, summary, origin, secrets, strictness, unbound, models, endpoints, scenarios, health
        case definitions = "$defs"

        package static let required: [Service] = [.service, .origin]
    }

    package enum Model: String, ContractKey {
        case schema, properties, summary, examples, bridging, strictness, reads, unread, checked, survives, ignored
        case related, discriminator, variants, otherwise

        package static let required: [Model] = [.schema]
    }

    /// A property that needs more than a pointer.
    package enum Property: String, ContractKey {
        case pointer, `as`, cases, model, otherwise, absent, missing, null, lossy, order
    }

    package enum DatePattern: String, ContractKey {
        case date, zone

        package static let required: [DatePattern] = [.date]
    }

    package enum Variant: String, ContractKey {
        case `case`, model, pointer
    }

    package enum Endpoint: String, ContractKey {
        case request, responses, uses, origin, rejects, summary, secrets, arguments, cases, faults, survives, health

        package static let required: [Endpoint] = [.request, .responses]
        static let ofRequest = allCases.filter { $0 != .uses }
        /// The keys of an endpoint whose client call sends the requests of other endpoints.
        static let ofUses = allCases.filter { ![.request, .responses, .origin, .rejects].contains($0) }
    }

    package enum Request: String, ContractKey {
        case method, path, query, headers, allowedHeaders, body, bodySchema, form, text, bytes, xml, multipart, graphql
        case timeout

        package static let required: [Request] = [.method, .path]
        package static let bodies: [Request] = [.body, .bodySchema, .form, .text, .bytes, .xml, .multipart, .graphql]
    }

    package enum Response: String, ContractKey {
        case summary, content, prefix, charset, headers, schema, text, xml, bytes, events, empty, models
        static let bodies: [Response] = [.schema, .text, .xml, .bytes, .events, .empty]
    }

    /// A response header or link relation whose requirements go beyond a value. The keys share an object with JSON
    /// Schema keywords.
    package enum Header: String, ContractKey {
        case optional, relations
        package static let ofRelation: [Header] = [.optional]
    }

    package enum Events: String, ContractKey {
        case format, schema, byName, data, end
    }

    package enum Bytes: String, ContractKey {
        case prefix, minLength, sha256
    }

    package enum Case: String, CallKey {
        case name, status, summary, given, arguments, response, returns, `throws`, message, steps, health

        package static let required: [Case] = [.name, .status]
    }

    package enum Given: String, ContractKey {
        case name, params

        package static let required: [Given] = [.name]
    }

    /// An error described by more than its name.
    package enum Thrown: String, ContractKey {
        case type, `case`, code, domain, payload
    }

    package enum FaultReturn: String, ContractKey {
        case returns

        package static let required: [FaultReturn] = [.returns]
    }

    package enum Reject: String, ContractKey {
        case name, arguments, `throws`, message

        package static let required: [Reject] = [.name, .arguments, .throws]
    }

    package enum Scenario: String, ContractKey {
        case steps, health

        package static let required: [Scenario] = [.steps]
    }

    package enum Step: String, CallKey {
        case endpoint, name, `case`, arguments, headers, capture, status, response, returns, `throws`, message

        package static let required: [Step] = [.endpoint]
        /// The keys of a step within a case.
        static let ofCase: [Step] = [.endpoint, .name, .arguments, .headers, .capture, .status]
    }

    package enum Health: String, ContractKey {
        case latency, certificateDays, failAfter, recoverAfter, unsafe
        /// The keys of a service: only an endpoint can permit unsafe methods.
        static let ofService = allCases.filter { $0 != .unsafe }
    }

    /// A list or an object in a query, a form or a header.
    package enum Styled: String, ContractKey {
        case value, style, explode, order

        package static let required: [Styled] = [.value]
    }

    /// A part of a multipart body that is not plain text.
    package enum Part: String, ContractKey {
        case value, json, schema, bytes, filename, content
        package static let contents: [Part] = [.value, .json, .schema, .bytes]
    }

    package enum GraphQL: String, ContractKey {
        case document, variables, operationName

        package static let required: [GraphQL] = [.document]
    }

    package enum GraphQLFile: String, ContractKey {
        case file

        package static let required: [GraphQLFile] = [.file]
    }
}

package protocol ContractPart {
    associatedtype Key: ContractKey
    var pointer: JSONPointer { get }
}

extension ContractPart {
    package func pointer(to key: Key) -> JSONPointer { pointer.appending(key) }
}

extension JSONPointer {
    package func appending(_ key: some ContractKey) -> JSONPointer { appending(key.rawValue) }
}

extension Contract: ContractPart {
    package typealias Key = ContractKeys.Service
    package var pointer: JSONPointer { .root }
}
extension ModelContract: ContractPart { package typealias Key = ContractKeys.Model }
extension EndpointContract: ContractPart { package typealias Key = ContractKeys.Endpoint }
extension RequestContract: ContractPart { package typealias Key = ContractKeys.Request }
extension ResponseContract: ContractPart { package typealias Key = ContractKeys.Response }
extension CaseContract: ContractPart { package typealias Key = ContractKeys.Case }
extension RejectContract: ContractPart { package typealias Key = ContractKeys.Reject }
extension ScenarioContract.Step: ContractPart { package typealias Key = ContractKeys.Step }
extension HealthContract: ContractPart { package typealias Key = ContractKeys.Health }

extension JSON {
    package subscript(key: some ContractKey) -> JSON? { self[key.rawValue] }
}

/// The JSON Schema (2020-12) of contract files, for editors and new folders.
package enum ContractSchema {
    package static let text = String(cString: embedded_contract_schema_json())
}
