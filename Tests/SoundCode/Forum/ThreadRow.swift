import ContractChecking
import Foundation
import Testing

private protocol ThreadDelegate: AnyObject {
    func open(_ id: Int)
}

/// A list row made from a server record.
private struct ThreadRow {
    let rowID = UUID()
    let id: Int
    let title: String
    let unread: Int
    var isExpanded = false
    weak var delegate: (any ThreadDelegate)?
    var onTap: (() -> Void)?

    init?(_ json: [String: Any], id key: String = "id") {
        guard let id = json[key] as? Int, let title = json["title"] as? String, let unread = json["unread"] as? Int
        else { return nil }
        self.id = id
        self.title = title
        self.unread = unread
    }
}

extension SoundCode {
    /// Twin: reads the wrong member.
    @Test func threadRow() async {
        await compare("forum", finds: Fault("model.wrong-value", at: "/models/Thread/schema/properties/id")) {
            Model("Thread") { ThreadRow($0) }
        } twin: {
            Model("Thread") { ThreadRow($0, id: "unread") }
        }
    }
}
