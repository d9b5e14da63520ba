import ContractChecking
import Testing

private struct Branch: Codable, Hashable {
    let code: String
    let city: String
}

private struct Page<Element: Codable>: Codable {
    let items: [Element]
    let total: Int
    let next: String?

    var isLast: Bool { next == nil }
}

/// Twin: takes the count of this page for the total.
private struct CountedPage<Element: Codable>: Decodable {
    let items: [Element]
    let total: Int
    let next: String?

    enum CodingKeys: CodingKey { case items, next }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        items = try container.decode([Element].self, forKey: .items)
        total = items.count
        next = try container.decodeIfPresent(String.self, forKey: .next)
    }
}

extension SoundCode {
    @Test func branchesByGenericPage() async {
        await compare("bank", finds: Fault("model.wrong-value", at: "/models/BranchPage/schema/properties/total")) {
            Model("BranchPage", decoding: Page<Branch>.self)
        } twin: {
            Model("BranchPage", decoding: CountedPage<Branch>.self)
        }
    }
}
