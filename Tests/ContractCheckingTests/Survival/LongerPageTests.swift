import JSONSchema
import Testing

@testable import ContractChecking

/// Results of a call after a page has gained elements.
struct LongerPageTests {
    private static func page(_ ids: ClosedRange<Int>) -> [JSON] {
        ids.map { JSON.object(["id": .number(JSONNumber($0)), "room": "A"]) }
    }

    private static func lost(_ elements: [JSON]) -> [String] {
        JSONLoss.lists(from: .object(["all": .array(page(1...5))]), to: .object(["all": .array(elements)]), adding: 100)
    }

    /// The elements of a longer first page come before those of the second one.
    private static let joined = page(1...2) + page(101...200) + page(3...5)

    @Test func acceptsElementsBetweenThoseOfTwoPages() {
        #expect(Self.lost(Self.joined) == [])
        #expect(Self.lost(Self.page(1...5)) == [])
    }

    @Test func findsATruncatedList() {
        #expect(Self.lost(Array(Self.joined.prefix(20))) == ["all[]"])
        #expect(Self.lost(Self.page(1...2)) == ["all[]"])
    }

    @Test func findsALostMember() {
        let withoutRooms = Self.page(1...5).map { $0.setting("/room", to: .null) }
        #expect(Self.lost(withoutRooms) == ["all[]"])
    }
}
