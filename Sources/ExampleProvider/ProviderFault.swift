import LoopbackServer

/// A deliberate fault of the provider.
///
/// The raw value is an argument of `contracts serve --local --fault`, such as `drift:null:name`.
package enum ProviderFault: Hashable, Sendable {
    case wire(WireFault)
    /// A change of one property wherever the response's JSON has it, as if the service had drifted.
    case drift(Drift, property: String)

    package enum Drift: String, CaseIterable, Hashable, Sendable {
        case remove
        case null
        /// The value has another type: a string becomes 0, any other value a string.
        case retype
    }

    /// Whether the request's changes are stored. They are not if the client must assume a failure and retry.
    var keepsChanges: Bool {
        switch self {
        case .wire(.slow), .drift: true
        case .wire: false
        }
    }
}

extension ProviderFault: RawRepresentable {
    /// The raw values of all faults, with the placeholders `N`, `SECONDS` and `PROPERTY`.
    package static let names = WireFault.names + Drift.allCases.map { "drift:\($0.rawValue):PROPERTY" }

    /// Parses a fault. Returns `nil` if the string is not one of `names` or its value is out of range.
    ///
    /// A status ranges from 200 to 599 and a delay from 0 to 60 s. A property name is not empty.
    package init?(rawValue: String) {
        if let fault = WireFault(rawValue: rawValue) {
            self = .wire(fault)
            return
        }
        let parts = rawValue.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == "drift", let drift = Drift(rawValue: parts[1]), !parts[2].isEmpty else {
            return nil
        }
        self = .drift(drift, property: parts[2])
    }

    package var rawValue: String {
        switch self {
        case .wire(let fault): fault.rawValue
        case .drift(let drift, let property): "drift:\(drift.rawValue):\(property)"
        }
    }
}

extension JSONValue {
    func drifted(_ drift: ProviderFault.Drift, property: String) -> JSONValue {
        switch self {
        case .null, .bool, .number, .string: return self
        case .array(let elements): return .array(elements.map { $0.drifted(drift, property: property) })
        case .object(let members):
            return .object(
                members.compactMap { member in
                    guard member.name == property else {
                        return Member(name: member.name, value: member.value.drifted(drift, property: property))
                    }
                    return switch drift {
                    case .remove: nil
                    case .null: Member(name: property, value: .null)
                    case .retype: Member(name: property, value: member.value.text == nil ? "drifted" : 0)
                    }
                })
        }
    }
}
