import ContractFormat
import Foundation
import JSONSchema

/// Members that no schema names, as services add them, and keys of a dictionary in another letter case.
enum UnknownPropertyStrategy: ProbeStrategy {
    static func changes(at site: ProbeSite) -> [ProbeChange] {
        guard let members = site.value.objectValue else { return [] }
        return unknown(members, at: site) + otherKeys(members, at: site)
    }

    /// Adds members under every name under which code may look for another member first.
    private static func unknown(_ members: JSONObject, at site: ProbeSite) -> [ProbeChange] {
        // The keys of a dictionary by numbers are numbers.
        if !members.isEmpty, members.keys.allSatisfy({ Int($0) != nil }) { return [] }
        let names = site.schemas.flatMap { $0.members("properties").map(\.name) }
        let known = names + members.keys
        var changed = members
        var first: String?
        for (name, value) in members where names.contains(name) && !value.isNull {
            for other in site.otherNames(of: name, site.properties(of: name), beside: known) where changed[other] == nil {
                changed[other] = value.near
                first = first ?? other
            }
        }
        changed["x-unknown-property"] = [["nested": 1]]
        let what = first.map { "has unknown properties such as '\($0)'" } ?? "has an unknown property"
        return [ProbeChange(what, .unknown, .object(changed))]
    }

    /// Renames a key of a dictionary that has no capitals, or nothing else: code that makes its letters alike changes it.
    private static func otherKeys(_ members: JSONObject, at site: ProbeSite) -> [ProbeChange] {
        let isDictionary = site.schemas.contains {
            $0.json["patternProperties"] != nil || $0.child("additionalProperties") != nil
        }
        guard isDictionary, !site.schemas.contains(where: { $0.json["properties"] != nil }) else { return [] }
        // A UUID is the same in either letter case (RFC 9562, section 4).
        let keys = members.keys.filter { UUID(uuidString: $0) == nil }
        guard !keys.contains(where: { $0.contains(where: \.isUppercase) && $0.contains(where: \.isLowercase) }),
            let key = keys.first(where: { $0.contains(where: \.isCased) }), let value = members[key]
        else { return [] }
        let other = key.turningCase(ofLetter: key.firstIndex(where: \.isCased))
        var changed = members
        changed[key] = nil
        guard changed[other] == nil else { return [] }
        changed[other] = value
        let isGood = site.schemas.allSatisfy { $0.schema?.accepts(.object(changed)) ?? true }
        return isGood ? [ProbeChange("has the key '\(other)'", .unknown, .object(changed), .shownIfTaken)] : []
    }
}

extension JSON {
    /// Another value of the same type, as good where a digit of a text can differ.
    fileprivate var near: JSON {
        switch self {
        case .null: self
        case .bool(let flag): .bool(!flag)
        case .number(let number): number.intValue.map { .number(JSONNumber($0 == 7 ? 8 : 7)) } ?? 0.5
        case .string(let text): .string(text.withOtherLastDigit ?? text + "x")
        case .array(let elements): .array(elements.map(\.near))
        case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.near) }))
        }
    }
}
