import ContractChecking
import Foundation
import Testing

/// Elements that the initializer joins with resources from another part of the document, as with JSON:API's `included`.
struct LinkedResourceTests {
    private struct Document: Decodable {
        struct Issue: Decodable {
            let title: String
            let votes: Int
            let author: String
        }
        struct Person: Decodable {
            let id: String
            let name: String
        }
        let data: [Issue]
        let included: [Person]
    }

    private struct Page: Sendable {
        struct Issue {
            let points: Int
            let heading: String
            let writer: String?
        }
        let issues: [Issue]
    }

    private static func model(
        heading: @escaping @Sendable (String) -> String = { $0 },
        writer: @escaping @Sendable (Document.Issue, [Document.Person]) -> Document.Person?
    ) -> Model {
        Model(
            "Thing",
            data: { data in
                let document = try JSONDecoder().decode(Document.self, from: data)
                return Page(
                    issues: document.data.map {
                        Page.Issue(
                            points: $0.votes, heading: heading($0.title),
                            writer: writer($0, document.included)?.name)
                    })
            })
    }

    @Sendable private static func linked(_ issue: Document.Issue, _ people: [Document.Person]) -> Document.Person? {
        people.first { $0.id == issue.author }
    }

    private let trial = ModelTrial(
        schema: """
            {"type":"object","required":["data","included"],"properties":{
            "data":{"type":"array","items":{"type":"object","required":["title","votes","author"],"properties":{
            "title":{"type":"string"},"votes":{"type":"integer"},"author":{"type":"string"}}}},
            "included":{"type":"array","items":{"type":"object","required":["id","name"],"properties":{
            "id":{"type":"string"},"name":{"type":"string"}}}}}}
            """,
        example: """
            {"data":[{"title":"Crash","votes":3,"author":"7"},{"title":"Typo","votes":5,"author":"8"}],
            "included":[{"id":"7","name":"Ada"},{"id":"8","name":"Bob"}]}
            """, words: #""properties":{"issues[].points":"/data/*/votes","issues[].heading":"/data/*/title"},"#)

    @Test func acceptsElementsThatShowLinkedResources() async throws {
        #expect(try await trial.findings { Self.model(writer: Self.linked) } == [])
    }

    @Test func findsALinkThatIsNotFollowed() async throws {
        let messages = try await trial.findings { Self.model { _, people in people.first } }
        #expect(messages.contains { $0.contains("'/data/0/author' is never read") }, "\(messages)")
    }

    @Test func pointsToTheEntryOfAWrongProperty() async throws {
        let places = try await trial.places { Self.model(heading: { $0.uppercased() }, writer: Self.linked) }
        #expect(places == ["model.wrong-value /models/Thing/properties/issues[].heading"])
    }
}
