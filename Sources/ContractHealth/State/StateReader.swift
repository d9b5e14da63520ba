import Foundation
import HTTPRecording
import JSONSchema

/// One value of a state file while it is read; what does not fit is told with its place.
struct StateReader {
    let json: JSON
    private let place: String

    init(_ json: JSON, at place: String) {
        self.json = json
        self.place = place
    }

    func fault(_ expected: String) -> StateFault { .damaged(reason: "\(place): \(expected), found \(json.typeName)") }

    func optional(_ key: String) -> StateReader? { json[key].map { StateReader($0, at: "\(place)/\(key)") } }

    func member(_ key: String) throws(StateFault) -> StateReader {
        guard let found = optional(key) else { throw .damaged(reason: "\(place): '\(key)' is missing") }
        return found
    }

    func members() throws(StateFault) -> [(String, StateReader)] {
        guard let object = json.objectValue else { throw fault("expected an object") }
        return object.map { ($0.key, StateReader($0.value, at: "\(place)/\($0.key)")) }
    }

    func elements() throws(StateFault) -> [StateReader] {
        guard let array = json.arrayValue else { throw fault("expected an array") }
        return array.enumerated().map { StateReader($1, at: "\(place)/\($0)") }
    }

    func string() throws(StateFault) -> String {
        guard let text = json.stringValue else { throw fault("expected a text") }
        return text
    }

    func int() throws(StateFault) -> Int {
        guard let number = json.intValue else { throw fault("expected a whole number") }
        return number
    }

    func double() throws(StateFault) -> Double {
        guard let number = json.doubleValue else { throw fault("expected a number") }
        return number
    }

    func bool() throws(StateFault) -> Bool {
        guard let value = json.boolValue else { throw fault("expected true or false") }
        return value
    }

    func date() throws(StateFault) -> Date {
        guard let timestamp = Timestamp(try string()) else { throw fault("expected a moment of RFC 3339") }
        return timestamp.date
    }

    func verdict() throws(StateFault) -> HealthVerdict {
        guard let verdict = HealthVerdict(rawValue: try string()) else { throw fault("expected a verdict") }
        return verdict
    }
}
