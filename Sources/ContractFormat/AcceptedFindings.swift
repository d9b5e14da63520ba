import Foundation
import HTTPRecording
import JSONSchema

/// The findings that a team accepts for a limited time: `accepted.json` in the folder of contracts. Accepted findings
/// do not fail a run. After the expiry date they are errors.
package struct AcceptedFindings: Sendable {
    package static let fileName = "accepted.json"

    package enum Key: String, ContractKey {
        case schema = "$schema"
        case accepted

        package static let required: [Key] = [.accepted]
    }

    package struct Entry: Sendable, Hashable {
        package enum Key: String, ContractKey {
            case rule, place, fingerprint, reason, author, expires

            package static let required: [Key] = [.rule, .place, .reason, .author, .expires]
        }

        package let rule: String
        /// A glob over `CHECK`, or over `CHECK#POINTER` with the JSON Pointer of the place in the contract.
        package let place: String
        /// The fingerprint of a finding, `*` for any number of findings, or `nil` for exactly one.
        package let fingerprint: String?
        package let reason: String
        package let author: String
        /// The last day of acceptance, `YYYY-MM-DD` in UTC.
        package let expires: String
        package let source: Place
        package let rulePlace: Place

        package var namesOneFinding: Bool { fingerprint != nil && fingerprint != "*" }

        package func matches(_ check: String, _ pointer: JSONPointer) -> Bool {
            guard let hash = place.firstIndex(of: "#") else { return Glob(place).matches(check) }
            return Glob(String(place[..<hash])).matches(check)
                && Glob(String(place[place.index(after: hash)...])).matches(pointer.description)
        }

        package var checkSegments: [Substring] {
            place.prefix { $0 != "#" }.split(separator: "/", omittingEmptySubsequences: false)
        }

        package func isExpired(on day: String) -> Bool { expires < day }
    }

    package let entries: [Entry]
    package let faults: [SourceFault]

    package init(entries: [Entry] = [], faults: [SourceFault] = []) {
        self.entries = entries
        self.faults = faults
    }

    package init(folder: URL, shown: (Place) -> Place = { $0 }) {
        let file = folder.appendingPathComponent(Self.fileName)
        guard FileManager.default.fileExists(atPath: file.path) else {
            self.init()
            return
        }
        do {
            self.init(bytes: try SystemFiles().read(file.path), file: file, shown: shown)
        } catch {
            let place = shown(Place(file: SourceFile.displayPath(of: file)))
            self.init(faults: [SourceFault("cannot read it: \(ContractLoader.reason(error))", at: place)])
        }
    }

    package init(bytes: [UInt8], file: URL, shown: (Place) -> Place = { $0 }) {
        let source = SourceFile(url: file, bytes: bytes)
        let json: JSON
        do { json = try JSON(parsing: bytes, options: .strict) } catch {
            self.init(faults: [SourceFault("not JSON: \(error.message)", at: shown(source.place(of: error)))])
            return
        }
        let reading = AcceptedReading(source)
        let entries = AcceptedCursor(json, reading).object(of: Key.self)?.elements(.accepted) { $0.entry(shown) } ?? []
        var seen: Set<[String]> = []
        for entry in entries where !seen.insert([entry.rule, entry.place, entry.fingerprint ?? ""]).inserted {
            reading.faults.append(
                SourceFault("'\(entry.rule)' at '\(entry.place)' is repeated here", at: entry.source))
        }
        self.init(entries: entries, faults: reading.faults.map { SourceFault($0.message, at: shown($0.place)) })
    }

    package func faults(knowing rules: [String]) -> [SourceFault] {
        entries.filter { !rules.contains($0.rule) }.map { entry in
            let hint = Suggestion.nearest(to: entry.rule, among: rules).map { "; did you mean '\($0)'?" }
            return SourceFault(
                "there is no rule '\(entry.rule)'\(hint ?? "; 'contracts help rules' lists them")", at: entry.rulePlace)
        }
    }

    package static func isDay(_ text: String) -> Bool {
        guard text.utf8.count == 10, let moment = Timestamp(text + "T00:00:00Z") else { return false }
        return day(of: moment.date) == text
    }

    package static func day(of date: Date) -> String { String(Timestamp(date).text.prefix(10)) }
}

private typealias AcceptedCursor = JSONCursor<AcceptedReading>

private final class AcceptedReading: CollectingReading {
    let source: SourceFile
    var faults: [SourceFault] = []

    init(_ source: SourceFile) { self.source = source }
}

extension AcceptedCursor {
    fileprivate func entry(_ shown: (Place) -> Place) -> AcceptedFindings.Entry? {
        typealias Key = AcceptedFindings.Entry.Key
        guard let object = object(of: Key.self) else { return nil }
        // Read all members first to report every fault at once.
        let (rule, place, reason) = (object[.rule]?.text, object[.place]?.place, object[.reason]?.text)
        let (author, expires, fingerprint) = (
            object[.author]?.text, object[.expires]?.day, object[.fingerprint]?.fingerprint
        )
        guard let rule, let place, let reason, let author, let expires else { return nil }
        return AcceptedFindings.Entry(
            rule: rule, place: place, fingerprint: fingerprint, reason: reason, author: author, expires: expires,
            source: shown(context.source.place(of: pointer)),
            rulePlace: shown(context.source.place(of: pointer.appending(Key.rule))))
    }

    private var text: String? {
        guard let text = string() else { return nil }
        return text.contains { !$0.isWhitespace } ? text : mismatch(expected: "a string", found: "an empty string")
    }

    private var place: String? {
        guard let text else { return nil }
        guard let hash = text.firstIndex(of: "#") else { return text }
        let pointer = text[text.index(after: hash)...]
        guard !text.hasPrefix("#"), pointer.isEmpty || pointer.hasPrefix("/") || pointer.hasPrefix("*") else {
            return mismatch(
                expected: "CHECK or CHECK#POINTER, such as 'elements/model/*#/models/Element/schema'",
                found: "'\(text)'")
        }
        return text
    }

    private var fingerprint: String? {
        guard let text = string() else { return nil }
        let isHash = text.utf8.count == 16 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
        return isHash || text == "*" ? text : mismatch(expected: "16 hexadecimal digits or \"*\"", found: "'\(text)'")
    }

    private var day: String? {
        guard let text else { return nil }
        return AcceptedFindings.isDay(text) ? text : mismatch(expected: "a date such as 2026-12-31", found: "'\(text)'")
    }
}
