/// One value of a JSON text while it is read, with the path to it and the reading that it is part of.
///
/// A reading stops at the first value that does not fit (`StoppingReading`: accessors throw), or goes on and collects
/// what does not (`CollectingReading`: accessors give `nil`). Which members may stand in an object is the reader's to
/// say; a member that nobody asks for is no fault unless the reader checks for it.
package struct JSONCursor<Context: JSONReading> {
    package let json: JSON
    package let context: Context
    private let path: CursorPath

    /// Begins to read a value, which is the whole text unless a pointer says where it stands.
    package init(_ json: JSON, at pointer: JSONPointer = .root, _ context: Context) {
        self.init(json, .start(pointer), context)
    }

    private init(_ json: JSON, _ path: CursorPath, _ context: Context) {
        self.json = json
        self.context = context
        self.path = path
    }

    package var pointer: JSONPointer { path.pointer }

    /// The member of an object; `nil` where there is none, or this is no object.
    package subscript(key: String) -> JSONCursor? {
        json[key].map { JSONCursor($0, .member(path, key), context) }
    }

    /// Returns what does not fit in the reading's words.
    ///
    /// - Parameter found: what stands there; the name of its JSON type unless told.
    package func failure(expected: String, found: String? = nil) -> Context.Failure {
        context.failure(JSONFault(kind: .expected(expected, found: found), json: json, pointer: pointer))
    }

    fileprivate func failure(_ kind: JSONFault.Kind) -> Context.Failure {
        context.failure(JSONFault(kind: kind, json: json, pointer: pointer))
    }

    fileprivate func members(of object: JSONObject) -> [(name: String, value: JSONCursor)] {
        object.map { ($0.key, JSONCursor($0.value, .member(path, $0.key), context)) }
    }

    fileprivate func elements(of array: [JSON]) -> [JSONCursor] {
        array.enumerated().map { JSONCursor($1, .element(path, $0), context) }
    }
}

/// A path that shares what is common with the paths around it: a pointer is made of it only where one is asked for.
private indirect enum CursorPath {
    case start(JSONPointer)
    case member(CursorPath, String)
    case element(CursorPath, Int)

    var pointer: JSONPointer {
        var tokens: [String] = []
        var path = self
        while true {
            switch path {
            case .start(let pointer): return pointer.appending(JSONPointer(tokens: tokens.reversed()))
            case .member(let parent, let key):
                tokens.append(key)
                path = parent
            case .element(let parent, let index):
                tokens.append(String(index))
                path = parent
            }
        }
    }
}

/// A value that does not fit, with its place.
package struct JSONFault {
    package enum Kind {
        /// Something else has to stand there, such as `a string`; what was found is the JSON type unless told.
        case expected(String, found: String?)
        /// A member that has to be there is not.
        case missing(key: String)
        /// A member that has no place there, and the names that have.
        case unknown(key: String, known: [String])
    }

    package let kind: Kind
    /// The value that does not fit, or the object around the member.
    package let json: JSON
    package let pointer: JSONPointer

    /// The expectation and what was found.
    package var message: String {
        switch kind {
        case .expected(let expected, let found): "expected \(expected), found \(found ?? json.typeName)"
        case .missing(let key): "the key '\(key)' is missing"
        case .unknown(let key, let known): "unknown key '\(key)'\(Suggestion.text(for: key, among: known))"
        }
    }
}

/// The shared state of the cursors into one text, with the wording of its faults.
package protocol JSONReading: AnyObject {
    associatedtype Failure: Error

    /// Puts a fault into the reader's words.
    func failure(_ fault: JSONFault) -> Failure
}

// MARK: - Stopping at the first fault

/// A reading that ends with the first value that does not fit.
package protocol StoppingReading: JSONReading {}

extension JSONCursor where Context: StoppingReading {
    package func object() throws(Context.Failure) -> JSONObject {
        guard let object = json.objectValue else { throw failure(expected: "an object") }
        return object
    }

    package func members() throws(Context.Failure) -> [(name: String, value: JSONCursor)] {
        members(of: try object())
    }

    /// The member that has to be there.
    package func member(_ key: String) throws(Context.Failure) -> JSONCursor {
        guard let member = self[key] else {
            _ = try object()
            throw failure(.missing(key: key))
        }
        return member
    }

    /// Refuses an object with a member of another name.
    package func allow(_ known: [String]) throws(Context.Failure) {
        for key in json.objectValue?.keys ?? [] where !known.contains(key) {
            throw failure(.unknown(key: key, known: known))
        }
    }

    package func elements() throws(Context.Failure) -> [JSONCursor] {
        guard let array = json.arrayValue else { throw failure(expected: "an array") }
        return elements(of: array)
    }

    package func string(_ expected: String = "a string") throws(Context.Failure) -> String {
        guard let string = json.stringValue else { throw failure(expected: expected) }
        return string
    }

    package func int() throws(Context.Failure) -> Int {
        guard let number = json.intValue else { throw failure(expected: "a whole number") }
        return number
    }

    /// A number that is no infinity as a `Double`.
    package func double() throws(Context.Failure) -> Double {
        guard let number = json.doubleValue, number.isFinite else { throw failure(expected: "a number") }
        return number
    }

    package func bool() throws(Context.Failure) -> Bool {
        guard let value = json.boolValue else { throw failure(expected: "true or false") }
        return value
    }
}

// MARK: - Collecting faults

/// A reading that goes on after a value that does not fit, and tells of all of them.
package protocol CollectingReading: JSONReading {
    var faults: [Failure] { get set }
}

extension JSONCursor where Context: CollectingReading {
    package func members() -> [(name: String, value: JSONCursor)] {
        guard let object = json.objectValue else { return told(expected: "an object") ?? [] }
        return members(of: object)
    }

    /// This value, where it is an object.
    package func object() -> JSONCursor? { json.objectValue == nil ? told(expected: "an object") : self }

    /// This value, where it is an object that has the members it needs; a member of no known name is told besides.
    package func object(required: [String], known: [String]) -> JSONCursor? {
        guard let object = json.objectValue else { return told(expected: "an object") }
        for key in object.keys where !known.contains(key) { tell(.unknown(key: key, known: known)) }
        let missing = required.filter { object[$0] == nil }
        for key in missing { tell(.missing(key: key)) }
        return missing.isEmpty ? self : nil
    }

    /// The member that has to be there.
    package func member(_ key: String) -> JSONCursor? {
        if let member = self[key] { return member }
        tell(.missing(key: key))
        return nil
    }

    package func elements() -> [JSONCursor] {
        guard let array = json.arrayValue else { return told(expected: "an array") ?? [] }
        return elements(of: array)
    }

    package func string() -> String? { json.stringValue ?? told(expected: "a string") }

    package func bool() -> Bool? { json.boolValue ?? told(expected: "true or false") }

    /// Tells that something else was expected, and gives nothing.
    package func told<Value>(expected: String, found: String? = nil) -> Value? {
        tell(.expected(expected, found: found))
        return nil
    }

    private func tell(_ kind: JSONFault.Kind) { context.faults.append(failure(kind)) }
}
