import JSONSchema

/// The JSON form of a value, declared once for writing and reading.
package struct JSONForm<Value, Reading: StoppingReading> {
    package let json: (Value) -> JSON
    package let read: (JSONCursor<Reading>) throws(Reading.Failure) -> Value

    package init(
        _ json: @escaping (Value) -> JSON, read: @escaping (JSONCursor<Reading>) throws(Reading.Failure) -> Value
    ) {
        self.json = json
        self.read = read
    }

    /// Creates an object form with members in this order. Other members are faults unless `allowsMore` is set.
    package static func object<each Part>(
        _ members: repeat JSONMember<Value, each Part, Reading>, allowsMore: Bool = false,
        make: @escaping (JSONCursor<Reading>, repeat each Part) throws(Reading.Failure) -> Value
    ) -> JSONForm {
        var keys: [String] = []
        repeat keys.append((each members).key)
        return JSONForm { value in
            var written: [(String, JSON?)] = []
            repeat written.append(((each members).key, (each members).json(value)))
            return .present(written)
        } read: { [keys] node throws(Reading.Failure) in
            if !allowsMore { try node.allow(keys) }
            return try make(node, repeat try (each members).read(node))
        }
    }

    package static func object<each Part>(
        _ members: repeat JSONMember<Value, each Part, Reading>, allowsMore: Bool = false,
        make: @escaping (repeat each Part) -> Value
    ) -> JSONForm {
        object(repeat each members, allowsMore: allowsMore) {
            (_: JSONCursor<Reading>, parts: repeat each Part) throws(Reading.Failure) in make(repeat each parts)
        }
    }

    package var array: JSONForm<[Value], Reading> {
        JSONForm<[Value], Reading> {
            .array($0.map(json))
        } read: { node throws(Reading.Failure) in
            try node.elements().map(read)
        }
    }
}

package struct JSONMember<Root, Value, Reading: StoppingReading> {
    let key: String
    let json: (Root) -> JSON?
    let read: (JSONCursor<Reading>) throws(Reading.Failure) -> Value

    package static func required(
        _ key: String, _ part: @escaping (Root) -> Value, _ form: JSONForm<Value, Reading>
    ) -> JSONMember {
        JSONMember(key: key) {
            form.json(part($0))
        } read: { node throws(Reading.Failure) in
            try form.read(try node.member(key))
        }
    }

    package static func optional<Part>(
        _ key: String, _ part: @escaping (Root) -> Part?, _ form: JSONForm<Part, Reading>
    ) -> JSONMember where Value == Part? {
        JSONMember(key: key) {
            part($0).map(form.json)
        } read: { node throws(Reading.Failure) in
            try node[key].map(form.read)
        }
    }

    /// Creates a member that is omitted if it has the default value.
    package static func unless(
        _ usual: Value, _ key: String, _ part: @escaping (Root) -> Value, _ form: JSONForm<Value, Reading>
    ) -> JSONMember where Value: Equatable {
        JSONMember(key: key) {
            part($0) == usual ? nil : form.json(part($0))
        } read: { node throws(Reading.Failure) in
            try node[key].map(form.read) ?? usual
        }
    }
}

extension JSONForm where Value == String {
    package static var string: JSONForm { JSONForm(JSON.string) { node throws(Reading.Failure) in try node.string() } }
}

extension JSONForm where Value == Bool {
    package static var bool: JSONForm { JSONForm(JSON.bool) { node throws(Reading.Failure) in try node.bool() } }
}

extension JSONForm where Value: RawRepresentable<String> & CaseIterable {
    /// - Parameter noun: the name of the enumeration in faults, or `nil` to list its values.
    package static func word(_ noun: String? = nil) -> JSONForm {
        JSONForm {
            .string($0.rawValue)
        } read: { node throws(Reading.Failure) in
            if let word = Value(rawValue: try node.string()) { return word }
            let words = "one of " + Value.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw node.failure(expected: noun ?? words)
        }
    }
}
