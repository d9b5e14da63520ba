import Foundation
import Testing

@testable import ExampleClients

@Test("a date does not fit its type, so every event is refused") func createdIn32Bits() async {
    await expect(
        ["model.false-reject": ["schema/properties/created"]],
        of: .model("meetup-events/Event") { record in
            guard let milliseconds = Int32(exactly: try record["created"].integer(in: 0...253_402_300_799_999)) else {
                return nil
            }
            return ["eventCreated": Date(timeIntervalSince1970: Double(milliseconds) / 1000)]
        })
}
