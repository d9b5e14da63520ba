import ContractChecking
import Foundation
import Testing

/// Dynamic access to the result of JSONSerialization: `walker["place"]["city"].string`.
@dynamicMemberLookup
private struct Walker {
    let value: Any?

    init(_ data: Data) throws { value = try JSONSerialization.jsonObject(with: data) }

    private init(_ value: Any?) { self.value = value }

    subscript(dynamicMember name: String) -> Walker { Walker((value as? [String: Any])?[name]) }

    var string: String? { value as? String }

    var int: Int? { value as? Int }
}

private struct TrackingEvent {
    enum Kind: String { case sent, sorted, delivered, other }

    let date: Date
    let kind: Kind
    let city: String

    init?(data: Data, seconds: (Int) -> TimeInterval) throws {
        let event = try Walker(data)
        guard let at = event.at.int, let kind = event.kind.string, let city = event.place.city.string else {
            return nil
        }
        date = Date(timeIntervalSince1970: seconds(at))
        self.kind = Kind(rawValue: kind) ?? .other
        self.city = city
    }
}

extension SoundCode {
    /// Twin: divides integers, which drops the milliseconds.
    @Test func eventByWalker() async {
        await compare("parcels", finds: Fault("model.wrong-value", at: "/models/TrackingEvent/properties/date")) {
            Model("TrackingEvent", data: { try TrackingEvent(data: $0) { TimeInterval($0) / 1000 } })
        } twin: {
            Model("TrackingEvent", data: { try TrackingEvent(data: $0) { TimeInterval($0 / 1000) } })
        }
    }
}
