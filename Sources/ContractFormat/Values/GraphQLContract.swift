import Foundation
import HTTPRecording
import JSONSchema

/// A GraphQL request, whose document is compared by tokens and variables by value. A `POST` sends it as a JSON body
/// (`query`, `variables`, `operationName`), a `GET` as query items.
package final class GraphQLContract: Sendable {
    package let document: GraphQLDocument
    package let text: String
    /// An object of templates; empty if the document has no variables.
    package let variables: TemplateValue
    /// The name of the operation; `nil` if the document has only one.
    package let operationName: String?

    package var operation: String? { operationName ?? document.operations.first?.name }

    package static let members = ["query", "variables", "operationName"]

    init?(reading reader: ContractCursor) {
        guard let object = reader.object(of: ContractKeys.GraphQL.self), let place = object[.document],
            let text = place.documentText
        else { return nil }
        do { document = try GraphQLDocument(parsing: text) } catch {
            place.fault("not a GraphQL document: \(error)")
            return nil
        }
        self.text = text
        var variables = TemplateValue.object([])
        if let given = object[.variables] {
            guard given.json.objectValue != nil else {
                given.fault("expected an object of variables, found \(given.json.typeName)")
                return nil
            }
            guard let value = given.templateValue else { return nil }
            variables = value
        }
        self.variables = variables
        operationName = object[.operationName]?.nonEmptyString
        let names = document.operations.compactMap(\.name)
        if let operationName, !names.contains(operationName) {
            object[.operationName]?.fault(
                "the document has no operation '\(operationName)'\(Suggestion.text(for: operationName, among: names))")
        }
        if operationName == nil, document.operations.count > 1 {
            place.fault("the document has \(document.operations.count) operations: select one with 'operationName'")
        }
        if document.operations.isEmpty { place.fault("the document has no operation") }
    }
}

extension ContractCursor {
    fileprivate var documentText: String? {
        guard json.objectValue != nil else { return nonEmptyString }
        guard let file = object(of: ContractKeys.GraphQLFile.self)?[.file], let name = file.nonEmptyString else {
            return nil
        }
        let folder = context.url.deletingLastPathComponent()
        guard !name.hasPrefix("/"), let path = ContractLoader.path(of: folder.appendingPathComponent(name), in: folder)
        else { return file.wrongValue("is outside the contract's folder") }
        do {
            guard let text = String(validating: try SystemFiles().read(path), as: UTF8.self) else {
                return file.wrongValue("is not UTF-8 text")
            }
            return text
        } catch {
            return file.wrongValue("cannot be read: \(ContractLoader.reason(error))")
        }
    }
}
