import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Reads arguments back from a request: what stands where the contract has a placeholder.
package enum ArgumentExtraction {
    /// The arguments the request was built with, or `nil` where method, path or query names are not the endpoint's.
    package static func arguments(of request: URLRequest, endpoint: EndpointContract) -> [String: JSON]? {
        guard let contract = endpoint.request, (request.httpMethod ?? "GET") == contract.method, let url = request.url,
            let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { return nil }
        var texts: [String: String] = [:]
        let segments = TemplatePath(contract.path).segments
        let found = components.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count == found.count else { return nil }
        for (template, raw) in zip(segments, found) {
            guard let text = String(raw).removingPercentEncoding, let filled = match(template, text) else { return nil }
            texts.merge(filled) { first, _ in first }
        }
        let query = QueryPairs(percentEncoded: components.percentEncodedQuery)
        guard query.pairs.allSatisfy({ pair in contract.query.contains { $0.name == pair.name } }) else { return nil }
        var form: (fields: [NamedExpectation], pairs: QueryPairs) = ([], QueryPairs(percentEncoded: nil))
        if case .form(let fields) = contract.body { form = (fields, QueryPairs(form: request.bodyBytes ?? [])) }
        for (expectations, values) in [
            (contract.query, { query.values(of: $0) }),
            (contract.headers, { request.value(forHTTPHeaderField: $0).map { [$0] } ?? [] }),
            (form.fields, { form.pairs.values(of: $0) }),
        ] as [([NamedExpectation], (String) -> [String])] {
            for expectation in expectations {
                guard case .value(.template(let template)) = expectation.expectation,
                    let text = values(expectation.name).first, let filled = match(template, text)
                else { continue }
                texts.merge(filled) { first, _ in first }
            }
        }
        var arguments = texts.reduce(into: [String: JSON]()) { arguments, pair in
            if let argument = endpoint.argument(pair.key) { arguments[pair.key] = argument.value(of: pair.value) }
        }
        if case .json(let template) = contract.body, let bytes = request.bodyBytes {
            do { collect(template, try JSON(parsing: bytes), into: &arguments) } catch {
                return arguments  // A body that is no JSON gives no arguments; the matcher reports it.
            }
        }
        return arguments
    }

    /// The texts that placeholders stand for, where the fixed parts of the template agree.
    private static func match(_ template: Template, _ text: String) -> [String: String]? {
        var filled: [String: String] = [:]
        var rest = text[...]
        for (index, part) in template.parts.enumerated() {
            switch part {
            case .text(let literal):
                guard rest.hasPrefix(literal) else { return nil }
                rest = rest.dropFirst(literal.count)
            case .placeholder(let placeholder):
                var end = rest.endIndex
                if index + 1 < template.parts.count, case .text(let next) = template.parts[index + 1] {
                    guard let range = rest.range(of: next) else { return nil }
                    end = range.lowerBound
                }
                if case .name(let name) = placeholder { filled[name] = String(rest[..<end]) }
                rest = rest[end...]
            }
        }
        return rest.isEmpty ? filled : nil
    }

    private static func collect(_ template: TemplateValue, _ json: JSON, into arguments: inout [String: JSON]) {
        switch template {
        case .literal: break
        case .template(let template):
            if case .name(let name)? = template.solePlaceholder { arguments[name] = json }
        case .array(let elements):
            for (element, value) in zip(elements, json.arrayValue ?? []) { collect(element, value, into: &arguments) }
        case .object(let members):
            for member in members {
                if let value = json[member.name] { collect(member.value, value, into: &arguments) }
            }
        }
    }
}

extension ArgumentContract {
    /// A text as the JSON value that the schema accepts: a string where it may be one, else what the text says.
    fileprivate func value(of text: String) -> JSON {
        if schema.schema.accepts(.string(text)) { return .string(text) }
        do {
            let value = try JSON(parsing: text)
            return schema.schema.accepts(value) ? value : .string(text)
        } catch {
            return .string(text)
        }
    }
}
