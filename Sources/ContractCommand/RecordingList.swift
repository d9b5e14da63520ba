import ContractChecking

/// What a run did to each recording, for the console: those that did not change are only counted.
enum RecordingList {
    static func text(_ recordings: [RecordingChange]) -> String {
        guard !recordings.isEmpty else { return "" }
        var text = ""
        for recording in recordings where recording.kind != .unchanged {
            text += "\(recording.kind.rawValue): \(recording.file)\n"
            text += recording.changes.map { "    \($0)\n" }.joined()
        }
        let unchanged = recordings.count { $0.kind == .unchanged }
        return text + "recordings: \(recordings.count - unchanged) to look at, \(unchanged) unchanged\n\n"
    }
}
