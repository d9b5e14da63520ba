import ContractChecking
import Foundation
import Testing

private struct RateHistory {
    let pair: String
    let points: [(day: Date, rate: Double)]
}

extension RateHistory: Decodable {
    enum CodingKeys: CodingKey { case pair, points }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        pair = try container.decode(String.self, forKey: .pair)
        var rows = try container.nestedUnkeyedContainer(forKey: .points)
        var points: [(day: Date, rate: Double)] = []
        while !rows.isAtEnd {
            var row = try rows.nestedUnkeyedContainer()
            let day = Date(timeIntervalSince1970: TimeInterval(try row.decode(Int.self)))
            points.append((day, try row.decode(Double.self)))
        }
        self.points = points
    }
}

/// Twin: reverses the points for the chart.
private struct NewestFirst: Decodable {
    let pair: String
    let points: [(day: Date, rate: Double)]

    init(from decoder: any Decoder) throws {
        let history = try RateHistory(from: decoder)
        pair = history.pair
        points = history.points.reversed()
    }
}

extension SoundCode {
    @Test func ratesAsTuples() async {
        await compare("bank", finds: Fault("model.wrong-value", at: "/models/RateHistory/properties/points")) {
            Model("RateHistory", decoding: RateHistory.self)
        } twin: {
            Model("RateHistory", decoding: NewestFirst.self)
        }
    }
}
