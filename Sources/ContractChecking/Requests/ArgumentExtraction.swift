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
        var texts: [String: [String]] = [:]
        let segments = TemplatePath(contract.path).segments
        let found = components.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count == found.count else { return nil }
        for (template, raw) in zip(segments, found) {
            guard let text = String(raw).removingPercentEncoding, let filled = template.pieces(of: text) else {
                return nil
            }
            note(filled.map { ($0, [$0.text]) }, in: &texts)
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
                    case let found = values(expectation.name), let text = found.first,
                    let filled = template.pieces(of: text)
                else { continue }
                // A pair that is nothing but its placeholder repeats for the elements of an array.
                note(filled.map { ($0, template.solePlaceholder == nil ? [$0.text] : found) }, in: &texts)
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

    /// Keeps the first texts of each argument, of one that is joined a text for each element.
    private static func note(
        _ found: [((placeholder: Placeholder, joinedBy: String?, text: String), [String])],
        in texts: inout [String: [String]]
    ) {
        for (piece, values) in found {
            guard case .name(let name) = piece.placeholder, texts[name] == nil else { continue }
            texts[name] =
                piece.joinedBy.map {
                    piece.text.split(separator: $0, omittingEmptySubsequences: false).map(String.init)
                } ?? values
        }
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
    /// Texts as the JSON value that the schema accepts: a string where it may be one, else what the text says, else an
    /// array of them.
    fileprivate func value(of texts: [String]) -> JSON {
        let parsed = texts.map(Self.parsed)
        let candidates = [texts.first.map(JSON.string), parsed.first, .array(texts.map(JSON.string)), .array(parsed)]
        return candidates.compactMap(\.self).first(where: schema.schema.accepts) ?? .string(texts.first ?? "")
    }

    private static func parsed(_ text: String) -> JSON {
        do { return try JSON(parsing: text) } catch { return .string(text) }
    }
}
