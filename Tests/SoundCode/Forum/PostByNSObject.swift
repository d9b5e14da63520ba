import ContractChecking
import Foundation
import Testing

private class Post: NSObject {
    let postID: String
    let title: String
    let created: Date
    let score: Int
    let isAdult: Bool

    init?(dictionary: [String: Any]) {
        guard let postID = dictionary["id"] as? String, let title = dictionary["title"] as? String,
            let created = dictionary["created"] as? TimeInterval, let score = dictionary["score"] as? Int
        else { return nil }
        self.postID = postID
        self.title = title
        self.created = Date(timeIntervalSince1970: created)
        self.score = score
        self.isAdult = dictionary["nsfw"] as? Bool ?? false
        super.init()
    }
}

/// Twin: clamps a negative score to zero.
private final class KindPost: NSObject {
    let postID: String
    let title: String
    let created: Date
    let score: UInt
    let isAdult: Bool

    init?(dictionary: [String: Any]) {
        guard let post = Post(dictionary: dictionary) else { return nil }
        postID = post.postID
        title = post.title
        created = post.created
        score = UInt(clamping: post.score)
        isAdult = post.isAdult
        super.init()
    }
}

extension SoundCode {
    @Test func postByNSObject() async {
        await compare("forum", finds: Fault("model.wrong-value", at: "/models/Post/schema/properties/score")) {
            Model("Post") { Post(dictionary: $0) }
        } twin: {
            Model("Post") { KindPost(dictionary: $0) }
        }
    }
}
