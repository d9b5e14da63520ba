import ContractChecking

/// What a recording run did to each file, with what changed in meaning.
enum HTMLRecordings {
    private static let shownUnchanged = 200

    static func write(_ recordings: [RecordingChange], to page: inout String) {
        guard !recordings.isEmpty else { return }
        let unchanged = recordings.filter { $0.kind == .unchanged }
        let others = recordings.count - unchanged.count
        page += "<details class=\"service recordings\"\(others > 0 ? " open" : "")>\n<summary><h2>Recordings</h2>"
        page += "<span class=\"meta\">\(others) to look at, \(unchanged.count) unchanged</span></summary>\n<ul>\n"
        for recording in recordings where recording.kind != .unchanged { write(recording, to: &page) }
        for recording in unchanged.prefix(shownUnchanged) { write(recording, to: &page) }
        page += "</ul>\n"
        let hidden = unchanged.count - shownUnchanged
        if hidden > 0 { page += "<p class=\"rest\">and \(hidden) more, unchanged</p>\n" }
        page += "</details>\n"
    }

    private static func write(_ recording: RecordingChange, to page: inout String) {
        page += "<li><span class=\"kind\">\(recording.kind.rawValue)</span> "
        page += "<code>\(recording.file.bounded(to: 500).markupText)</code>"
        for change in recording.changes {
            page +=
                "<p class=\"\(change.severity.rawValue)\"><span class=\"severity\">\(change.severity.rawValue)</span> "
            page +=
                "\(change.message.bounded(to: 500).markupText) <span class=\"effect\">\(change.effect.rawValue)</span></p>"
        }
        page += "</li>\n"
    }
}
