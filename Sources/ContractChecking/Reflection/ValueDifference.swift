import ContractFormat
import JSONSchema

/// What a value made of JSON does not hold as the contract says.
struct ValueDifference {
    let rule: ModelRule
    /// Where it is in the Swift value: names, and `[0]` for elements, the outermost first.
    var path: [String]
    /// Where it is in the JSON.
    var pointer: JSONPointer
    /// Where the contract says so; `nil` where nothing but the schema does.
    var place: JSONPointer?
    let message: String?
    let expected: MessageText
    let found: MessageText
    /// Whether the value may be so where the schema refuses the JSON: the type holds nothing that it could mean.
    let isExcusable: Bool
    /// Whether the property is nil.
    let isNil: Bool
    /// Whether the contract allows it: it is told to nobody, and nothing is asked of what it concerns.
    let isAllowed: Bool
    /// Whether it is a stored property that the map does not know.
    var isUnmapped = false
    /// The type of the platform that shows the place.
    var leaf: (type: any PlatformValue.Type, reader: PlatformReader)?

    init(
        _ rule: ModelRule = ModelRule.wrongValue, path: [String] = [], pointer: JSONPointer = .root,
        place: JSONPointer? = nil,
        _ message: String? = nil, expected: MessageText, found: MessageText, isExcusable: Bool = false,
        isNil: Bool = false, isAllowed: Bool = false
    ) {
        self.rule = rule
        self.path = path
        self.pointer = pointer
        self.place = place
        self.message = message
        self.expected = expected
        self.found = found
        self.isExcusable = isExcusable
        self.isNil = isNil
        self.isAllowed = isAllowed
    }

    /// A stored property that the map does not know.
    static func unmapped(_ path: [String], in model: ModelContract?) -> ValueDifference {
        var difference = ValueDifference(
            ModelRule.unmapped, path: path, place: model?.pointer(to: .properties),
            "the contract does not map the stored property", expected: "\"\(path.joined(separator: "."))\": \"/…\"",
            found: "nothing")
        difference.isUnmapped = true
        return difference
    }

    /// A value that is not what the JSON says.
    init(_ value: Any, _ expected: JSON?, _ message: String? = nil, isExcusable: Bool = false) {
        self.init(
            message, expected: expected.map { $0.isNull ? "nil" : .excerpt($0) } ?? "nil",
            found: .excerpt(property: value), isExcusable: isExcusable, isNil: Reflection.unwrapped(value) == nil)
    }

    private init(
        _ message: String?, expected: MessageText, found: MessageText, isExcusable: Bool, isNil: Bool
    ) {
        self.init(
            ModelRule.wrongValue, message, expected: expected, found: found, isExcusable: isExcusable, isNil: isNil)
    }

    /// The difference as it is seen from the value around.
    func within(_ name: String, at tokens: [String], place: JSONPointer? = nil) -> ValueDifference {
        var outer = self
        outer.path.insert(contentsOf: name.isEmpty ? [] : [name], at: 0)
        outer.pointer = JSONPointer(tokens: tokens + pointer.tokens)
        outer.place = place ?? self.place
        return outer
    }

    /// The properties on the way, without elements.
    var propertyPath: [String] { path.flatMap { $0.hasPrefix("[") ? [] : $0.split(separator: ".").map(String.init) } }

    /// The path as a map of properties writes it: `[]` for every element.
    var mapPath: String {
        path.enumerated().map { $1.hasPrefix("[") ? "[]" : $0 > 0 ? "." + $1 : $1 }.joined()
    }

    var pathText: String {
        path.enumerated().map { $0 > 0 && !$1.hasPrefix("[") ? "." + $1 : $1 }.joined()
    }
}
