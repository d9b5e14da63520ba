/// A value being decoded, with its path and the shared reading context.
///
/// A `StoppingReading` throws at the first invalid value. A `CollectingReading` records all of them and returns `nil`.
/// Unknown members are faults only if the decoder checks for them.
package struct JSONCursor<Context: JSONReading> {
    package let json: JSON
    package let pointer: JSONPointer
    package let context: Context

    package init(_ json: JSON, at pointer: JSONPointer = .root, _ context: Context) {
        (self.json, self.pointer, self.context) = (json, pointer, context)
    }

    package subscript(key: String) -> JSONCursor? {
        json[key].map { JSONCursor($0, at: pointer.appending(key), context) }
    }

    /// Returns the error for an invalid value.
    ///
    /// - Parameter found: a description of the value; its JSON type by default.
    package func failure(expected: String, found: String? = nil) -> Context.Failure {
        context.failure(JSONFault(kind: .expected(expected, found: found), json: json, pointer: pointer))
    }

    fileprivate func failure(_ kind: JSONFault.Kind) -> Context.Failure {
        context.failure(JSONFault(kind: kind, json: json, pointer: pointer))
    }

    fileprivate func members(of object: JSONObject) -> [(name: String, value: JSONCursor)] {
        object.map { ($0.key, JSONCursor($0.value, at: pointer.appending($0.key), context)) }
    }

    fileprivate func elements(of array: [JSON]) -> [JSONCursor] {
        array.enumerated().map { JSONCursor($1, at: pointer.appending($0), context) }
    }
}

package struct JSONFault {
    package enum Kind {
        /// A type mismatch, such as `a string` expected. `found` defaults to the JSON type.
        case expected(String, found: String?)
        case missing(key: String)
        case unknown(key: String, known: [String])
    }

    package let kind: Kind
    /// The invalid value, or the object with the missing or unknown member.
    package let json: JSON
    package let pointer: JSONPointer

    package var message: String {
        switch kind {
        case .expected(let expected, let found): "expected \(expected), found \(found ?? json.typeName)"
        case .missing(let key): "the key '\(key)' is missing"
        case .unknown(let key, let known): "unknown key '\(key)'\(Suggestion.text(for: key, among: known))"
        }
    }
}

/// The shared state of the cursors into one document.
package protocol JSONReading: AnyObject {
    associatedtype Failure: Error

    func failure(_ fault: JSONFault) -> Failure
}

// MARK: - Stopping at the first fault

package protocol StoppingReading: JSONReading {}

extension JSONCursor where Context: StoppingReading {
    private func require<Value>(_ value: Value?, _ expected: String) throws(Context.Failure) -> Value {
        guard let value else { throw failure(expected: expected) }
        return value
    }

    package func object() throws(Context.Failure) -> JSONObject { try require(json.objectValue, "an object") }

    package func members() throws(Context.Failure) -> [(name: String, value: JSONCursor)] {
        members(of: try object())
    }

    package func member(_ key: String) throws(Context.Failure) -> JSONCursor {
        guard let member = self[key] else {
            _ = try object()
            throw failure(.missing(key: key))
        }
        return member
    }

    package func allow(_ known: [String]) throws(Context.Failure) {
        for key in json.objectValue?.keys ?? [] where !known.contains(key) {
            throw failure(.unknown(key: key, known: known))
        }
    }

    package func elements() throws(Context.Failure) -> [JSONCursor] {
        elements(of: try require(json.arrayValue, "an array"))
    }

    package func string(_ expected: String = "a string") throws(Context.Failure) -> String {
        try require(json.stringValue, expected)
    }

    package func int() throws(Context.Failure) -> Int { try require(json.intValue, "a whole number") }

    /// Returns a number that is finite as a `Double`.
    package func double() throws(Context.Failure) -> Double {
        try require(json.doubleValue.flatMap { $0.isFinite ? $0 : nil }, "a number")
    }

    package func bool() throws(Context.Failure) -> Bool { try require(json.boolValue, "true or false") }
}

// MARK: - Collecting faults

package protocol CollectingReading: SourceReading { var faults: [SourceFault] { get set } }

extension JSONCursor where Context: CollectingReading {
    package func members() -> [(name: String, value: JSONCursor)] {
        guard let object = json.objectValue else { return mismatch(expected: "an object") ?? [] }
        return members(of: object)
    }

    package func object() -> JSONCursor? { json.objectValue == nil ? mismatch(expected: "an object") : self }

    /// Returns this value if it is an object with the required members. Reports unknown members too.
    package func object(required: [String], known: [String]) -> JSONCursor? {
        guard let object = json.objectValue else { return mismatch(expected: "an object") }
        for key in object.keys where !known.contains(key) { report(.unknown(key: key, known: known)) }
        let missing = required.filter { object[$0] == nil }
        for key in missing { report(.missing(key: key)) }
        return missing.isEmpty ? self : nil
    }

    package func member(_ key: String) -> JSONCursor? {
        if let member = self[key] { return member }
        report(.missing(key: key))
        return nil
    }

    package func elements() -> [JSONCursor] {
        guard let array = json.arrayValue else { return mismatch(expected: "an array") ?? [] }
        return elements(of: array)
    }

    package func string() -> String? { json.stringValue ?? mismatch(expected: "a string") }

    package func bool() -> Bool? { json.boolValue ?? mismatch(expected: "true or false") }

    package func mismatch<Value>(expected: String, found: String? = nil) -> Value? {
        report(.expected(expected, found: found))
        return nil
    }

    package func fault(_ message: String) { context.fault(message, at: pointer) }

    package func keyFault(_ message: String) { context.keyFault(message, at: pointer) }

    private func report(_ kind: JSONFault.Kind) { context.faults.append(failure(kind)) }
}

// MARK: - Files

/// The reading of a file, whose faults have places in it.
package protocol SourceReading: JSONReading where Failure == SourceFault {
    var source: SourceFile { get }
}

extension SourceReading {
    package func failure(_ fault: JSONFault) -> SourceFault {
        guard case .unknown(let key, _) = fault.kind else {
            return SourceFault(fault.message, at: source.place(of: fault.pointer))
        }
        return SourceFault(fault.message, at: source.keyPlace(of: fault.pointer.appending(key)))
    }
}

package final class FileReading: StoppingReading, SourceReading {
    package let source: SourceFile

    package init(_ source: SourceFile) { self.source = source }
}

extension CollectingReading {
    package func fault(_ message: String, at pointer: JSONPointer) {
        faults.append(SourceFault(message, at: source.place(of: pointer)))
    }

    package func keyFault(_ message: String, at pointer: JSONPointer) {
        faults.append(SourceFault(message, at: source.keyPlace(of: pointer)))
    }
}
