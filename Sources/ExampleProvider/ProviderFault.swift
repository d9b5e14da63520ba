import LoopbackServer

/// A way for the provider to misbehave on purpose.
///
/// Its text form is what `contracts serve --local --fault` takes, such as `timeout`, `status:503` or `drift:null:name`.
package enum ProviderFault: Hashable, Sendable {
    /// The reply goes wrong on its way.
    case wire(WireFault)
    /// One property changes wherever the reply's JSON has it: the service has drifted from its contract.
    case drift(Drift, property: String)

    /// A change of a property.
    package enum Drift: String, CaseIterable, Hashable, Sendable {
        /// The property is not there any more.
        case remove
        /// Its value is null.
        case null
        /// Its value has another type: a string becomes 0, anything else a string.
        case retype
    }

    /// Indicates whether what a request stores stays stored: not where its client must take it for failed, and try
    /// again.
    var keepsChanges: Bool {
        switch self {
        case .wire(.slow), .drift: true
        case .wire: false
        }
    }
}

extension ProviderFault: RawRepresentable {
    /// The text form of every fault, with `N`, `SECONDS` and `PROPERTY` where a value belongs.
    package static let names = WireFault.names + Drift.allCases.map { "drift:\($0.rawValue):PROPERTY" }

    /// Reads a fault from its text form; `nil` for a text that is none of `names` or whose value is out of range.
    ///
    /// A status is from 200 to 599, a delay from 0 to 60 s, and a property's name is not empty.
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

    /// The fault as it is written on a command line.
    package var rawValue: String {
        switch self {
        case .wire(let fault): fault.rawValue
        case .drift(let drift, let property): "drift:\(drift.rawValue):\(property)"
        }
    }
}

extension JSONValue {
    /// The value with one property removed, made null or given another type, at every depth.
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
