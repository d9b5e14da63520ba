import ContractChecking
import Foundation
import JSONSchema
import Testing

/// A day, a month or a year. Nothing more precise is known about some old records.
private struct PartialDate: Hashable, Sendable {
    let year: Int
    let month: Int?
    let day: Int?

    init?(_ text: String) {
        let parts = text.split(separator: "-").map { Int($0) }
        guard (1...3).contains(parts.count), !parts.contains(nil), let year = parts[0] else { return nil }
        self.year = year
        month = parts.count > 1 ? parts[1] : nil
        day = parts.count > 2 ? parts[2] : nil
    }
}

extension PartialDate: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = PartialDate(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date")
        }
        self = date
    }
}

private struct Album: Decodable {
    let name: String
    let released: PartialDate
    let added: Date

    enum CodingKeys: String, CodingKey {
        case name
        case released = "release_date"
        case added = "added_at"
    }
}

@Sendable private func decoder(_ dates: JSONDecoder.DateDecodingStrategy) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = dates
    return decoder
}

private let partialDate = Conversion("partial date") { json in json.stringValue.flatMap(PartialDate.init) }

extension SoundCode {
    /// Twin: reads milliseconds as seconds, which moves the date by thousands of years.
    @Test func albumOfPartialDate() async {
        await compare("music", finds: Fault("model.wrong-value", at: "/models/Album/properties/added")) {
            Model("Album", decoding: Album.self, decoder: { decoder(.millisecondsSince1970) })
            partialDate
        } twin: {
            Model("Album", decoding: Album.self, decoder: { decoder(.secondsSince1970) })
            partialDate
        }
    }
}
