import ContractChecking
import Foundation
import Testing

private struct Seat: Decodable {
    enum State: Int, Decodable {
        case free, held, sold
        case unknown = -1

        init(from decoder: any Decoder) throws {
            self = State(rawValue: try decoder.singleValueContainer().decode(Int.self)) ?? .unknown
        }
    }

    let row: String
    let state: State
}

/// Twin: treats an unknown state as free.
private struct HopefulSeat: Decodable {
    let row: String
    let state: Seat.State

    init(from decoder: any Decoder) throws {
        let seat = try Seat(from: decoder)
        (row, state) = (seat.row, seat.state == .unknown ? .free : seat.state)
    }
}

extension SoundCode {
    @Test func seatOfRawStates() async {
        await compare("tickets", finds: Fault("model.wrong-value", at: "/models/Seat/properties/state")) {
            Model("Seat", decoding: Seat.self)
        } twin: {
            Model("Seat", decoding: HopefulSeat.self)
        }
    }
}
