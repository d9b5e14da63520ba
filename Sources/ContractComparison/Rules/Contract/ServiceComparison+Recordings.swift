import Foundation
import HTTPRecording
import JSONSchema

extension ServiceComparison {
    private static let shown = 5

    mutating func compareRecordings() {
        guard let oldContract = old.contract, let newContract = new.contract, let oldFolder = old.files.recordings,
            let newFolder = new.files.recordings
        else { return }
        let asked = Set(newContract.recordings.map(\.file))
        for file in oldContract.recordings.map(\.file) where asked.contains(file) {
            let location = Location(document: Location.recording(file), pointer: .root)
            let located = LocatedValue(location: location, value: .null)
            let subject = "the recording '\(file)'"
            switch (Self.bytes(of: file, in: oldFolder), Self.bytes(of: file, in: newFolder)) {
            case (nil, nil): break
            case (nil, .some):
                add(
                    .recordingAdded, "\(subject) is new", .harmless, ValuePair(old: nil, new: located),
                    expected: "nothing", found: "a recording")
            case (.some, nil):
                add(
                    .recordingRemoved, "\(subject) is gone, so its case cannot be replayed", .client(.risky),
                    ValuePair(old: located, new: nil), expected: "a recording", found: "nothing")
            case (let old?, let new?):
                // The change may be in a body file that the recording references.
                guard old != new || Recording.mayNameFiles(old) else { continue }
                compareRecording(file, subject, oldFolder, newFolder, ValuePair(old: located, new: located))
            }
        }
    }

    private static func bytes(of file: String, in folder: URL) -> [UInt8]? {
        do { return try SystemFiles().read(folder.appendingPathComponent(file).path) } catch {
            return nil  // The case has no recording.
        }
    }

    private mutating func compareRecording(
        _ file: String, _ subject: String, _ oldFolder: URL, _ newFolder: URL, _ pair: ValuePair
    ) {
        do {
            let old = try RecordingStore(folder: oldFolder).load(file)
            let changes = SemanticDiff(from: old, to: try RecordingStore(folder: newFolder).load(file)).changes
            guard let worst = changes.map({ Self.level(of: $0.kind) }).max() else { return }
            add(
                .recordingChanged, "\(subject) changed in meaning", .client(worst), pair, expected: "the same meaning",
                found: changes.map(\.message).truncated(to: Self.shown).joined(separator: "\n"))
        } catch {
            add(
                .recordingChanged, "\(subject) changed, but cannot be read in one of the revisions", .client(.risky),
                pair, expected: "a recording", found: "\(error)")
        }
    }

    private static func level(of kind: SemanticDiff.Change.Kind) -> ImpactLevel {
        switch kind {
        case .statusChanged, .exchangeRemoved, .mediaTypeChanged, .propertyRemoved, .typeChanged, .becameNull,
            .becameOptional, .headerRemoved:
            .risky
        case .newValue, .exchangeAdded, .propertyAdded, .headerAdded: .harmless
        }
    }
}
