import ContractChecking
import Foundation
import Testing

/// A model decoded from the bytes of a body.
private struct RepresentativeFromData {
    let name, party, state, district, phone, office, link: String

    init?(_ data: Data) throws {
        guard let members = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { return nil }
        let keys = ["name", "party", "state", "district", "phone", "office", "link"]
        let texts = keys.compactMap { members[$0] as? String }
        guard texts.count == keys.count else { return nil }
        (name, party, state, district) = (texts[0], texts[1], texts[2], texts[3])
        (phone, office, link) = (texts[4], texts[5], texts[6])
    }
}

@Test("a model read from bytes, its values in one list") func representativeFromData() async {
    await expectNothing(of: .model(Model("Representative", data: RepresentativeFromData.init), in: "representatives"))
}
