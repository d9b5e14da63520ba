import EmbeddedTexts
import JSONSchema

/// A key of one kind of object in a contract.
///
/// Readers accept these keys and no others, writers write them, and a comparison decides about each of them. A test holds
/// them to `contract.schema.json` and to the tables of the article ContractFormat, which say what they mean.
package protocol ContractKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    static var required: [Self] { get }
}

extension ContractKey {
    package static var required: [Self] { [] }
}

/// A key of an object that says what a call is made with and what it comes to.
protocol CallKey: ContractKey {
    static var arguments: Self { get }
    static var status: Self { get }
    static var response: Self { get }
    static var returns: Self { get }
    static var `throws`: Self { get }
    static var message: Self { get }
}

/// The keys of every kind of object in a contract whose keys are not names of the user's own.
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

    /// A property that is not just a pointer.
    package enum Property: String, ContractKey {
        case pointer, `as`, cases, model, otherwise, absent, missing, null, lossy, order
    }

    package enum DatePattern: String, ContractKey {
        case date, zone

        package static let required: [DatePattern] = [.date]
    }

    /// One of several kinds of value that a model has.
    package enum Variant: String, ContractKey {
        case `case`, model, pointer
    }

    package enum Endpoint: String, ContractKey {
        case request, responses, uses, origin, rejects, summary, secrets, arguments, cases, faults, survives, health

        package static let required: [Endpoint] = [.request, .responses]
        static let ofRequest = allCases.filter { $0 != .uses }
        /// The keys of an endpoint whose client call sends the requests of others.
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

    /// A header of a response, or a relation of its links, of which more is said than a value: beside keywords of JSON Schema.
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

    /// An error that is described by more than a name.
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
        /// The keys of a request of a case.
        static let ofCase: [Step] = [.endpoint, .name, .arguments, .headers, .capture, .status]
    }

    package enum Health: String, ContractKey {
        case latency, certificateDays, failAfter, recoverAfter, unsafe
        /// The keys of a whole service: only an endpoint agrees to unsafe methods.
        static let ofService = allCases.filter { $0 != .unsafe }
    }

    /// A list or an object in a query, a form or a header.
    package enum Styled: String, ContractKey {
        case value, style, explode, order

        package static let required: [Styled] = [.value]
    }

    /// A part of a multipart body that is more than a text.
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

/// A part of a contract whose keys are known, and with them the places of its members.
package protocol ContractPart {
    associatedtype Key: ContractKey
    var pointer: JSONPointer { get }
}

extension ContractPart {
    /// Returns the place of a member, which need not be there.
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

/// The JSON Schema (2020-12) of contract files, for editors and for folders that have none yet.
package enum ContractSchema {
    package static let text = String(cString: embedded_contract_schema_json())
}
