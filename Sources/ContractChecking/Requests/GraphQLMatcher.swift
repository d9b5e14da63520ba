import ContractFormat
import HTTPRecording
import JSONSchema

/// A matcher of GraphQL requests in a JSON body or a query (GraphQL over HTTP).
struct GraphQLMatcher {
    let graphql: GraphQLContract
    let values: ExpectedValues
    let place: JSONPointer

    static let known = GraphQLContract.members + ["extensions"]

    func mismatches(ofBody bytes: [UInt8]) -> [Finding] {
        ContentMatcher(values: values, place: place).parsed(bytes) { body in
            guard let members = body.objectValue else {
                return .one(
                    RequestRule.body, "the body is not a GraphQL request", expected: "an object with 'query'",
                    found: .excerpt(body), at: place)
            }
            return members.keys.filter { !Self.known.contains($0) }.sorted().map { name in
                Finding(
                    RequestRule.body,
                    "the body has the member '\(name)', which is not part of a GraphQL request\(Suggestion.text(for: name, among: Self.known))",
                    expected: "no '\(name)'", found: .excerpt(members[name] ?? .null), at: place)
            } + mismatches(in: body)
        }
    }

    /// Compares the query pairs of a `GET`, each of which may occur once.
    func mismatches(of pairs: QueryPairs) -> [Finding] {
        let repeated = Self.known.filter { pairs.values(of: $0).count > 1 }
        if let name = repeated.first {
            return .one(
                RequestRule.query, "the query '\(name)' occurs \(pairs.values(of: name).count) times", expected: "once",
                found: .excerpt(pairs.values(of: name).joined(separator: ", ")), at: place)
        }
        do { _ = try pairs.values(of: "variables").first.map { try JSON(parsing: $0) } } catch {
            return .one(
                RequestRule.query, "the query 'variables' is not JSON: \(error)", expected: "a JSON object",
                found: .excerpt(pairs.values(of: "variables").first ?? ""),
                at: place.appending(ContractKeys.GraphQL.variables))
        }
        return mismatches(in: BodyExtraction.json(pairs)).map { $0.restated(as: RequestRule.query) }
    }

    private func mismatches(in sent: JSON) -> [Finding] {
        operation(sent["operationName"]) + document(sent["query"]) + variablesMismatches(sent["variables"])
    }

    private func document(_ query: JSON?) -> [Finding] {
        let place = place.appending(ContractKeys.GraphQL.document)
        guard let text = query?.stringValue else {
            return .one(
                RequestRule.body, "the request has no document in 'query'", expected: "a GraphQL document",
                found: query.map { .excerpt($0) } ?? "nothing", at: place)
        }
        let found: GraphQLDocument
        do { found = try GraphQLDocument(parsing: text) } catch {
            return .one(
                RequestRule.body, "the request's document is invalid: \(error)", expected: "a GraphQL document",
                found: .excerpt(text), at: place)
        }
        guard let difference = graphql.document.difference(from: found) else { return [] }
        return .one(
            RequestRule.body, "the document differs", expected: .excerpt(difference.own),
            found: .excerpt(difference.other), at: place, about: ["unexpected"])
    }

    /// Compares the operation name, which is optional if the document has one operation.
    private func operation(_ name: JSON?) -> [Finding] {
        let found = name?.isNull ?? true ? nil : name
        let isRight = found.map { $0 == graphql.operation.map(JSON.string) } ?? (graphql.document.operations.count == 1)
        if isRight { return [] }
        let key = graphql.operationName == nil ? ContractKeys.GraphQL.document : .operationName
        return .one(
            RequestRule.body, found == nil ? "the operation is not named" : "a different operation runs",
            expected: .excerpt(graphql.operation ?? "none"), found: found.map { .excerpt($0.plainText) } ?? "nothing",
            at: place.appending(key))
    }

    private func variablesMismatches(_ variables: JSON?) -> [Finding] {
        let place = self.place.appending(ContractKeys.GraphQL.variables)
        let expected = graphql.variables.filled(values.value)?.objectValue ?? [:]
        // Without variables, the member may be absent, null or empty.
        let found = variables?.isNull ?? true ? [:] : variables ?? [:]
        if expected.isEmpty, found == [:] { return [] }
        return ContentMatcher(values: values, what: "the object of variables", place: place)
            .mismatches(of: found, graphql.variables)
    }
}
