import ContractChecking
import Foundation
import Testing

/// A model in the style of Objective-C.
private final class Bookmark: NSObject {
    let title: NSString
    let link: NSURL

    init?(dictionary: [String: Any]) {
        guard let title = dictionary["title"] as? String, let text = dictionary["link"] as? String,
            let link = NSURL(string: text)
        else { return nil }
        self.title = title as NSString
        self.link = link
    }

    fileprivate init(title: NSString, link: NSURL) {
        self.title = title
        self.link = link
    }
}

/// Twin: returns one address for all.
private func home(_ bookmark: Bookmark) -> Bookmark? {
    NSURL(string: "https://bookmarks.example").map { Bookmark(title: bookmark.title, link: $0) }
}

extension SoundCode {
    @Test func bookmarkByNSURL() async {
        await compare("home", finds: Fault("model.wrong-value", at: "/models/Bookmark/schema/properties/link")) {
            Model("Bookmark") { Bookmark(dictionary: $0) }
        } twin: {
            Model("Bookmark") { Bookmark(dictionary: $0).flatMap(home) }
        }
    }
}
