import ContractChecking
import Foundation
import Testing

/// Models with members of their own type, in instances as deep as those of a thread of posts.
struct RecursiveModelTests {
    private final class Post {
        let id: Int
        let replies: [Post]
        let origin: Post?

        init?(json: [String: Any]) {
            guard let id = json["id"] as? Int else { return nil }
            self.id = id
            let list = json["replies"] as? [[String: Any]] ?? []
            let origins = [json["origin"] as? [String: Any]].compactMap(\.self)
            (replies, origin) = (list.compactMap(Post.init(json:)), origins.first.flatMap(Post.init(json:)))
            if replies.count < list.count || origin == nil && !origins.isEmpty { return nil }
        }
    }

    /// Returns an instance with two posts in each post, and the next number.
    private static func instance(depth: Int, from id: Int = 1) -> (json: String, next: Int) {
        if depth == 0 { return (#"{"id":\#(id)}"#, id + 1) }
        let (reply, next) = instance(depth: depth - 1, from: id + 1)
        let (origin, last) = instance(depth: depth - 1, from: next)
        return (#"{"id":\#(id),"replies":[\#(reply)],"origin":\#(origin)}"#, last)
    }

    /// Values that a model tolerates are repaired at each level, but no further than the schema demands: a sample has samples of its own.
    @Test(.timeLimit(.minutes(1))) func checksATreeOfPosts() async throws {
        let trial = ModelTrial(
            models: """
                "Post":{"schema":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"},
                "replies":{"type":["array","null"],"items":{"$ref":"#/models/Post/schema"}},
                "origin":{"anyOf":[{"$ref":"#/models/Post/schema"},{"type":"null"}]}}},"strictness":"lenient",
                "properties":{"replies":{"absent":[]},"origin":{"pointer":"/origin","absent":null}},
                "examples":[\(Self.instance(depth: 4).json)]}
                """)
        let found = try await trial.findings { Model("Post") { json in Post(json: json) } }
        #expect(found == [], "\(found)")
    }
}
