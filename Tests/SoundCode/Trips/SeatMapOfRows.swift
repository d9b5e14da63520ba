import ContractChecking
import Foundation
import Testing

private struct Seat: Decodable {
    let seat: String
    let free: Bool
}

/// Rows of seats; a missing seat is an aisle or a door.
private struct SeatMap: Decodable {
    let aircraft: String
    let rows: [[Seat?]]
}

/// Twin: drops the aisles, which moves every seat to the left.
private struct CloseSeatMap: Decodable {
    let aircraft: String
    let rows: [[Seat]]

    enum CodingKeys: CodingKey { case aircraft, rows }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        aircraft = try container.decode(String.self, forKey: .aircraft)
        rows = try container.decode([[Seat?]].self, forKey: .rows).map { $0.compactMap { $0 } }
    }
}

extension SoundCode {
    @Test func seatMapOfRows() async {
        await compare("trips", finds: Fault("model.wrong-value", at: "/models/SeatMap/schema/properties/rows/items")) {
            Model("SeatMap", decoding: SeatMap.self)
        } twin: {
            Model("SeatMap", decoding: CloseSeatMap.self)
        }
    }
}
