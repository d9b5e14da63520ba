import JSONSchema

/// The combined shape of all samples at one place.
final class SampleShape {
    private static let maximumDepth = 64

    let isTooDeep: Bool
    let count: Int
    let nulls: Int
    let booleans: Int
    let numbers: [JSONNumber]
    let texts: [String]
    let arrays: Int
    let element: SampleShape?
    let objects: Int
    let memberNames: [String]
    let members: [String: SampleShape]
    /// The shape of the values if every object is a dictionary.
    let dictionaryValues: SampleShape?
    /// The distinct statements on the values. Empty if a value has none.
    let statements: [JSONObject]

    convenience init(_ samples: some Sequence<JSON>) { self.init(samples.map { Sample($0) }) }

    init(_ all: [Sample], depth: Int = 0) {
        func inner(_ samples: [Sample]) -> SampleShape { SampleShape(samples, depth: depth + 1) }
        isTooDeep = depth >= Self.maximumDepth
        let samples = depth < Self.maximumDepth ? all : []
        count = samples.count
        nulls = samples.count { $0.json.isNull }
        booleans = samples.count { $0.json.boolValue != nil }
        numbers = samples.compactMap(\.json.numberValue)
        texts = samples.compactMap(\.json.stringValue)
        arrays = samples.count { $0.json.arrayValue != nil }
        let elements = samples.flatMap(\.elements)
        element = elements.isEmpty ? nil : inner(elements)
        let found = samples.filter { $0.json.objectValue != nil }
        objects = found.count
        let dictionaries = found.filter(\.isDictionary)
        let areDictionaries = !dictionaries.isEmpty && found.allSatisfy { $0.isDictionary || $0.json == [:] }
        dictionaryValues = areDictionaries ? inner(dictionaries.flatMap(\.members).map(\.sample)) : nil
        // A statement settles that an object is a dictionary. Its keys alone do not.
        let described = found.filter { $0.statement == nil || !$0.isDictionary }.flatMap(\.members)
        let members = described.grouped { $0.name }
        memberNames = members.map(\.key)
        self.members = Dictionary(members.map { ($0.key, inner($0.elements.map(\.sample))) }) { first, _ in first }
        let stated = samples.filter { !$0.json.isNull }.map { $0.json.isPlaceholder ? nil : $0.statement?.keywords }
        statements = stated.contains(nil) ? [] : stated.compactMap(\.self).distinct
    }

    /// Whether all samples except nulls are objects with properties, and there is at least one.
    var isObject: Bool { objects > 0 && objects + nulls == count && dictionaryValues == nil }

    var isArrayOfObjects: Bool {
        if objects > 0, objects + nulls == count { return dictionaryValues?.isObject ?? false }
        return arrays > 0 && arrays + nulls == count && element?.isObject ?? false
    }
}

extension Sample {
    fileprivate var elements: [Sample] {
        guard let elements = json.arrayValue, statement?.hasOpenElements != true else { return [] }
        let said = statement?.elements ?? []
        return elements.enumerated().map { Sample($1, said.indices.contains($0) ? said[$0] : nil) }
    }

    fileprivate var members: [(name: String, sample: Sample)] {
        (json.objectValue ?? [:]).map { ($0.key, Sample($0.value, statement?.members[$0.key])) }
    }

    /// Whether the keys are identifiers or dates instead of property names.
    fileprivate var isDictionary: Bool {
        if let statement { return statement.isMap }
        let keys = json.objectValue?.keys ?? []
        return !keys.isEmpty && keys.allSatisfy { PathSegment.isIdentifier($0) || TextFormat.isDay($0) }
    }
}

extension JSON {
    /// Whether the value is a secret's placeholder, to which statements no longer apply.
    fileprivate var isPlaceholder: Bool { stringValue?.hasPrefix("{") ?? false }
}
