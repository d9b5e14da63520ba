import JSONValues

// Conversion of scalars and aliases to values, with their tags, anchors and positions.
extension YAMLParser {
    /// A parsed scalar, in the text or in the parser's `scratch`.
    struct Scalar {
        enum Style: UInt8 { case plain, quoted, block }

        var start: Int
        var range: Range<Int>
        var style: Style
        var isInScratch = false
        var isMultiline = false
    }

    struct Anchor {
        var json: JSON
        /// The text of a scalar, for use as a key.
        var key: String?
        var height: Int
        /// The number of text bytes it expands to.
        var weight: Int
        var place: Int
    }

    func string(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: buffer[range]), as: UTF8.self)
    }

    func content(of scalar: Scalar) -> String {
        scalar.isInScratch ? String(decoding: scratch, as: UTF8.self) : string(scalar.range)
    }

    // MARK: - Scalars

    mutating func complete(_ scalar: Scalar, _ properties: Properties) throws(JSONSyntaxError) {
        if current.isReadingKey {
            keyOffsets.set(values.count, scalar.start)
            values.append(.string(try keyText(of: scalar, properties)))
            return
        }
        let place = addPlace(scalar.start)
        if let anchor = properties.anchor { try setAnchor(anchor, scalar, properties, at: place) }
        values.append(try value(of: scalar, properties.tag))
    }

    @inline(__always)
    private func value(of scalar: Scalar, _ tag: Properties.Tag) throws(JSONSyntaxError) -> JSON {
        if tag == .none {
            if scalar.style != .plain { return .string(content(of: scalar)) }
            if !scalar.isInScratch {
                switch CoreSchema.resolve(UnsafeBufferPointer(rebasing: buffer[scalar.range])) {
                case .string: return .string(string(scalar.range))
                case .value(let json): return json
                case .notRepresentable(let what): throw notRepresentable(what, scalar)
                }
            }
            // A multiline plain scalar contains a space or newline, so it cannot be a number or a constant.
            return .string(content(of: scalar))
        }
        return try taggedValue(of: scalar, tag)
    }

    @inline(never)
    private func taggedValue(of scalar: Scalar, _ tag: Properties.Tag) throws(JSONSyntaxError) -> JSON {
        var text = content(of: scalar)
        let resolution = text.withUTF8 { CoreSchema.resolve($0) }
        if case .notRepresentable(let what) = resolution, tag == .float || tag == .integer {
            throw notRepresentable(what, scalar)
        }
        var json = JSON.string(text)
        if case .value(let value) = resolution { json = value }
        switch (tag, json) {
        case (.string, _), (.nonSpecific, _), (.other, _), (.none, _): return .string(text)
        case (.float, .number), (.boolean, .bool), (.null, .null): return json
        case (.integer, .number(let number)) where number.isInteger: return json
        case (.sequence, _), (.mapping, _), (.integer, _), (.float, _), (.boolean, _), (.null, _):
            throw fault(at: scalar.start, "expected \(tag.expected), as the tag requires, found \(JSON.string(text))")
        }
    }

    private func notRepresentable(_ what: String, _ scalar: Scalar) -> JSONSyntaxError {
        fault(at: scalar.start, "\(content(of: scalar)) is \(what), which JSON cannot represent")
    }

    // MARK: - Anchors and aliases

    mutating func setAnchor(
        _ name: Range<Int>, _ scalar: Scalar, _ properties: Properties, at place: Int = -1
    ) throws(JSONSyntaxError) {
        anchors[string(name)] = Anchor(
            json: try value(of: scalar, properties.tag), key: content(of: scalar), height: 0,
            weight: max(scalar.range.count, scalar.isInScratch ? scratch.count : 0), place: place)
    }

    mutating func readAlias(_ properties: Properties) throws(JSONSyntaxError) -> Anchor {
        let start = cursor
        guard properties.isEmpty else { throw expected("no anchor or tag before an alias") }
        let range = try readName()
        let name = string(range)
        if openAnchors[name, default: 0] > 0 {
            throw fault(at: start, "the alias '*\(name)' is inside its own anchor")
        }
        guard let anchor = anchors[name] else {
            throw fault(
                at: start,
                "there is no anchor '&\(name)' before this alias\(Suggestion.text(for: name, among: anchors.keys.sorted()))"
            )
        }
        expansion += anchor.weight
        guard expansion <= maximumExpansion else {
            throw fault(at: start, "the aliases so far expand to more than \(maximumExpansion) bytes of text")
        }
        guard outer.count + anchor.height <= maximumDepth else { throw tooDeep(at: start) }
        return anchor
    }

    mutating func complete(_ anchor: Anchor, at offset: Int) throws(JSONSyntaxError) {
        if current.isReadingKey {
            let key = try keyText(of: anchor, at: offset)
            keyOffsets.set(values.count, offset)
            values.append(.string(key))
            return
        }
        _ = addPlace(offset, aliasOf: anchor.place < 0 ? nil : anchor.place)
        current.height = max(current.height, anchor.height)
        values.append(anchor.json)
    }

    func keyText(of anchor: Anchor, at offset: Int) throws(JSONSyntaxError) -> String {
        guard let key = anchor.key else { throw collectionAsKey(at: offset) }
        return key
    }

    // MARK: - Places

    mutating func addPlace(_ offset: Int, aliasOf original: Int? = nil) -> Int {
        guard places != nil else { return -1 }
        let isMember = current.kind == .mapping || current.kind == .flowMapping || current.kind == .flowPair
        let key = isMember ? (placeKey, keyOffsets.get(values.count)) : nil
        return places?.add(offset, key: key, aliasOf: original) ?? -1
    }
}

extension YAMLParser.Scalar {
    init(at offset: Int) { self.init(start: offset, range: offset..<offset, style: .plain) }
}
