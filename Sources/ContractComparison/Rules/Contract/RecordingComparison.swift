import Foundation
import HTTPRecording
import JSONSchema

/// The recordings of cases and scenarios that both revisions have; those of new and removed ones go without saying.
enum RecordingComparison {
    /// The most changes listed for a recording.
    private static let shown = 5

    static func compare(_ comparison: inout ServiceComparison) {
        guard let old = comparison.old.contract, let new = comparison.new.contract else { return }
        let asked = Set(new.recordings.map(\.file))
        for file in old.recordings.map(\.file) where asked.contains(file) {
            guard let oldFile = comparison.old.recording(file), let newFile = comparison.new.recording(file) else {
                return
            }
            let pair = Pair(old: oldFile.spot, new: newFile.spot)
            switch (oldFile.bytes, newFile.bytes) {
            case (nil, nil): break
            case (nil, .some):
                comparison.add(
                    Change(
                        .recordingAdded, "the recording '\(file)' is new", .impact(.harmless), old: nil,
                        new: pair.new, expected: "nothing", found: "a recording"))
            case (.some, nil):
                comparison.add(
                    Change(
                        .recordingRemoved, "the recording '\(file)' is gone, and its case cannot be replayed",
                        .impact(Impact(client: .risky, provider: .harmless)), old: pair.old, new: nil,
                        expected: "a recording", found: "nothing"))
            case (let oldBytes?, let newBytes?):
                // The change may be in a file that the recording names.
                if oldBytes != newBytes || Recording.mayNameFiles(oldBytes) { compare(file, pair, &comparison) }
            }
        }
    }

    private static func compare(
        _ file: String, _ pair: Pair, _ comparison: inout ServiceComparison
    ) {
        guard let old = comparison.old.files.recordings, let new = comparison.new.files.recordings else { return }
        let changes: [SemanticDiff.Change]
        do {
            changes =
                SemanticDiff(
                    from: try RecordingStore(folder: old).load(file), to: try RecordingStore(folder: new).load(file)
                ).changes
        } catch {
            comparison.add(
                Change(
                    .recordingChanged, "the recording '\(file)' changed, and cannot be read in one of the revisions",
                    .impact(Impact(client: .risky, provider: .harmless)), old: pair.old, new: pair.new,
                    expected: "a recording", found: "\(error)"))
            return
        }
        guard let worst = changes.map({ weight(of: $0.kind) }).max() else { return }
        let rest = changes.count > shown ? ["… and \(changes.count - shown) more"] : []
        comparison.add(
            Change(
                .recordingChanged, "the recording '\(file)' changed in meaning",
                .impact(Impact(client: worst, provider: .harmless)), old: pair.old, new: pair.new,
                expected: "the same meaning",
                found: (changes.prefix(shown).map(\.message) + rest).joined(separator: "\n")))
    }

    private static func weight(of kind: SemanticDiff.Change.Kind) -> Weight {
        switch kind {
        case .statusChanged, .exchangeRemoved, .mediaTypeChanged, .propertyRemoved, .typeChanged, .becameNull,
            .becameOptional, .headerRemoved:
            .risky
        case .newValue, .exchangeAdded, .propertyAdded, .headerAdded: .harmless
        }
    }
}

extension ServiceSide {
    /// A recording's bytes, `nil` where there is none, and its place; `nil` where recordings are not compared.
    fileprivate func recording(_ file: String) -> (bytes: [UInt8]?, spot: Spot)? {
        guard let folder = files.recordings else { return nil }
        let spot = Spot(location: Location(document: Location.recording(file), pointer: .root), value: .null)
        do {
            return (try SystemFiles().read(folder.appendingPathComponent(file).path), spot)
        } catch {
            return (nil, spot)
        }
    }
}
