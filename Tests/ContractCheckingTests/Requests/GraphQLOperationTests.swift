import ContractChecking
import Foundation
import NotesFixture
import Testing

/// Operation names of GraphQL requests. A document with one operation needs none, even if the contract states it.
struct GraphQLOperationTests {
    private func rules(_ document: String, name: String? = "Find", sent: String) async throws -> [String] {
        try await requestFindings(
            arguments: #"{ "text": { "type": "string" } }"#,
            request: """
                { "method": "POST", "path": "/graphql", "headers": { "Content-Type": "application/json" },
                  "graphql": { "document": "\(document)", "variables": { "text": "{text}" }\(name.map { ", \"operationName\": \"\($0)\"" } ?? "") } }
                """,
            given: #"{ "text": "tea" }"#
        ) { arguments in
            let text: String = try arguments["text"]
            var request = try notesRequest("/graphql", method: "POST")
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            let variables = String(decoding: try JSONEncoder().encode(["text": text]), as: UTF8.self)
            request.httpBody = Data(#"{"query":"\#(document)","variables":\#(variables)\#(sent)}"#.utf8)
            return request
        }.map { String($0.split(separator: ";")[0]) }
    }

    private static let one =
        "fragment Part on Note { id } query Find($text: String!) { notes(text: $text) { ...Part } }"
    private static let two = "\(one) query Lose($text: String!) { lost(text: $text) { id } }"

    @Test(arguments: ["Find", nil], ["", #","operationName":"Find""#, #","operationName":null"#])
    func allowsOmittingTheNameOfTheOnlyOperation(name: String?, sent: String) async throws {
        #expect(try await rules(Self.one, name: name, sent: sent) == [])
    }

    @Test func requiresTheNameAmongSeveralOperations() async throws {
        #expect(try await rules(Self.two, sent: #","operationName":"Find""#) == [])
        #expect(try await rules(Self.two, sent: "") == ["request.body: the operation is not named"])
    }

    @Test(arguments: ["Find", nil])
    func findsTheNameOfAnotherOperation(name: String?) async throws {
        #expect(
            try await rules(Self.one, name: name, sent: #","operationName":"Lose""#)
                == ["request.body: a different operation runs"])
    }
}
