import ContractFormat
import HTTPRecording
import JSONSchema

/// The events of a body, up to the contract's end event.
struct ReadEvents {
    struct Event {
        let name: String
        let value: JSON
    }

    struct Fault: Error {
        let mismatch: Finding
    }

    let events: [Event]
    /// Duplicate keys, each with the place of its event.
    let duplicates: [(place: JSONPointer, message: String)]

    static func read(_ text: ArraySlice<UInt8>, as contract: EventsContract) -> Result<ReadEvents, Fault> {
        var events: [Event] = []
        var duplicates: [(place: JSONPointer, message: String)] = []
        for (index, event) in EventStream(text, contract.format).events.enumerated() {
            if event.data == contract.end { break }
            let place = JSONPointer(tokens: ["\(index)"])
            switch contract.data {
            case .text: events.append(Event(name: event.name, value: .string(event.data)))
            case .json:
                do {
                    let parsed = try JSON.parse(Array(event.data.utf8), options: .standard)
                    events.append(Event(name: event.name, value: parsed.json))
                    duplicates += parsed.warnings.map { (place, $0.message) }
                } catch {
                    return .failure(
                        Fault(
                            mismatch: Finding(
                                ResponseRule.event,
                                "at '\(place)': the event is not JSON: \(error.line):\(error.column): \(error.message)",
                                expected: "JSON", found: .excerpt(event.data), at: contract.pointer,
                                data: "/response/content/text")))
                }
            }
        }
        return .success(ReadEvents(events: events, duplicates: duplicates))
    }

    /// Returns the schema violations of all events. A repeated violation is reported once, at its first event.
    func faults(_ contract: EventsContract) -> [SchemaFault] {
        struct Kind: Hashable {
            let pointer: JSONPointer
            let pattern: [String]
        }
        var reported: [SchemaFault] = []
        var others: [Kind: Int] = [:]
        for (index, event) in events.enumerated() {
            for fault in contract.schema(of: event.name)?.faults(of: event.value) ?? [] {
                let kind = Kind(pointer: fault.pointer, pattern: ProbePlace.pattern(of: fault.place.tokens))
                others[kind, default: -1] += 1
                guard others[kind] == 0 else { continue }
                reported.append(fault.within(JSONPointer(tokens: ["\(index)"])))
            }
        }
        return reported.map { fault in
            let kind = Kind(
                pointer: fault.pointer, pattern: ProbePlace.pattern(of: Array(fault.place.tokens.dropFirst())))
            let count = others[kind] ?? 0
            return count > 0 ? fault.saying(", and \(count) more events like it") : fault
        }
    }
}

extension SchemaFault {
    fileprivate func within(_ place: JSONPointer) -> SchemaFault {
        SchemaFault(
            place: JSONPointer(tokens: place.tokens + self.place.tokens), message: message, expected: expected,
            found: found, pointer: pointer)
    }

    fileprivate func saying(_ more: String) -> SchemaFault {
        SchemaFault(place: place, message: "\(message)\(more)", expected: expected, found: found, pointer: pointer)
    }
}
