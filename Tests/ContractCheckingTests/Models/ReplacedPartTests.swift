import ContractChecking
import Foundation
import Testing

/// Models that replace a whole part if anything within it is invalid, for example by `try?`.
struct ReplacedPartTests {
    private struct Item: Decodable { let name: String, price: Double, count: Int }

    private struct Page: Decodable {
        let title: String
        let items: [Item]

        private enum CodingKeys: CodingKey { case title, items }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            do { title = try values.decode(String.self, forKey: .title) } catch { title = "" }
            do { items = try values.decode([Item].self, forKey: .items) } catch { items = [] }
        }
    }

    private static let page = ModelTrial(
        schema: """
            {"type":"object","required":["title","items"],"properties":{"title":{"type":"string"},
            "items":{"type":"array","items":{"type":"object","required":["name","price","count"],"properties":{
            "name":{"type":"string"},"price":{"type":"number"},"count":{"type":"integer"}}}}}}
            """,
        example: #"{"title":"a","items":[{"name":"b","price":1.5,"count":2},{"name":"c","price":2.5,"count":3}]}"#)

    @Test func reportsAReplacedListOnceBesideOtherFaults() async throws {
        let found = try await Self.page.findings { Model("Thing", decoding: Page.self) }
        let accepted = found.filter { $0.hasPrefix("model.false-accept") }
        let ofItems = accepted.filter { $0.contains("'/items/") }
        #expect(ofItems.count == 1, "\(ofItems)")
        #expect(ofItems.first?.contains("each of them gives '/items' another value") == true, "\(ofItems)")
        #expect(accepted.contains { $0.contains("properties/title/type: ") }, "\(accepted)")
        #expect(accepted.contains { $0.contains("properties/items/type: ") }, "\(accepted)")
    }
}
