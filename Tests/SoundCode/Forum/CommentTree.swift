import ContractChecking
import Foundation
import Testing

private struct Comment: Codable, Identifiable {
    let id: Int
    let author: String?
    let body: String
    var replies: [Comment]

    var count: Int { replies.reduce(1) { $0 + $1.count } }
}

/// Twin: keeps only the two levels that the app shows.
private func shallow(_ data: Data) throws -> Comment {
    var comment = try JSONDecoder().decode(Comment.self, from: data)
    for index in comment.replies.indices { comment.replies[index].replies = [] }
    return comment
}

extension SoundCode {
    @Test func commentTree() async {
        await compare(
            "forum",
            finds: Fault(
                "model.wrong-value", at: "/models/Comment/schema/properties/replies", telling: "replies[0].replies")
        ) {
            Model("Comment", decoding: Comment.self)
        } twin: {
            Model("Comment", data: shallow)
        }
    }
}
