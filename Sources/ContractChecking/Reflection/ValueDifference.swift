import ContractFormat
import JSONSchema

/// A part of a value that contradicts the contract.
struct ValueDifference {
    var rule = ModelRule.wrongValue
    /// The place in the Swift value: names, and `[0]` for elements, outermost first.
    var path: [String] = []
    var pointer = JSONPointer.root
    /// The place in the contract, or `nil` if only the schema states the expectation.
    var place: JSONPointer?
    var message: String?
    let expected: MessageText
    let found: MessageText
    /// Whether the value is acceptable if the schema rejects the JSON.
    var isExcusable = false
    var isNil = false
    var isLossy = false
    var isAbsent: Bool { isNil || isLossy }
    /// Whether the contract allows it, so that it is not a finding.
    var isAllowed = false
    var isUnmapped = false
    /// The Swift type that declares an unmapped property, or `nil` within a partly mapped value.
    var holder: String?
    var leaf: PlatformLeaf?

    static func unmapped(_ path: [String], of type: Any.Type? = nil, in model: ModelContract?) -> ValueDifference {
        ValueDifference(
            rule: .unmapped, path: path, place: model?.pointer(to: .properties),
            message: "the contract does not map the stored property",
            expected: "\"\(path.joined(separator: "."))\": \"/…\"", found: "nothing", isUnmapped: true,
            holder: type.map { String(describing: $0) })
    }

    /// Returns the difference relative to the enclosing value.
    ///
    /// - Parameters:
    ///   - place: the map entry that leads to the value. An entry within the value's own map is more precise.
    ///   - model: the model that the entry names for the value. Only that model's check reports places in its map.
    func within(
        _ name: String, at tokens: [String], place: JSONPointer? = nil, of model: NamedText? = nil
    ) -> ValueDifference {
        var outer = self
        outer.path.insert(contentsOf: name.isEmpty ? [] : [name], at: 0)
        outer.pointer = JSONPointer(tokens: tokens + pointer.tokens)
        outer.place = model == nil ? self.place ?? place : place
        return outer
    }

    /// The member that no property reads, or `nil` if the property that the contract names is missing.
    var unreadMember: String? { rule == .unread && message == nil ? "\(JSONPointer(tokens: member))" : nil }

    /// The place in the value's JSON.
    var tokens: [String] { names { [$0] } }

    /// The property names on the path, without elements.
    var propertyPath: [String] { names { _ in [] } }

    /// The property names and dictionary keys on the path, without indices.
    var keyedPath: [String] { names { Int($0) == nil ? [$0] : [] } }

    private func names(ofElement names: (String) -> [String]) -> [String] {
        path.flatMap {
            $0.hasPrefix("[") ? names(String($0.dropFirst().dropLast())) : $0.split(separator: ".").map(String.init)
        }
    }

    var member: [String] { pointer.pattern.tokens }

    /// The path in map notation, with `[]` for every element.
    var mapPath: String { Self.text(of: path.map { $0.hasPrefix("[") ? "[]" : $0 }) }

    var pathText: String { Self.text(of: path) }

    /// The property's readable name. A nested type's property has one name wherever the type occurs.
    var propertyName: String {
        path.count > 1 ? holder.map { "\($0).\(path[path.count - 1])" } ?? pathText : pathText
    }

    private static func text(of path: [String]) -> String {
        path.enumerated().map { $0 > 0 && !$1.hasPrefix("[") ? "." + $1 : $1 }.joined()
    }
}

extension ValueDifference {
    init(_ value: Any, _ expected: JSON?, _ message: String? = nil, isExcusable: Bool = false) {
        let isNil = Reflection.unwrapped(value) == nil
        self.init(
            message: message, expected: expected.map { $0.isNull ? "nil" : .excerpt($0) } ?? "nil",
            found: isNil ? "nil" : .excerpt(Reflection.json(of: value)), isExcusable: isExcusable, isNil: isNil)
    }

    private var propertyText: String { path.isEmpty ? "the value" : "'\(pathText)'" }
    private var placeText: String { pointer.tokens.isEmpty ? "the input" : "'\(pointer)'" }

    func finding(in contract: ModelContract) -> Finding {
        let reason = message.map { ": \($0)" } ?? ""
        let text: String =
            switch rule {
            case .unmapped: "\(message ?? "") '\(propertyName)'"
            case .unread: "\(placeText) is never read\(reason)"
            default: "\(propertyText) does not follow \(placeText)\(reason)"
            }
        let own = rule == .unmapped ? contract.pointer(to: .properties) : contract.schema.pointer(towards: pointer)
        let entry = isUnmapped && place == nil ? "\"\(mapPath)\": \"/…\"" : expected
        return Finding(
            rule, MessageText(text), expected: entry, found: found, at: place ?? own,
            severity: isUnmapped ? .info : nil)
    }

    func values(of json: JSON?) -> MessageText {
        let member = json?[pointer: pointer].map { MessageText.value($0) } ?? "missing"
        let (held, shown) = MessageText.contrasted(member, found)
        guard rule == .wrongValue else { return "" }
        // A mapping may promise another value than that of the JSON.
        let due: MessageText = member.rendered() == found.rendered() ? ", expected \(expected)" : ""
        return "\(placeText) is \(held) and \(propertyText) is \(shown)\(due)"
    }
}
