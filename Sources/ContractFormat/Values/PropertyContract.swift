import JSONSchema

/// What the contract says of a property whose name alone does not say it: where its value stands, and what it was made of.
package struct PropertyContract: Sendable {
    /// How the elements of an array are compared.
    package enum Order: String, Sendable, CaseIterable {
        case same, any
    }

    /// The path in the Swift value, nested with dots.
    package let path: String
    /// Where the value stands in the JSON.
    package let pointer: JSONPointer
    /// Whether the values of many places are the elements of an array: `*` in the pointer stands for every element or member.
    package let isCollected: Bool
    package let conversion: ConversionContract?
    /// The model that the value, each element of an array or each value of a dictionary is compared by.
    package let model: NamedText?
    /// What an unknown value of an enumeration becomes, as reflected.
    package let otherwise: JSON?
    /// The value that stands for a missing member, as reflected.
    package let missing: JSON?
    /// The value that stands for null, as reflected.
    package let null: JSON?
    /// Indicates whether elements that the schema does not accept are left out.
    package let isLossy: Bool
    package let order: Order
    /// Where the contract says so.
    package let place: JSONPointer

    /// Indicates whether it is nothing but a path and a pointer.
    package var isPlain: Bool {
        conversion == nil && model == nil && otherwise == nil && absent == nil && !isLossy && order == .same
            && !isCollected
    }

    /// The value that stands for a missing member, or for null where only that is promised.
    package var absent: JSON? { missing ?? null }

    package init(
        path: String, pointer: JSONPointer, place: JSONPointer, isCollected: Bool = false,
        conversion: ConversionContract? = nil, model: NamedText? = nil, otherwise: JSON? = nil, missing: JSON? = nil,
        null: JSON? = nil, isLossy: Bool = false, order: Order = .same
    ) {
        self.path = path
        self.pointer = pointer
        self.isCollected = isCollected
        self.place = place
        self.conversion = conversion
        self.model = model
        self.otherwise = otherwise
        self.missing = missing
        self.null = null
        self.isLossy = isLossy
        self.order = order
    }
}

extension PropertyContract {
    init?(path: String, of schema: EmbeddedSchema, reading reader: ContractCursor) {
        guard reader.json.stringValue == nil else {
            guard let pointer = reader.jsonPointer else { return nil }
            self.init(
                path: path, pointer: pointer, place: reader.pointer, isCollected: schema.view.isMany(pointer))
            return
        }
        guard
            let object = reader.object(of: ContractKeys.Property.self),
            let pointer = object[.pointer].map({ $0.jsonPointer }) ?? reader.member(named: path, of: schema)
        else { return nil }
        _ = object.one(of: [.as, .cases], "a property is converted in one way")
        for key: ContractKeys.Property in [.missing, .null] {
            _ = object.one(of: [.absent, key], "'absent' speaks of what is missing and of null")
        }
        let absent = object[.absent]?.json
        self.init(
            path: path, pointer: pointer, place: reader.pointer, isCollected: schema.view.isMany(pointer),
            conversion: object[.cases]?.cases ?? object[.as]?.conversion,
            model: object[.model]?.namedText, otherwise: object[.otherwise]?.json,
            missing: absent ?? object[.missing]?.json, null: absent ?? object[.null]?.json,
            isLossy: object[.lossy]?.bool() ?? false, order: object[.order]?.choice() ?? .same)
    }
}

extension ContractCursor {
    /// The place of the member that a property maps itself to.
    fileprivate func member(named path: String, of schema: EmbeddedSchema) -> JSONPointer? {
        if let pointer = MemberName.pointer(named: path, in: schema.view) { return pointer }
        context.fault("the schema has no member of the name '\(path)': say which with \"pointer\"", at: pointer)
        return nil
    }
}

extension SchemaView {
    /// Whether a pointer leads to many places: it has a `*`, which is no member's name there.
    fileprivate func isMany(_ pointer: JSONPointer) -> Bool {
        guard let star = pointer.tokens.firstIndex(of: "*") else { return false }
        let around = schemas(at: JSONPointer(tokens: Array(pointer.tokens[..<star])), KeywordCheck())
        return !around.contains { $0.member("properties", "*") != nil }
    }

    /// Every schema that says what values at a place below are like.
    func schemas(at place: JSONPointer, _ check: KeywordCheck) -> [SchemaView] {
        place.tokens.reduce(affirmed) { schemas, token in
            let members = schemas.member(token, check)
            let index = token == "*" ? 0 : Int(token)
            let elements = index.map { index in schemas.compactMap { $0.element(index) } } ?? []
            return (members + elements).flatMap(\.affirmed)
        }
    }
}

/// The names that a property and a member may have for one another.
package enum MemberName {
    /// A name without what spellings differ in: everything but its letters and digits, and letter case.
    package static func folded(_ name: String) -> String {
        let core = name.filter { $0.isLetter || $0.isNumber }
        return (core.isEmpty ? name : core).lowercased()
    }

    /// The name, of several, that a property stands for: the very same, else the one that differs only in spelling.
    package static func match(_ name: String, among names: [String]) -> String? {
        if names.contains(name) { return name }
        let folded = folded(name)
        return names.first { Self.folded($0) == folded }
    }

    /// A name in camel case: `text_block` is `textBlock`, `TEXT-BLOCK` too.
    package static func camelCase(_ name: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        guard let first = words.first else { return name }
        let isShouted = !name.contains(where: \.isLowercase)
        let rest = words.dropFirst().map { word in
            word.prefix(1).uppercased() + (isShouted ? word.dropFirst().lowercased() : String(word.dropFirst()))
        }
        return (isShouted ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()) + rest.joined()
    }

    /// The place of the member that a dotted path of properties stands for.
    package static func pointer(named path: String, in schema: SchemaView) -> JSONPointer? {
        var schemas = [schema]
        var pointer = JSONPointer.root
        for name in path.split(separator: ".").map(String.init) {
            let members = schemas.flatMap(\.affirmed).flatMap { $0.members("properties") }
            guard let member = match(name, among: members.map(\.name)) else { return nil }
            pointer = pointer.appending(member)
            schemas = members.filter { $0.name == member }.map(\.view)
        }
        return pointer
    }
}
